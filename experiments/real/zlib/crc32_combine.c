/* zlib's multiplication of polynomials over GF(2), by which CRCs of joined buffers are found.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include "crc32.c"

extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long length = __VERIFIER_nondet_long();
    if (length < 0)
        return 1;
    return crc32_combine(__VERIFIER_nondet_ulong(), __VERIFIER_nondet_ulong(), length) == 0;
}
