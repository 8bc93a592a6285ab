/* Odd words go down to even ones, even ones go up by two (after Kroening and others, CAV 2010).
 *
 * After the first step x is even, grows by two and passes 254; debug stays 0.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int debug = 0;

    while (x < 255) {
        if (x % 2 != 0) {
            x = x - 1;
        } else {
            x = x + 2;
        }
        if (debug != 0) {
            x = 0;
        }
    }
    return 0;
}
