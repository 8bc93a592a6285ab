/* A signed word grows by twos up to another (Figure 1.2, left).
 *
 * The thesis calls it terminating, which it is where overflow is excluded. With words that wrap,
 * y the greatest int and x even, x goes from just below y to the least int, and on for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();

    while (x < y) {
        x += 2;
    }
    return 0;
}
