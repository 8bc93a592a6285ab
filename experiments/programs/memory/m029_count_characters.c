/* The characters of a text of ten are counted in a table with a place for each.
 *
 * An unsigned char is below 256. Each character adds one to the table's sum.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

int main(void)
{
    unsigned char text[SIZE];
    int counts[256] = {0};
    int sum = 0;

    for (int i = 0; i < SIZE; i++)
        text[i] = (unsigned char)__VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++)
        counts[text[i]]++;
    for (int c = 0; c < 256; c++)
        sum += counts[c];
    assert(sum == SIZE);
    return 0;
}
