/* The copying of a mail header with only the next place to write as its result, over 250
 * characters of input (after Dullien, 2011).
 *
 * Each "()" raises the limit by one; more than ten pairs let the copy run over the end.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define BUFFER 200
#define INPUT 250

int main(void)
{
    int limit = BUFFER - 10;
    int next = 0;
    int quoted = 0;
    int nested = 0;

    for (int i = 0; i < INPUT; i++) {
        int c = __VERIFIER_nondet_int();
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
        if (next < limit) {
            next++;
        }
    }
    assert(next < BUFFER);
    return 0;
}
