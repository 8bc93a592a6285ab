/* A byte is counted up to an int.
 *
 * A byte is never above 255: with a greater limit it goes round for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    int steps = 0;

    for (unsigned char i = 0; i < limit; i++) {
        steps++;
    }
    return 0;
}
