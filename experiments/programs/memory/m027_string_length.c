/* The length of what stands in a buffer of ten that holds a NUL somewhere.
 *
 * The walk ends at the NUL or before.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int length(const char *s)
{
    int n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

int main(void)
{
    char text[SIZE];
    int at = __VERIFIER_nondet_int();

    if (at < 0 || at >= SIZE)
        return 0;
    for (int i = 0; i < SIZE; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    text[at] = '\0';
    assert(length(text) <= at);
    return 0;
}
