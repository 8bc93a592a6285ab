/* The copying of a mail header into 20 bytes (after Dullien, 2011).
 *
 * Each "()" raises the limit by one; more than ten pairs let the copy run over the end. The
 * input may be endless.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define BUFFER 20

int main(void)
{
    int limit = BUFFER - 10;
    int next = 0;
    int quoted = 0;
    int nested = 0;

    for (int c = __VERIFIER_nondet_int(); c != '\0'; c = __VERIFIER_nondet_int()) {
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
            assert(next < BUFFER);
            next++;
        }
    }
    return 0;
}
