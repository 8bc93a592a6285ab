/* A doubling loop, then a loop of two counters (after Harris, Lal, Nori and Rajamani, SAS 2010,
 * Figure 1).
 *
 * At most seven doublings; then the pair (x, y) falls lexicographically since d is 1 or 2.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    int z = 1;
    int d = 2;

    if (__VERIFIER_nondet_int()) {
        d = 1;
    }
    if (k >= 128) {
        return 0;
    }
    while (z < k) {
        z = 2 * z;
    }
    while (x > 0 && y > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x - d;
            y = __VERIFIER_nondet_int();
            z = z - 1;
        } else {
            y = y - d;
        }
    }
    return 0;
}
