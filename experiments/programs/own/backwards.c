/* A loop over the words below n from the last to the first.
 *
 * The counter wraps from 0 to the greatest word, which is not below n; with no words it starts
 * there.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned visited = 0;

    for (unsigned i = n - 1; i < n; i--) {
        visited++;
    }
    assert(visited == n);
    return 0;
}
