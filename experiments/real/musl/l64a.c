/* musl's l64a of any number: seven characters hold it.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#include <misc/a64l.c>

extern long __VERIFIER_nondet_long(void);

int main(void)
{
    return *l64a(__VERIFIER_nondet_long());
}
