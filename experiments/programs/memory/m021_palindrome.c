/* Two indices find out whether ten numbers are the same backwards.
 *
 * What both have passed agrees; they come closer by two in each round and stop in the middle.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

static int palindrome(const int *a, int n)
{
    int i = 0;
    int j = n - 1;

    while (i < j) {
        if (a[i] != a[j])
            return 0;
        i++;
        j--;
    }
    return 1;
}

int main(void)
{
    int a[SIZE];

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    if (palindrome(a, SIZE)) {
        for (int i = 0; i < SIZE; i++)
            assert(a[i] == a[SIZE - 1 - i]);
    }
    return 0;
}
