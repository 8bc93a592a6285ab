/* The length of what stands in a buffer of ten that need not hold a NUL.
 *
 * Without one the walk leaves the buffer.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
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

    for (int i = 0; i < SIZE; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    return length(text) == 0;
}
