/* A positive short is counted up.
 *
 * The sum is an int; the assignment makes 32768 a negative short, the least.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    short start = (short)__VERIFIER_nondet_int();
    short s = start;

    while (s > 0) {
        s++;
    }
    assert(start <= 0 || s == SHRT_MIN);
    return 0;
}
