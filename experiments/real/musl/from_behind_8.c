/* musl's memrchr in up to 8 bytes: what it finds is what it looks for.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include <string/memrchr.c>

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char block[8];
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 8)
        return 1;
    for (size_t i = 0; i < n; i++)
        block[i] = __VERIFIER_nondet_char();
    const char *found = __memrchr(block, 'x', n);
    assert(found == NULL || *found == 'x');
}
