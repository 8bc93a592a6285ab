/* The lowest set bit of a signed word is cleared while the word is positive (Figure 7.2a).
 *
 * R(x) = x, linear although the loop is not.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x > 0) {
        x = (x - 1) & x;
    }
    return 0;
}
