/* A word changes sides of zero and comes one nearer, from the least int.
 *
 * |x| falls after the first step, which goes to the greatest int.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
#include <limits.h>

int main(void)
{
    int x = INT_MIN;

    while (x != 0) {
        if (x < 0) {
            x = -x - 1;
        } else {
            x = -x + 1;
        }
    }
    return 0;
}
