/* jansson's decoder of one character, told to be longer than it is: it trusts its caller.
 *
 * expect memory-safety: false
 * expect termination: true
 */
#include <stdint.h>
#include "utf.c"

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char bytes[3];
    int32_t point;
    for (int i = 0; i < 3; i++)
        bytes[i] = __VERIFIER_nondet_char();
    return utf8_check_full(bytes, __VERIFIER_nondet_size_t(), &point);
}
