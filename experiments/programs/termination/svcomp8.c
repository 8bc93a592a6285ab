/* A step that alternates between z and -z - 1 (after Chen, Flur and Mukhopadhyay, SAS 2012).
 *
 * From the second step on, two successive steps add z + (-z - 1) = -1 to x, modulo 2^32 too.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();

    while (x > 0) {
        x = x + y;
        y = z;
        z = -z - 1;
    }
    return 0;
}
