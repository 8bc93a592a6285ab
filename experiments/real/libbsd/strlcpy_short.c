/* libbsd's strlcpy of up to 7 characters into 4: it ends its string, and tells how long the source is.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "strlcpy.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char source[8], target[4];
    for (int i = 0; i < 7; i++)
        source[i] = __VERIFIER_nondet_char();
    source[7] = '\0';
    size_t length = strlcpy(target, source, sizeof target);
    assert(length < 8 && source[length] == '\0');
    assert(target[length < 4 ? length : 3] == '\0');
}
