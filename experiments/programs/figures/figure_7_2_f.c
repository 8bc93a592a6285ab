/* A finite float is halved while it is positive (Figure 7.2f).
 *
 * The bits of x, read as a word, fall, down to those of zero. Over the reals it runs for ever.
 *
 * expect termination: true
 */
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();

    if (!(x - x == 0.0f)) {
        return 0;
    }
    while (x > 0.0f) {
        x *= 0.5f;
    }
    return 0;
}
