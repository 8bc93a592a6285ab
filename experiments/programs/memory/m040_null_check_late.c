/* A number is looked for among ten; the pointer to it is followed before it is compared with
 * null.
 *
 * It is null where the number is none of the ten.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
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
    int *p = find(a, SIZE, __VERIFIER_nondet_int());
    int found = *p;
    if (p == NULL)
        return 1;
    return found == 0;
}
