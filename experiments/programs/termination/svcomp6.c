/* Two nested loops where the inner one counts up to the outer counter (after Brockschmidt, Cook
 * and Fuhs, CAV 2013).
 *
 * i is below n, hence below the greatest int, wherever the inner loop runs: j <= i fails at
 * last.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();

    while (i < n) {
        int j = 0;
        while (j <= i) {
            j = j + 1;
        }
        i = i + 1;
    }
    return 0;
}
