/* jansson's walk over a string of up to four bytes: where it is not stopped, it comes to the end.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include <stdint.h>
#include "utf.c"

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char text[4];
    size_t n = __VERIFIER_nondet_size_t();
    if (n > 4)
        return 1;
    for (size_t i = 0; i < n; i++)
        text[i] = __VERIFIER_nondet_char();
    const char *at = text, *end = text + n;
    while (at != NULL && at < end) {
        int32_t point;
        at = utf8_iterate(at, end - at, &point);
    }
    assert(at == NULL || at == end);
}
