/* Two words are counted down together until both are negative.
 *
 * They start so near to each other that the lesser one does not wrap around meanwhile: x - y stays what it is.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();

    if (x < -100000000 || x > 100000000 || y < -100000000 || y > 100000000)
        return 0;
    while (x >= 0 || y >= 0) {
        x--;
        y--;
    }
    return 0;
}
