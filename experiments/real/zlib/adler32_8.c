/* zlib's Adler-32 of up to 8 bytes in a block of just as many.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include "adler32.c"

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        return 1;
    unsigned char *data = malloc(n);
    if (data == NULL)
        return 1;
    unsigned long sum = adler32(__VERIFIER_nondet_ulong(), data, n);
    free(data);
    return sum == 0;
}
