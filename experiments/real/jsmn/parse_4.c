/* jsmn's parser on four characters and three tokens: all tokens that it tells of lie within the text.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <jsmn.h>

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[4];
    jsmntok_t tokens[3];
    jsmn_parser parser;
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    jsmn_init(&parser);
    return jsmn_parse(&parser, text, 4, tokens, 3);
}
