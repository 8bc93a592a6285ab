/* libb64's decoder, on a text of any length without '{' to '~', into as many bytes and one more.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <stdlib.h>
#include "cdecode.c"

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 1;
    char *code = malloc(n), *plain = malloc(n + 1);
    if (code != NULL && plain != NULL) {
        for (int i = 0; i < n; i++) {
            code[i] = __VERIFIER_nondet_char();
            if (code[i] >= '{')
                code[i] = '=';
        }
        base64_decodestate state;
        base64_init_decodestate(&state);
        base64_decode_block(code, n, plain, &state);
    }
    free(code);
    free(plain);
}
