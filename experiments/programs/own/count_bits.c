/* The parity of a word, by clearing its bits one by one and by folding it.
 *
 * Clearing a bit flips the parity of what is left; at most 32 steps.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned word = __VERIFIER_nondet_uint();
    unsigned rest = word;
    unsigned odd = 0;

    while (rest != 0) {
        rest &= rest - 1;
        odd ^= 1u;
    }
    word ^= word >> 16;
    word ^= word >> 8;
    word ^= word >> 4;
    word ^= word >> 2;
    word ^= word >> 1;
    assert(odd == (word & 1u));
    return 0;
}
