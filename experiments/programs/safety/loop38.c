/* Ten branches on the same parity in each round: x grows by 19 for an even y and falls by 4 for
 * an odd one.
 *
 * With an odd y it wraps in the first round, to a great even word. With an even y it ends at
 * 114.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = 0;
    unsigned y = __VERIFIER_nondet_uint();

    while (x < 99) {
        x = y % 2 == 0 ? x + 2 : x - 2;
        x = y % 2 == 0 ? x + 2 : x - 2;
        x = y % 2 == 0 ? x + 2 : x - 2;
        x = y % 2 == 0 ? x + 2 : x - 2;
        x = y % 2 == 0 ? x + 2 : x - 2;
        x = y % 2 == 0 ? x + 2 : x - 2;
        x = y % 2 == 0 ? x + 2 : x + 2;
        x = y % 2 == 0 ? x + 2 : x + 2;
        x = y % 2 == 0 ? x + 2 : x + 2;
        x = y % 2 == 0 ? x + 1 : x + 2;
    }
    assert(x % 2 == y % 2);
    return 0;
}
