/* A word falls by a step that grows, wherever the step begins (after Brockschmidt, Cook and
 * Fuhs, CAV 2013).
 *
 * While y passes once through all its values, their sum is 2^31 modulo 2^32: the sign of q flips
 * within 2^32 steps.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int q = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    while (q >= 0) {
        q = q - y;
        y = y + 1;
    }
    return 0;
}
