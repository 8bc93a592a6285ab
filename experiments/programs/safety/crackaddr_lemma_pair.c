/* Two steps of the copying of a mail header, over "(" and ")", raise the limit by one and keep
 * the flags (after Dullien, 2011).
 *
 * The text is neither quoted nor nested before.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int start = __VERIFIER_nondet_int();
    int limit = start;
    int quoted = 0;
    int nested = 0;

    for (int i = 0; i < 2; i++) {
        char c = i == 0 ? '(' : ')';
        if (c == '<' && !quoted) {
            quoted = 1;
            limit--;
        }
        if (c == '>' && quoted) {
            quoted = 0;
            limit++;
        }
        if (c == '(' && !quoted && !nested) {
            nested = 1;
        }
        if (c == ')' && !quoted && nested) {
            nested = 0;
            limit++;
        }
    }
    assert(limit == (int)(start + 1u) && !quoted && !nested);
    return 0;
}
