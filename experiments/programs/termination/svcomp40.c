/* Two nested counters, the inner one from 1000 (after Urban, 2013).
 *
 * 11 - x1 falls in the outer loop, x2 in the inner one.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x1 = __VERIFIER_nondet_int();

    while (x1 <= 10) {
        int x2 = 1000;
        while (x2 > 1) {
            x2 = x2 - 1;
        }
        x1 = x1 + 1;
    }
    return 0;
}
