/* zlib's sum of two joined buffers, from their sums: no loop, and both halves are below 65521 where those of the two are.
 *
 * expect memory-safety: true
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>
#include "adler32.c"

extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    unsigned long first = __VERIFIER_nondet_ulong(), second = __VERIFIER_nondet_ulong();
    long length = __VERIFIER_nondet_long();
    if (length < 0 || (first & 0xffff) >= 65521 || first >> 16 >= 65521 || (second & 0xffff) >= 65521 || second >> 16 >= 65521)
        return 1;
    unsigned long sum = adler32_combine(first, second, length);
    assert((sum & 0xffff) < 65521 && sum >> 16 < 65521);
}
