/* Binary search in a block of up to 2^31 - 1 bytes, all zero and so sorted, with the midpoint
 * found from a sum.
 *
 * low + high overflows where the block is large and what is looked for is above zero: the
 * midpoint is negative. Rounds that do not fail make the interval smaller.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int search(const unsigned char *a, int n, int x)
{
    int low = 0;
    int high = n - 1;

    while (low <= high) {
        int middle = (low + high) / 2;
        assert(middle >= 0 && middle < n);
        if (a[middle] == x)
            return middle;
        if (a[middle] < x)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();

    if (n <= 0)
        return 0;
    unsigned char *a = calloc(n, 1);
    if (a == NULL)
        return 1;
    int at = search(a, n, x);
    free(a);
    return at < 0;
}
