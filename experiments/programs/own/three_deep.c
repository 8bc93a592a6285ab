/* Three nested counters, each from the one outside of it.
 *
 * i > j > k >= 0 in the innermost loop; 100 - i, i - j and j - k fall.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    int inner = 0;

    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++) {
                assert(i > j && j > k && k >= 0);
                inner++;
            }
        }
    }
    assert(inner == 161700);
    return 0;
}
