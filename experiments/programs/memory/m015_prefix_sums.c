/* The prefix sums of ten zeros are taken.
 *
 * Each is the one before plus zero, and the first is zero.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

#define SIZE 10

int main(void)
{
    int a[SIZE];
    int sums[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = 0;
    sums[0] = a[0];
    for (int i = 1; i < SIZE; i++)
        sums[i] = sums[i - 1] + a[i];
    for (int i = 0; i < SIZE; i++)
        assert(sums[i] == 0);
    return 0;
}
