/* The moves of the towers of Hanoi with up to twenty discs are counted.
 *
 * A tower of n discs takes 2^n - 1 moves: twice those of n - 1 discs, and one.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int moves;

static void move(int discs, int from, int to, int over)
{
    if (discs == 0)
        return;
    move(discs - 1, from, over, to);
    moves++;
    move(discs - 1, over, to, from);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 20)
        return 0;
    move(n, 1, 2, 3);
    assert(moves == (1 << n) - 1);
    return 0;
}
