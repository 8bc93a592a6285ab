/* An even word grows by twos up to any 16-bit bound and is claimed odd.
 *
 * It stays even.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned short n = (unsigned short)__VERIFIER_nondet_uint();
    unsigned x = 0;

    while (x < n) {
        x = x + 2;
    }
    assert(x % 2 == 1);
    return 0;
}
