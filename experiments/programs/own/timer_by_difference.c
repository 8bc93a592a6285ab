/* A wait until a deadline by the sign of the difference.
 *
 * deadline - now falls from delay to zero, wrapped or not.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint();
    unsigned delay = __VERIFIER_nondet_uint();
    unsigned deadline = start + delay;
    unsigned now = start;

    if (delay > INT_MAX) {
        return 0;
    }
    while ((int)(deadline - now) > 0) {
        now++;
    }
    assert(now == deadline);
    return 0;
}
