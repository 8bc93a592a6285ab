/* A word goes to zero by ones, from either side (Figure 7.2g).
 *
 * R(x) = |x|.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x != 0) {
        if (x > 0) {
            x--;
        } else {
            x++;
        }
    }
    return 0;
}
