/* Euclid's algorithm where the remainder is found by subtraction (after Dershowitz and others,
 * 2001).
 *
 * 0 <= r < y after the inner loop, so y falls. The magnitude of the least int stays negative and
 * leaves at once.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    if (x < 0) {
        x = -x;
    }
    if (y < 0) {
        y = -y;
    }
    while (y > 0) {
        int r = x;
        while (r >= y) {
            r = r - y;
        }
        x = y;
        y = r;
    }
    return 0;
}
