/* zlib's Adler-32 of 16 to 24 bytes: the step that is unrolled, and up to 8 bytes behind it.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include "adler32.c"

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned char data[24];
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 16 || n > 24)
        return 1;
    for (unsigned i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_uchar();
    return adler32(__VERIFIER_nondet_ulong(), data, n) == 0;
}
