/* The characters of a text of ten are counted in a table of 256, with plain char as the index.
 *
 * A plain char is signed: those from 128 on are negative and lie before the table.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 10

int counts[256];

static void count(const char *text, int n)
{
    for (int i = 0; i < n; i++) {
        int c = text[i];
        counts[c]++;
    }
}

int main(void)
{
    char text[SIZE];

    for (int i = 0; i < SIZE; i++)
        text[i] = (char)__VERIFIER_nondet_int();
    count(text, SIZE);
    return counts[0];
}
