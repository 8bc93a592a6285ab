/* Factorials up to that of 21 in 64 bits, each divided by its last factor.
 *
 * 21! is above 2^64, and what is left of it is no multiple of 20!.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    unsigned long long product = 1;

    for (unsigned i = 1; i <= 21; i++) {
        unsigned long long before = product;
        product *= i;
        assert(product / i == before);
    }
    return 0;
}
