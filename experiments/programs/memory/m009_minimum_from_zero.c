/* The least of ten numbers is looked for, starting from zero, and claimed to be one of them.
 *
 * Where all are positive, zero stays the least and is none of them.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

int main(void)
{
    int a[SIZE];
    int least = 0;
    int found = 0;

    for (int i = 0; i < SIZE; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++) {
        if (a[i] < least)
            least = a[i];
    }
    for (int i = 0; i < SIZE; i++) {
        if (a[i] == least)
            found = 1;
    }
    assert(found);
    return 0;
}
