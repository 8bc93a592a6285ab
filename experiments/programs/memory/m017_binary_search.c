/* Binary search in a sorted array of ten; the index that is looked at lies within.
 *
 * It lies between low and high, which stay within the array. The interval shrinks in each round.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int search(const int *a, int n, int x)
{
    int low = 0;
    int high = n - 1;

    while (low <= high) {
        int middle = low + (high - low) / 2;
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
    int a[SIZE];

    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (i > 0 && a[i - 1] > a[i])
            return 0;
    }
    int x = __VERIFIER_nondet_int();
    int at = search(a, SIZE, x);
    assert(at == -1 || a[at] == x);
    return 0;
}
