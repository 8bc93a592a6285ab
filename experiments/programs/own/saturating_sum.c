/* A sum that stays at the greatest word instead of wrapping.
 *
 * It never falls. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned total = 0;

    while (__VERIFIER_nondet_int()) {
        unsigned before = total;
        unsigned value = __VERIFIER_nondet_uint();
        total = before + value < before ? UINT_MAX : before + value;
        assert(total >= before && total >= value);
    }
    return 0;
}
