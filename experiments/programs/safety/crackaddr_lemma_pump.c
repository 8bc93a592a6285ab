/* As long as the limit is within the buffer another pair of parentheses raises it: it gets to
 * the end (after Dullien, 2011).
 *
 * The limit rises by one in each round.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

#define BUFFER 200

int main(void)
{
    int limit = BUFFER - 10;

    while (limit < BUFFER) {
        limit = limit + 1;
    }
    assert(limit >= BUFFER);
    return 0;
}
