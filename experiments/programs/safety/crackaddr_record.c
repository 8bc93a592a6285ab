/* The copying of a mail header over a record of its state, with the input in an array (after
 * Dullien, 2011).
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

struct state {
    int limit;
    int next;
    int quoted;
    int nested;
};

int main(void)
{
    char input[INPUT];
    struct state s = {BUFFER - 10, 0, 0, 0};

    for (int i = 0; i < INPUT; i++) {
        input[i] = (char)__VERIFIER_nondet_int();
    }
    for (int i = 0; i < INPUT; i++) {
        char c = input[i];
        if (c == '<' && !s.quoted) {
            s.quoted = 1;
            s.limit--;
        }
        if (c == '>' && s.quoted) {
            s.quoted = 0;
            s.limit++;
        }
        if (c == '(' && !s.quoted && !s.nested) {
            s.nested = 1;
        }
        if (c == ')' && !s.quoted && s.nested) {
            s.nested = 0;
            s.limit++;
        }
        if (s.next < s.limit) {
            s.next++;
        }
    }
    assert(s.next < BUFFER);
    return 0;
}
