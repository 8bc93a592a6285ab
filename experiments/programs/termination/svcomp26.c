/* One of two words becomes their sum, the other the least of them less one (after Ben-Amram).
 *
 * The least of x and y falls; a sum that overflows is negative and ends the loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    while (x > 0 && y > 0) {
        int z = x < y ? x : y;
        if (__VERIFIER_nondet_int()) {
            y = x + y;
            x = z - 1;
        } else {
            x = x + y;
            y = z - 1;
        }
    }
    return 0;
}
