/* A pointer to characters looks at the bytes of a number.
 *
 * The first is the lowest (the machine is little-endian), and writing it leaves the others alone.
 * No loop.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int old = x;
    unsigned char *p = (unsigned char *)&x;

    assert(*p == (x & 0xff));
    assert((*p % 2 == 0) == (x % 2 == 0));
    *p = 0;
    assert(x == (old & ~0xff));
    return 0;
}
