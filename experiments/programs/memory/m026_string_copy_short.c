/* A string of up to nine characters is copied into a buffer of nine.
 *
 * Where it has nine characters, the NUL at its end is written behind the buffer.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static void copy(char *to, const char *from)
{
    while (*from != '\0')
        *to++ = *from++;
    *to = '\0';
}

int main(void)
{
    char text[SIZE];
    char buffer[SIZE - 1];

    for (int i = 0; i < SIZE - 1; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    text[SIZE - 1] = '\0';
    copy(buffer, text);
    return buffer[0] == '\0';
}
