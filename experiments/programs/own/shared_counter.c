/* Two nested loops that use the same counter by mistake.
 *
 * The inner loop sets it to 5 in each round of the outer one.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
int main(void)
{
    int i;
    int rounds = 0;

    for (i = 0; i < 10; i++) {
        for (i = 0; i < 5; i++) {
            rounds++;
        }
    }
    return 0;
}
