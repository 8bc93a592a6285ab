/* The bits of a byte less one are counted by shifting.
 *
 * A byte of 65 or more, or 0, has seven or eight of them.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char c = (unsigned char)__VERIFIER_nondet_uint();
    int count = 0;

    c = c - 1;
    while (c > 0) {
        c = c >> 1;
        count = count + 1;
    }
    assert(count < 7);
    return 0;
}
