/* An array of ten is filled with 42, then looked through.
 *
 * What the index has passed is 42.
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

    for (int i = 0; i < SIZE; i++)
        a[i] = 42;
    for (int i = 0; i < SIZE; i++)
        assert(a[i] == 42);
    return 0;
}
