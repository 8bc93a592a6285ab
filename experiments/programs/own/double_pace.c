/* One word at twice the pace of another.
 *
 * fast = 2 slow throughout, modulo 2^32. The environment may go on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned slow = 0;
    unsigned fast = 0;

    while (__VERIFIER_nondet_int()) {
        slow += 1;
        fast += 2;
    }
    assert(fast == slow * 2);
    return 0;
}
