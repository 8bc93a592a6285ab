/* Two numbers are written in digits, into a buffer that lives only as long as the function that
 * writes.
 *
 * The pointers that it leaves behind are followed when the buffer is gone.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
extern unsigned __VERIFIER_nondet_uint(void);

struct text {
    const char *first;
    int length;
};

static void digits(struct text *text, unsigned x)
{
    char buffer[10];
    char *p = buffer + sizeof buffer;

    do {
        *--p = (char)('0' + x % 10);
        x /= 10;
    } while (x > 0);
    text->first = p;
    text->length = (int)(buffer + sizeof buffer - p);
}

int main(void)
{
    struct text texts[2];
    int zeros = 0;

    for (int i = 0; i < 2; i++)
        digits(&texts[i], __VERIFIER_nondet_uint());
    for (int i = 0; i < 2; i++) {
        if (texts[i].length == 1 && texts[i].first[0] == '0')
            zeros++;
    }
    return zeros;
}
