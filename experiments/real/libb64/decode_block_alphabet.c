/* libb64's decoder on up to four characters without '{' to '~': three bytes come of four, and a fourth is written.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "cdecode.c"

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char code[4], plain[4];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 1;
    for (int i = 0; i < n; i++) {
        code[i] = __VERIFIER_nondet_char();
        if (code[i] >= '{')
            return 1;
    }
    base64_decodestate state;
    base64_init_decodestate(&state);
    int length = base64_decode_block(code, n, plain, &state);
    assert(length >= 0 && length <= 3);
}
