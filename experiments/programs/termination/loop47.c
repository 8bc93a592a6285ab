/* A word is negated and halved until it is zero.
 *
 * |x| at least halves, also for the least int, whose negation is itself.
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
