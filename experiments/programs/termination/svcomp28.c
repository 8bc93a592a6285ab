/* A bound that runs after a growing word (after Nori and Sharma, FSE 2013, Figure 8).
 *
 * Where x is the greatest int and z <= 1, y goes round for ever: x >= y always holds. Over the
 * integers it ends.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = __VERIFIER_nondet_int();
    int c = 0;

    while (x >= y) {
        c = c + 1;
        if (z > 1) {
            z = z - 1;
            x = x + z;
        } else {
            y = y + 1;
        }
    }
    return 0;
}
