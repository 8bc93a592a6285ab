/* Factorials up to that of 20 in 64 bits, each divided by its last factor.
 *
 * 20! is below 2^64.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    unsigned long long product = 1;

    for (unsigned i = 1; i <= 20; i++) {
        unsigned long long before = product;
        product *= i;
        assert(product / i == before);
    }
    return 0;
}
