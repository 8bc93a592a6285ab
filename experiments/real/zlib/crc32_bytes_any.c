/* zlib's CRC-32 of a buffer of any length, built without braids of words.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#define Z_TESTW 0
#include "crc32.c"

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned char *data = malloc(n);
    if (data == NULL)
        return 1;
    unsigned long sum = crc32(__VERIFIER_nondet_ulong(), data, n);
    free(data);
    return sum == 0;
}
