/* Five attempts with a jump back to the first line.
 *
 * attempts <= 5 throughout.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

static bool try_once(void)
{
    return __VERIFIER_nondet_int() == 0;
}

int main(void)
{
    int attempts = 0;
    bool done = false;

again:
    attempts++;
    done = try_once();
    if (!done && attempts < 5) {
        goto again;
    }
    assert(done || attempts == 5);
    return 0;
}
