/* zlib's Adler-32 of up to 15 bytes, from its initial value: both halves are below 65521.
 *
 * expect memory-safety: true
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>
#include "adler32.c"

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char data[15];
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 16)
        return 1;
    for (unsigned i = 0; i < n; i++)
        data[i] = __VERIFIER_nondet_uchar();
    unsigned long sum = adler32(adler32(0, NULL, 0), data, n);
    assert((sum & 0xffff) < 65521 && sum >> 16 < 65521);
}
