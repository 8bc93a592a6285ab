/* A counter to a million, and a word that may step along, from any place where i <= j <=
 * 1000000.
 *
 * It may step along whenever they are equal.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();

    if (i < 0 || i > j || j > 1000000) {
        return 0;
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
