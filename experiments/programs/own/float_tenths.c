/* A float grows by tenths until it is one.
 *
 * The tenth sum is not 1 but one bit above; later sums pass by and stay where a tenth is lost in
 * rounding.
 *
 * expect termination: false
 */
int main(void)
{
    float x = 0.0f;

    while (x != 1.0f) {
        x += 0.1f;
    }
    return 0;
}
