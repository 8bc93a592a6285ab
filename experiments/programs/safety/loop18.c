/* A word is counted up to nine, then falls by twos until it is exactly one.
 *
 * Needs that the first loop ends with x = 9, and that x stays odd and positive.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
int main(void)
{
    int x = 0;

    while (x < 9) {
        x = x + 1;
    }
    while (x != 1) {
        x = x - 2;
    }
    return 0;
}
