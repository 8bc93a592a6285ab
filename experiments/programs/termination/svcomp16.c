/* Two branches that do the same (after Harris, Lal, Nori and Rajamani, SAS 2010, Figure 3).
 *
 * x falls.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x - 1;
        } else {
            x = x - 1;
        }
    }
    return 0;
}
