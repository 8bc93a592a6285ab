/* A word falls by a step that grows from one (after Brockschmidt, Cook and Fuhs, CAV 2013).
 *
 * y >= 1 holds throughout and x falls; after at most 65536 steps x is gone.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = 1;

    while (x > 0) {
        x = x - y;
        y = y + 1;
    }
    return 0;
}
