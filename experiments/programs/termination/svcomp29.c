/* A word is multiplied by -2 and shifted (after Podelski and Rybalchenko, VMCAI 2004, Example
 * 2).
 *
 * Modulo 2^32 every start is after at most 32 steps at the only fixed point, -1431655762, which
 * is negative. At some smaller widths it runs for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x >= 0) {
        x = -2 * x + 10;
    }
    return 0;
}
