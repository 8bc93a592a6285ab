/* A word is rotated by one place until it is the same again.
 *
 * After 32 rotations at the latest.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint();
    unsigned x = start;
    int steps = 0;

    do {
        x = (x << 1) | (x >> 31);
        steps++;
    } while (x != start);
    assert(steps <= 32 && 32 % steps == 0);
    return 0;
}
