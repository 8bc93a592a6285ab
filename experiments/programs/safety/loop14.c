/* An unsigned word is counted down to zero by a step that is always one.
 *
 * That y is 1 has to be known of the loop.
 *
 * Words of unsigned have 32 bits.
 * expect termination: true
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = 1;

    while (x > 0) {
        x -= y;
    }
    return 0;
}
