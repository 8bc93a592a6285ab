/* musl's memcpy of up to three bytes: no words are copied, the target is what the source is.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#define memcpy own_memcpy
#include <string/memcpy.c>

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char source[3], target[3];
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 3)
        return 1;
    for (size_t i = 0; i < 3; i++)
        source[i] = __VERIFIER_nondet_char();
    own_memcpy(target, source, n);
    for (size_t i = 0; i < n; i++)
        assert(target[i] == source[i]);
}
