/* Two nested counters; the outer one is claimed not to end at twelve.
 *
 * i ends at 11, and j one above it.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

int main(void)
{
    int i = 0;
    int j = 0;

    while (j <= i) {
        while (i <= 10) {
            i = i + 1;
        }
        j = j + 1;
    }
    assert(j != 12);
    return 0;
}
