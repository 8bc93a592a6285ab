/* A tree of calls counts in a global variable how deep it is.
 *
 * A call with n begins at depth limit - n at most, and makes one or two calls with smaller n, one
 * after the other. At its end the depth is as before.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int depth;
int limit;

static void visit(int n)
{
    if (n <= 0)
        return;
    depth++;
    assert(depth <= limit);
    visit(n - 1);
    if (__VERIFIER_nondet_int())
        visit(n - 2);
    depth--;
}

int main(void)
{
    limit = __VERIFIER_nondet_int();
    visit(limit);
    assert(depth == 0);
    return 0;
}
