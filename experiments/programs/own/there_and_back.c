/* Two loops in sequence: what the first one adds the second one takes.
 *
 * y = 3 x throughout, modulo 2^32.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned x = 0;
    unsigned y = 0;

    while (x < n) {
        x++;
        y += 3;
    }
    while (x > 0) {
        x--;
        y -= 3;
    }
    assert(y == 0);
    return 0;
}
