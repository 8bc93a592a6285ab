/* An array of ten is filled with 42 up to the last but one, then all of it is claimed to be 42.
 *
 * The last element keeps the zero that it starts with.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: true
 */
#include <assert.h>

#define SIZE 10

int a[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE - 1; i++)
        a[i] = 42;
    for (int i = 0; i < SIZE; i++)
        assert(a[i] == 42);
    return 0;
}
