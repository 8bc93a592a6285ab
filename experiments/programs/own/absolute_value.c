/* The magnitude of a word is claimed not to be negative.
 *
 * That of the least int is. No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int magnitude = x < 0 ? -x : x;

    assert(magnitude >= 0);
    return 0;
}
