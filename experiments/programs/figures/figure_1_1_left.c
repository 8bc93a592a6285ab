/* A deep loop over two words that are counted up together (Figure 1.1, left).
 *
 * x = y throughout.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    int y = 10;
    int x = 10;

    while (x < 250000000) {
        x++;
        y++;
    }
    assert(x == y);
    return 0;
}
