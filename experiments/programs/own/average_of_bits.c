/* The floor of an average, computed without a wider word.
 *
 * a + b = 2 (a & b) + (a ^ b). No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned average = (a & b) + ((a ^ b) >> 1);

    assert(average == ((unsigned long long)a + b) / 2);
    return 0;
}
