/* A signed word is counted up to a bound, from zero again where it is above it (after Cook, See
 * and Zuleger, TACAS 2013).
 *
 * Where m < 0 < x, x becomes 0 and stays there.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();

    while (x != m) {
        if (x > m) {
            x = 0;
        } else {
            x = x + 1;
        }
    }
    return 0;
}
