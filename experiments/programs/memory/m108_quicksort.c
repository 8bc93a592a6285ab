/* Four numbers are sorted by recursion around the last of them.
 *
 * Behind a pass, the numbers below the pivot stand before it and the others behind it. Both parts
 * are without the pivot and so smaller.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 4

static void swap(int *p, int *q)
{
    int other = *p;

    *p = *q;
    *q = other;
}

static void sort(int *a, int low, int high)
{
    if (low >= high)
        return;
    int border = low;
    for (int i = low; i < high; i++) {
        if (a[i] < a[high]) {
            swap(&a[border], &a[i]);
            border++;
        }
    }
    swap(&a[border], &a[high]);
    sort(a, low, border - 1);
    sort(a, border + 1, high);
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    sort(a, 0, SIZE - 1);
    for (int i = 1; i < SIZE; i++)
        assert(a[i - 1] <= a[i]);
    return 0;
}
