/* libb64's value of a character. Its table is left by one: '{' is 80 behind '+', and 80 is the table's size.
 *
 * expect memory-safety: false
 * expect termination: true
 */
#include "cdecode.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    return base64_decode_value(__VERIFIER_nondet_char()) < 0;
}
