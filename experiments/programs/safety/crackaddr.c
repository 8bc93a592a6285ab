/* A mail header is copied into a buffer of 200 bytes with a limit for quotes and parentheses,
 * which is raised too often (after Dullien, 2011).
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
