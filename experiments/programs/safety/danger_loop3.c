/* A counter to a million, and a word that may step along, after a hundred free steps of both.
 *
 * They may go together all the way.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0;
    int j = 0;

    for (int k = 0; k < 100; k++) {
        if (__VERIFIER_nondet_int()) {
            i = i + 1;
        }
        if (__VERIFIER_nondet_int()) {
            j = j + 1;
        }
    }
    while (i < 1000000) {
        if (__VERIFIER_nondet_int()) {
            j = j + 1;
        }
        i = i + 1;
    }
    assert(i != j);
    return 0;
}
