/* libb64's character of any value: a negative one is before the alphabet.
 *
 * expect memory-safety: false
 * expect termination: true
 */
#include "cencode.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    return base64_encode_value(__VERIFIER_nondet_char());
}
