/* One unsigned word is counted up to another.
 *
 * n - x falls; x stays at most n and cannot wrap.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint();

    while (x < n) {
        x = x + 1;
    }
    return 0;
}
