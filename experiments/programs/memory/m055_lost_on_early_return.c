/* Ten numbers are read into a block and added up; a negative one ends the work.
 *
 * The block is lost then, as only the regular end frees it.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: false
 * violates: valid-memtrack
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int read_sum(int *sum)
{
    int *a = malloc(SIZE * sizeof *a);

    if (a == NULL)
        return 0;
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0)
            return 0;
    }
    *sum = 0;
    for (int i = 0; i < SIZE; i++)
        *sum += a[i];
    free(a);
    return 1;
}

int main(void)
{
    int sum;

    if (!read_sum(&sum))
        return 1;
    return sum != 0;
}
