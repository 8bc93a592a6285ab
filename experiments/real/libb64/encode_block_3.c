/* libb64's encoder on up to three bytes: five characters hold what comes of it.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "cencode.c"

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char plain[3], code[5];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 1;
    for (int i = 0; i < n; i++)
        plain[i] = __VERIFIER_nondet_char();
    base64_encodestate state;
    base64_init_encodestate(&state);
    int length = base64_encode_block(plain, n, code, &state);
    length += base64_encode_blockend(code + length, &state);
    assert(length == (n > 0 ? 5 : 1) && code[length - 1] == '\n');
}
