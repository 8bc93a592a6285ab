/* Two sums agree where a flag chose the start of a counter.
 *
 * With the flag set, i is even and j = i + 1 throughout, so a and b grow alike. The environment
 * may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int flag = __VERIFIER_nondet_int();
    int a = 0;
    int b = 0;
    int i = flag ? 0 : 1;
    int j = 1;

    while (__VERIFIER_nondet_int()) {
        a = a + 1;
        b = b + (j - i);
        i = i + 2;
        if (i % 2 == 0) {
            j = j + 2;
        } else {
            j = j + 1;
        }
    }
    if (flag) {
        assert(a == b);
    }
    return 0;
}
