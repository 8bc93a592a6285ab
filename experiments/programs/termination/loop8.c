/* A float is halved until it is no longer positive.
 *
 * Rounding to nearest takes the smallest positive number to zero, after about 156 steps.
 *
 * expect termination: true
 */
int main(void)
{
    float f = 100.0f;

    while (f > 0.0f) {
        f = f / 2.0f;
    }
    return 0;
}
