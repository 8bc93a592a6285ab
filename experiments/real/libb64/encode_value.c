/* libb64's character of a value of six bits, all that its callers have.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "cencode.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char value = __VERIFIER_nondet_char();
    if (value < 0)
        return 1;
    char c = base64_encode_value(value);
    assert(c >= '+' && c <= 'z');
}
