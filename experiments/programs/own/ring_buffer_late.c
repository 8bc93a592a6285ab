/* A ring of sixteen places whose end is noticed one place late.
 *
 * tail is 16 after sixteen steps, and the next round fails: no run has more than that.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 16u

int main(void)
{
    unsigned tail = 0;

    while (__VERIFIER_nondet_int()) {
        assert(tail < SIZE);
        tail++;
        if (tail > SIZE) {
            tail = 0;
        }
    }
    return 0;
}
