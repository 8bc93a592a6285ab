/* A number is looked for among ten; the pointer to it is null where it is none of them.
 *
 * The pointer is followed only where it is not null; it points to the number then.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int *find(int *a, int n, int x)
{
    for (int *p = a; p < a + n; p++) {
        if (*p == x)
            return p;
    }
    return NULL;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int *p = find(a, SIZE, x);
    if (p == NULL)
        return 1;
    assert(*p == x);
    *p = 0;
    return 0;
}
