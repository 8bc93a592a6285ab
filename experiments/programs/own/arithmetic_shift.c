/* A signed word is shifted right until it is zero.
 *
 * Negative words end at -1 and stay.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x != 0) {
        x >>= 1;
    }
    return 0;
}
