/* A table of n rows, each in a block of its own, is made and filled; the rows are freed from the
 * last to the first.
 *
 * Where memory runs out for a row, those that are there are freed. Row i holds the numbers i + j.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define COLUMNS 3

static void release(int **rows, int n)
{
    while (n > 0) {
        n--;
        free(rows[n]);
    }
    free(rows);
}

static int **make(int n)
{
    int **rows = malloc(n * sizeof *rows);

    if (rows == NULL)
        return NULL;
    for (int i = 0; i < n; i++) {
        rows[i] = malloc(COLUMNS * sizeof *rows[i]);
        if (rows[i] == NULL) {
            release(rows, i);
            return NULL;
        }
        for (int j = 0; j < COLUMNS; j++)
            rows[i][j] = i + j;
    }
    return rows;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();

    if (n <= 0 || n > 1000)
        return 0;
    int **rows = make(n);
    if (rows == NULL)
        return 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < COLUMNS; j++)
            assert(rows[i][j] == i + j);
    }
    release(rows, n);
    return 0;
}
