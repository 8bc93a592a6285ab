/* The first half of an array of 100000 is filled with 0, the second with 1.
 *
 * The loops meet in the middle; neither writes into the other's half.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

#define SIZE 100000

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE / 2; i++)
        a[i] = 0;
    for (int i = SIZE / 2; i < SIZE; i++)
        a[i] = 1;
    for (int i = 0; i < SIZE; i++)
        assert(a[i] == (i < SIZE / 2 ? 0 : 1));
    return 0;
}
