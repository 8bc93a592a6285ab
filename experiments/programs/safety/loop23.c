/* A length in bytes is computed from a length in words, which may wrap.
 *
 * x = 2^30 + 1 makes four bytes; the loop stops at i = 1 for the wrong reason.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned length = 4 * x;
    unsigned i = 0;

    while (4 * i < length && i < x) {
        i = i + 1;
    }
    assert(4 * i < length || i >= x);
    return 0;
}
