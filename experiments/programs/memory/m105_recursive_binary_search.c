/* Binary search by recursion in a sorted array of ten.
 *
 * The pointer to the middle lies in the array while there are elements left; each call gets
 * fewer.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static const int *search(const int *first, int n, int x)
{
    if (n == 0)
        return NULL;
    const int *middle = first + n / 2;
    if (*middle == x)
        return middle;
    if (*middle < x)
        return search(middle + 1, n - n / 2 - 1, x);
    return search(first, n / 2, x);
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (i > 0 && a[i - 1] > a[i])
            return 0;
    }
    int x = __VERIFIER_nondet_int();
    const int *found = search(a, SIZE, x);
    assert(found == NULL || *found == x);
    return 0;
}
