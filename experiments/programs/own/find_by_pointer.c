/* A number is looked for in an array by a pointer that walks over it.
 *
 * The pointer stays within the array, and where it stops before the end it points to the number.
 *
 * Words of int have 32 bits.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int find(const int *a, int n, int x)
{
    const int *p = a;

    while (p < a + n && *p != x)
        p++;
    return p - a;
}

int main(void)
{
    int a[4];

    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int at = find(a, 4, x);
    assert(at == 4 || a[at] == x);
    return 0;
}
