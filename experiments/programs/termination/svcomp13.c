/* Two counters run towards each other.
 *
 * i - j falls by two in every step.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
int main(void)
{
    int i = 10000;
    int j = 1;

    while (i - j >= 1) {
        j = j + 1;
        i = i - 1;
    }
    return 0;
}
