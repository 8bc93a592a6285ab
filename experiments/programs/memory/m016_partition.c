/* Ten numbers are parted by two indices: the negative ones come first.
 *
 * What left has passed is negative, what right has passed is not; they come closer in each round
 * and cross at the end.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int partition(int *a, int n)
{
    int left = 0;
    int right = n - 1;

    while (left <= right) {
        if (a[left] < 0) {
            left++;
        } else if (a[right] >= 0) {
            right--;
        } else {
            int other = a[left];
            a[left++] = a[right];
            a[right--] = other;
        }
    }
    return left;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    int border = partition(a, SIZE);
    assert(border >= 0 && border <= SIZE);
    for (int i = 0; i < border; i++)
        assert(a[i] < 0);
    for (int i = border; i < SIZE; i++)
        assert(a[i] >= 0);
    return 0;
}
