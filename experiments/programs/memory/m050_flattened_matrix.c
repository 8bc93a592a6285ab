/* A matrix of four rows and five columns is walked by one pointer, as if it were a single row.
 *
 * The pointer is below the end where it is followed, and the end is twenty numbers from the
 * start.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define ROWS 4
#define COLUMNS 5

int main(void)
{
    int a[ROWS][COLUMNS];
    int *first = (int *)a;
    int *end = first + ROWS * COLUMNS;
    int sum = 0;
    int count = 0;

    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            a[i][j] = __VERIFIER_nondet_int();
            sum += a[i][j];
        }
    }
    for (int *p = first; p < end; p++) {
        sum -= *p;
        count++;
    }
    assert(sum == 0 && count == ROWS * COLUMNS);
    return 0;
}
