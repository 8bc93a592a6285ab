/* The even places of an array of a million are set, and those are looked at.
 *
 * What is even and below the index is 1.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

#define SIZE 1000000

int a[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i += 2)
        a[i] = 1;
    for (int i = 0; i < SIZE; i++) {
        if (i % 2 == 0)
            assert(a[i] == 1);
    }
    return 0;
}
