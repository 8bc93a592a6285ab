/* zlib's CRC-32 of up to 8 bytes, built without braids of words: a table of 256 is looked up for each byte.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#define Z_TESTW 0
#include "crc32.c"

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned char data[8];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        return 1;
    for (unsigned i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_uchar();
    return crc32(__VERIFIER_nondet_ulong(), data, n) == 0;
}
