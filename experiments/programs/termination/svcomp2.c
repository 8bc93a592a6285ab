/* Even words are halved, odd ones made even, and the steps are counted.
 *
 * a falls; the count may wrap without harm.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int count = 0;

    while (a > 1) {
        if (a % 2 == 0) {
            a = a / 2;
        } else {
            a = a - 1;
        }
        count = count + 1;
    }
    return 0;
}
