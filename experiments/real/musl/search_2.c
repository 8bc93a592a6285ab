/* musl's binary search in an array of up to two numbers in any order: it does not leave the array, and finds only what is equal.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
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
    int numbers[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()}, key = __VERIFIER_nondet_int();
    unsigned n = __VERIFIER_nondet_int();
    if (n > 2)
        return 1;
    int *found = own_bsearch(&key, numbers, n, sizeof *numbers, compared);
    assert(found == NULL || *found == key);
}
