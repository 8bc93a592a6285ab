/* Two nested loops where the inner one counts up to the outer counter (Figure 7.4).
 *
 * j <= i < n holds in the inner loop; n - i falls in the outer one, i - j in the inner one.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int j;
    int n = __VERIFIER_nondet_int();

    while (i < n) {
        j = 0;
        while (j <= i) {
            j = j + 1;
        }
        i = i + 1;
    }
    return 0;
}
