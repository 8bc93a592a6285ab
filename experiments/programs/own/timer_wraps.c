/* A wait until a deadline that is compared as a number.
 *
 * Where start + delay wraps, it ends at once.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned start = __VERIFIER_nondet_uint();
    unsigned delay = __VERIFIER_nondet_uint();
    unsigned deadline = start + delay;
    unsigned now = start;

    while (now < deadline) {
        now++;
    }
    assert(now - start >= delay);
    return 0;
}
