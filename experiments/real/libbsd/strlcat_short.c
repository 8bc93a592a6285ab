/* libbsd's strlcat of up to three characters behind up to three, in four bytes: it ends its string, and tells how long both are.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "strlcat.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char source[4], target[4];
    for (int i = 0; i < 3; i++) {
        source[i] = __VERIFIER_nondet_char();
        target[i] = __VERIFIER_nondet_char();
    }
    source[3] = target[3] = '\0';
    size_t length = strlcat(target, source, sizeof target);
    assert(length <= 6);
    assert(target[length < 4 ? length : 3] == '\0');
}
