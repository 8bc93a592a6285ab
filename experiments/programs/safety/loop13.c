/* A float is halved from 100 until it is zero.
 *
 * After 157 rounds it is below the least float and rounds to zero.
 *
 * expect termination: true
 */
int main(void)
{
    float x = 100.0f;

    while (x > 0.0f) {
        x *= 0.5f;
    }
    return 0;
}
