/* An unsigned word is negated and halved until it is zero.
 *
 * Only 0 and the greatest word go to 0; from 1 every later value is below 2^31 and not 0.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
int main(void)
{
    unsigned x = 1;

    while (x > 0) {
        x = -x / 2;
    }
    return 0;
}
