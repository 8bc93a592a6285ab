/* A ring of sixteen places that the environment fills and empties.
 *
 * head and tail stay below 16 and are count apart, modulo 16. The environment may go on for
 * ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 16u

struct ring {
    unsigned head;
    unsigned tail;
    unsigned count;
};

int main(void)
{
    struct ring ring = {0, 0, 0};

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() && ring.count < SIZE) {
            ring.tail = (ring.tail + 1) % SIZE;
            ring.count++;
        } else if (ring.count > 0) {
            ring.head = (ring.head + 1) % SIZE;
            ring.count--;
        }
        assert((ring.head + ring.count) % SIZE == ring.tail);
    }
    return 0;
}
