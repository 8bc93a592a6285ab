/* A million numbers are copied to another array, last one first.
 *
 * Up to the index the copy mirrors the array.
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
int b[SIZE];

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        b[i] = a[SIZE - 1 - i];
    for (int i = 0; i < SIZE; i++)
        assert(b[i] == a[SIZE - 1 - i]);
    return 0;
}
