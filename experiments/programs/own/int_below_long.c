/* An int is counted up to a bound that no int reaches.
 *
 * It wraps around for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
int main(void)
{
    long long limit = 3000000000LL;
    unsigned rounds = 0;

    for (int i = 0; i < limit; i++) {
        rounds++;
    }
    return 0;
}
