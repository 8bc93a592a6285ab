/* Any float is halved while it is positive (Figure 7.2f, where nothing excludes infinity).
 *
 * Half of infinity is infinity.
 *
 * expect termination: false
 */
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();

    while (x > 0.0f) {
        x *= 0.5f;
    }
    return 0;
}
