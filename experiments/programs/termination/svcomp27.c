/* Two counters with a bound each, until both are reached (after Nori and Sharma, FSE 2013,
 * Figure 7).
 *
 * Where both bounds are the greatest int and the counters differ, they are never there together.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int n = __VERIFIER_nondet_int();
    int c = 0;

    while (i < m || j < n) {
        i = i + 1;
        j = j + 1;
        c = c + 1;
    }
    return 0;
}
