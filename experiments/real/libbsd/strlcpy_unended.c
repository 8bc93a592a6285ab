/* libbsd's strlcpy of characters that nothing ends: it looks for their end, though the target is full.
 *
 * expect memory-safety: false
 */
#include "strlcpy.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char source[8], target[4];
    for (int i = 0; i < 8; i++)
        source[i] = __VERIFIER_nondet_char();
    return strlcpy(target, source, sizeof target) > 3;
}
