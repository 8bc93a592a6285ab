/* musl's memrchr in a block of any length.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <stdlib.h>
#include <string/memrchr.c>

extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    char *block = malloc(n);
    if (block == NULL)
        return 1;
    const char *found = __memrchr(block, 'x', n);
    free(block);
    return found != NULL;
}
