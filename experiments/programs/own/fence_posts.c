/* As many posts as there are fields, by a loop that makes one more.
 *
 * Off by one for every n.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int posts = 0;

    if (n < 0 || n > 1000) {
        return 0;
    }
    for (int i = 0; i <= n; i++) {
        posts++;
    }
    assert(posts == n);
    return 0;
}
