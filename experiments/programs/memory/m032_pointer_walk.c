/* A pointer walks over ten numbers and adds them up; it stops at the end, which is behind the
 * last.
 *
 * It is before the end where it is followed. The sum by index is the same.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int sum(const int *first, const int *end)
{
    int sum = 0;

    for (const int *p = first; p != end; p++)
        sum += *p;
    return sum;
}

int main(void)
{
    int a[SIZE];
    int expected = 0;

    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        expected += a[i];
    }
    assert(sum(a, a + SIZE) == expected);
    return 0;
}
