/* One of two words becomes the least of them less one, the environment chooses the other (after
 * Ben-Amram).
 *
 * The least of x and y falls.
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
        int least = x < y ? x : y;
        if (__VERIFIER_nondet_int()) {
            y = least - 1;
            x = __VERIFIER_nondet_int();
        } else {
            x = least - 1;
            y = __VERIFIER_nondet_int();
        }
    }
    return 0;
}
