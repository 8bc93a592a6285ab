/* A loop in two phases (Figure 7.2i).
 *
 * R(x, y, z) = (x < y, z): once y <= x holds it stays so, and z falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();

    while (x > 0 && y > 0 && z > 0) {
        if (y > x) {
            y = z;
            x = __VERIFIER_nondet_int();
            z = x - 1;
        } else {
            z = z - 1;
            x = __VERIFIER_nondet_int();
            y = x - 1;
        }
    }
    return 0;
}
