/* A float is counted up to twenty million.
 *
 * It stays at 2^24, where one more is lost in rounding.
 *
 * expect termination: false
 */
int main(void)
{
    float x = 0.0f;

    while (x < 20000000.0f) {
        x += 1.0f;
    }
    return 0;
}
