/* A search for the next free number, round in a ring (after Gulwani, Jain and Koskinen, PLDI
 * 2009).
 *
 * The word runs once round to id. Where the ring is as wide as int, it wraps through the least
 * int and meets id from below.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int id = __VERIFIER_nondet_int();
    int last = __VERIFIER_nondet_int();

    if (id < 0 || id >= last) {
        return 0;
    }
    int candidate = id + 1;
    while (candidate != id && __VERIFIER_nondet_int()) {
        if (candidate <= last) {
            candidate = candidate + 1;
        } else {
            candidate = 0;
        }
    }
    return 0;
}
