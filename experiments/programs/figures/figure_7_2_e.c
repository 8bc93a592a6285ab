/* A float is counted down to zero (Figure 7.2e).
 *
 * Where x is large, say 1e10, rounding takes the subtraction back. Over the reals it ends.
 *
 * expect termination: false
 */
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();

    while (x > 0.0f) {
        x -= 1.0f;
    }
    return 0;
}
