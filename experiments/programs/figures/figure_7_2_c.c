/* A positive signed word is counted up (Figure 7.2c).
 *
 * It ends since the word wraps to the least int; over the integers it runs for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    while (x > 0) {
        x++;
    }
    return 0;
}
