/* A pointer walks over ten numbers and adds them up; the end, which is behind the last, is taken
 * for the last.
 *
 * The pointer is followed at the end, where no element is.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int sum(const int *first, const int *last)
{
    int sum = 0;

    for (const int *p = first; p <= last; p++)
        sum += *p;
    return sum;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    return sum(a, a + SIZE) == 0;
}
