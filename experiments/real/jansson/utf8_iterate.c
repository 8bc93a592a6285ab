/* jansson's walk over a string of any length, one character after the other.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <stdint.h>
#include <stdlib.h>
#include "utf.c"

extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    char *text = malloc(n);
    if (text == NULL)
        return 1;
    const char *at = text, *end = text + n;
    while (at != NULL && at < end) {
        int32_t point;
        at = utf8_iterate(at, end - at, &point);
    }
    free(text);
}
