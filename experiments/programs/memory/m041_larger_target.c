/* A function picks the pointer to the larger of two numbers, and so finds the largest of ten.
 *
 * It returns one of the two; where both are equal, the first.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static const int *larger(const int *p, const int *q)
{
    return *p < *q ? q : p;
}

int main(void)
{
    int a[SIZE];
    const int *largest = a;

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < SIZE; i++) {
        const int *before = largest;
        largest = larger(before, &a[i]);
        assert(largest == before || largest == &a[i]);
        assert(*largest >= *before && *largest >= a[i]);
    }
    assert(largest >= a && largest < a + SIZE);
    return 0;
}
