/* jansson's check of a string of up to four bytes, which it must not leave.
 *
 * expect memory-safety: true
 * expect termination: true
 */
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
    return utf8_check_string(text, n);
}
