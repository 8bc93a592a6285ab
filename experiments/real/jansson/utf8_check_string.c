/* jansson's check of a string of any length, which it must not leave.
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
    int good = utf8_check_string(text, n);
    free(text);
    return good;
}
