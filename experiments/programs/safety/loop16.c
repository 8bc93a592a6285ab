/* An odd unsigned word falls by twos until it is zero.
 *
 * It stays odd, and wraps from 1 to the greatest word.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
int main(void)
{
    unsigned x = 1;

    while (x > 0) {
        x = x - 2;
    }
    return 0;
}
