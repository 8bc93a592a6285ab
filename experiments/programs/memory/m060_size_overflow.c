/* A block for n numbers is allocated, with its size found by a product of 32 bits, and filled.
 *
 * From n = 2^30 on the product wraps around, and the block is too small.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned bytes = n * 4u;

    if (n == 0)
        return 0;
    int *a = malloc(bytes);
    if (a == NULL)
        return 1;
    for (unsigned i = 0; i < n; i++)
        a[i] = 0;
    int first = a[0];
    free(a);
    return first;
}
