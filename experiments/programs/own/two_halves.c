/* A word goes up in the first half of a loop and down in the second.
 *
 * y = x as long as x < 500000, and from there on y = 1000000 - x.
 *
 * Words of unsigned have 32 bits.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    unsigned x = 0, y = 0;

    while (x < 1000000) {
        if (x < 500000)
            y++;
        else
            y--;
        x++;
    }
    assert(y == 0);
    return 0;
}
