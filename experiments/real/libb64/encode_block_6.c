/* libb64's encoder on up to six bytes: nine characters hold what comes of it.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include "cencode.c"

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char plain[6], code[9];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 1;
    for (int i = 0; i < n; i++)
        plain[i] = __VERIFIER_nondet_char();
    base64_encodestate state;
    base64_init_encodestate(&state);
    int length = base64_encode_block(plain, n, code, &state);
    base64_encode_blockend(code + length, &state);
}
