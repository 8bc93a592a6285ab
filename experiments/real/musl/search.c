/* musl's binary search in an array of up to 8 numbers in any order: it does not leave the array.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#define bsearch own_bsearch
#include <stdlib/bsearch.c>

extern int __VERIFIER_nondet_int(void);

static int compared(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

int main(void)
{
    int numbers[8], key = __VERIFIER_nondet_int();
    unsigned n = __VERIFIER_nondet_int();
    if (n > 8)
        return 1;
    for (unsigned i = 0; i < n; i++)
        numbers[i] = __VERIFIER_nondet_int();
    int *found = own_bsearch(&key, numbers, n, sizeof *numbers, compared);
    return found != NULL && *found != key;
}
