/* Two counters with a bound each, until both are reached (Figure 7.2d).
 *
 * Where both bounds are the greatest word and the counters differ, they are never there
 * together. Over the integers it ends.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    unsigned j = __VERIFIER_nondet_uint();
    unsigned m = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint();

    while (i < m || j < n) {
        i = i + 1;
        j = j + 1;
    }
    return 0;
}
