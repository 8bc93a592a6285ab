/* The greatest of a million numbers is found in one pass; none is above it.
 *
 * What the index has passed is at most the greatest so far.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 1000000

int a[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    int greatest = a[0];
    for (int i = 1; i < SIZE; i++) {
        if (a[i] > greatest)
            greatest = a[i];
    }
    for (int i = 0; i < SIZE; i++)
        assert(a[i] <= greatest);
    return 0;
}
