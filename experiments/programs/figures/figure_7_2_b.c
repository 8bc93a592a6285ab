/* A word is negated and halved until it is zero (Figure 7.2b).
 *
 * R(x) = |x|; no linear function will do.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x != 0) {
        x = -x / 2;
    }
    return 0;
}
