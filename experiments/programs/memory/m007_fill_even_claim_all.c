/* The even places of an array of ten numbers are set to 1, and all are claimed to be 1.
 *
 * The odd places keep what they were given, which may be anything.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i += 2)
        a[i] = 1;
    for (int i = 0; i < SIZE; i++)
        assert(a[i] == 1);
    return 0;
}
