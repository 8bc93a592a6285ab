/* The lowest run of set bits is to be cleared, but only odd words have one at the end.
 *
 * Every positive even x is a fixed point.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x > 0) {
        x = x & (x + 1);
    }
    return 0;
}
