/* A mail header is copied into a buffer of 200 bytes with a limit for quotes and parentheses
 * (after Dullien, 2011, corrected).
 *
 * The limit is 190 less one for each of quoted and nested. The input may be endless.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define BUFFER 200

char buffer[BUFFER];

int main(void)
{
    int limit = BUFFER - 10;
    int next = 0;
    int quoted = 0;
    int nested = 0;
    char c = (char)__VERIFIER_nondet_int();

    while (c != '\0') {
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
            limit--;
        }
        if (c == ')' && !quoted && nested) {
            nested = 0;
            limit++;
        }
        if (next < limit) {
            assert(next < BUFFER);
            buffer[next] = c;
            next++;
        }
        c = (char)__VERIFIER_nondet_int();
    }
    return 0;
}
