/* A word falls by a second word, which is one (Figure 7.2h).
 *
 * R(x) = x with the invariant y = 1.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y;

    y = 1;
    while (x > 0) {
        x = x - y;
    }
    return 0;
}
