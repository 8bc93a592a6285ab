/* A word is multiplied by -2 or -3 and shifted, as the environment says (after Urban).
 *
 * Over the integers the magnitude grows until x is above 1000. Modulo 2^32 a search through all
 * states at most 1000 found no cycle; the longest run has 89 steps. At some smaller widths it
 * runs for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x <= 1000) {
        if (__VERIFIER_nondet_int()) {
            x = -2 * x + 2;
        } else {
            x = -3 * x - 2;
        }
    }
    return 0;
}
