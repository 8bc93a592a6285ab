/* Four numbers are set through an array of pointers to them.
 *
 * The pointers are distinct, so that none of the writes undoes another.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

int main(void)
{
    int north = 0;
    int east = 0;
    int south = 0;
    int west = 0;
    int *const all[4] = {&north, &east, &south, &west};

    for (int i = 0; i < 4; i++)
        *all[i] = 10 * i;
    assert(north == 0);
    assert(east == 10);
    assert(south == 20);
    assert(west == 30);
    return 0;
}
