/* jsmn's parser on up to two characters and two tokens.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <jsmn.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[2] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
    jsmntok_t tokens[2];
    jsmn_parser parser;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 2)
        return 1;
    jsmn_init(&parser);
    return jsmn_parse(&parser, text, n, tokens, 2);
}
