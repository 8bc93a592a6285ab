/* Two loops in sequence that share a counter (after Avery, FLOPS 2006).
 *
 * In the first loop i falls to 0, in the second y - i falls; neither counter overflows.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = 0;
    int i = x;

    if (x > 0 && y > 0) {
        while (i > 0) {
            i = i - 1;
            z = z + 1;
        }
        while (i < y) {
            i = i + 1;
            z = z - 1;
        }
    }
    return 0;
}
