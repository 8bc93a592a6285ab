/* libb64's value of a character that is none of '{' to '~': -2 to 63.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "cdecode.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char c = __VERIFIER_nondet_char();
    if (c >= '{')
        return 1;
    int value = base64_decode_value(c);
    assert(value >= -2 && value < 64);
}
