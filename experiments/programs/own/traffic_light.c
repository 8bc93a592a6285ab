/* A traffic light as a machine of four states, which never leaves them.
 *
 * It changes whenever the environment says so, perhaps for ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum light { RED, RED_AND_AMBER, GREEN, AMBER };

int main(void)
{
    enum light light = RED;
    int green = 0;

    for (;;) {
        switch (light) {
        case RED:
            light = RED_AND_AMBER;
            break;
        case RED_AND_AMBER:
            light = GREEN;
            green = 1;
            break;
        case GREEN:
            if (__VERIFIER_nondet_int()) {
                light = AMBER;
                green = 0;
            }
            break;
        case AMBER:
            light = RED;
            break;
        default:
            assert(0);
        }
        assert(green == (light == GREEN));
    }
    return 0;
}
