/* A condition whose second half has an effect that the first may prevent.
 *
 * calls counts the rounds in which x was positive, which are all but the last.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int calls = 0;
    int rounds = 0;

    if (x < 0) {
        return 0;
    }
    while (x > 0 && ++calls) {
        x--;
        rounds++;
    }
    assert(calls == rounds);
    return 0;
}
