/* To make room at the front, n numbers in an array of ten are moved up by k places with memcpy.
 *
 * Nobody asks whether n + k numbers fit: the last go behind the array. Where k is below n, the
 * two parts overlap, too, which memcpy does not allow.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static void make_room(int *a, int n, int k)
{
    memcpy(a + k, a, n * sizeof *a);
}

int main(void)
{
    int a[SIZE];
    int n = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();

    if (n < 0 || n > SIZE || k <= 0 || k > SIZE)
        return 0;
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    make_room(a, n, k);
    for (int i = 0; i < k; i++)
        a[i] = 0;
    return a[0];
}
