/* Nested loops over three bounded words (after Larraz and others, FMCAD 2013).
 *
 * The inner loop adds less than 10^4 to x in all, for it lowers z and z only falls; x falls by
 * one in each outer round, so y stops growing and falls. Nothing overflows.
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

    if (x < -10000 || x > 10000 || y > 10000 || z > 10000) {
        return 0;
    }
    while (y >= 1) {
        x = x - 1;
        while (y < z) {
            x = x + 1;
            z = z - 1;
        }
        y = x + y;
    }
    return 0;
}
