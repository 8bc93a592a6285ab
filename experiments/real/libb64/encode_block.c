/* libb64's encoder on any number of bytes, which takes twice as many and four: lines of 72, padding, the last end of line.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <stdlib.h>
#include "cencode.c"

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 1;
    char *plain = malloc(n), *code = malloc(2 * n + 4);
    if (plain != NULL && code != NULL) {
        base64_encodestate state;
        base64_init_encodestate(&state);
        int length = base64_encode_block(plain, n, code, &state);
        base64_encode_blockend(code + length, &state);
    }
    free(plain);
    free(code);
}
