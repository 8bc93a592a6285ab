/* The length of a string of up to seven characters, and of its rest.
 *
 * The last character is 0, so that the walk ends within the string; the rest is one shorter.
 *
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int length(const char *s)
{
    const char *p = s;

    while (*p)
        p++;
    return p - s;
}

int main(void)
{
    char s[8];

    for (int i = 0; i < 7; i++)
        s[i] = (char)__VERIFIER_nondet_int();
    s[7] = 0;
    int n = length(s);
    assert(n >= 0 && n < 8);
    if (n > 0)
        assert(length(s + 1) < 7);
    return 0;
}
