/* Two words are counted down until the first is zero.
 *
 * y - x = j - i throughout; a negative x wraps round to zero in the end.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();
    int x = i;
    int y = j;

    while (x != 0) {
        x = x - 1;
        y = y - 1;
    }
    assert(i != j || y == 0);
    return 0;
}
