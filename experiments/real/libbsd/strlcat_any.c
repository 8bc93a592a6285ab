/* libbsd's strlcat from a string of any length into a buffer of any length, which holds a string itself.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <stdlib.h>
#include "strlcat.c"

extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t from = __VERIFIER_nondet_size_t(), to = __VERIFIER_nondet_size_t();
    if (from == 0 || to == 0)
        return 1;
    char *source = malloc(from), *target = malloc(to);
    if (source != NULL && target != NULL) {
        source[from - 1] = '\0';
        target[to - 1] = '\0';
        strlcat(target, source, to);
    }
    free(source);
    free(target);
}
