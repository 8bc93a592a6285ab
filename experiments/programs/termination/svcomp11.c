/* Three words in a ring, each step lowers one and may set another (after Cook, See and Zuleger,
 * TACAS 2013).
 *
 * The triple (y, z, x) falls lexicographically.
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

    while (x > 0 && y > 0 && z > 0) {
        if (__VERIFIER_nondet_int()) {
            x = x - 1;
        } else if (__VERIFIER_nondet_int()) {
            y = y - 1;
            z = __VERIFIER_nondet_int();
        } else {
            z = z - 1;
            x = __VERIFIER_nondet_int();
        }
    }
    return 0;
}
