/* Two words run apart by a step of nine or minus nine, which is found in eight steps (after
 * Heizmann, 2013).
 *
 * One of them climbs past 100 without overflow; if the other wraps to a great word first, that
 * ends the loop as well.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = -1;
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();

    if (__VERIFIER_nondet_int()) {
        x = 1;
    }
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    x = x > 0 ? x + 1 : x - 1;
    while (y < 100 && z < 100) {
        y = y + x;
        z = z - x;
    }
    return 0;
}
