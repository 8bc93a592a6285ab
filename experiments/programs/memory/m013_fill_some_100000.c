/* The first k places of an array of 100000 are filled with 42, and those are looked at.
 *
 * What the index has passed is 42; k is at most 100000.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

int main(void)
{
    int a[SIZE];
    int k = __VERIFIER_nondet_int();

    if (k < 0 || k > SIZE)
        return 0;
    for (int i = 0; i < k; i++)
        a[i] = 42;
    for (int i = 0; i < k; i++)
        assert(a[i] == 42);
    return 0;
}
