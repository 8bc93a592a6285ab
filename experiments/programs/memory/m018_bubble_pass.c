/* One pass of bubble sort over ten numbers brings the greatest to the end.
 *
 * Up to the index the last element is the greatest.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
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
    for (int i = 0; i + 1 < SIZE; i++) {
        if (a[i] > a[i + 1]) {
            int other = a[i];
            a[i] = a[i + 1];
            a[i + 1] = other;
        }
    }
    for (int i = 0; i < SIZE; i++)
        assert(a[i] <= a[SIZE - 1]);
    return 0;
}
