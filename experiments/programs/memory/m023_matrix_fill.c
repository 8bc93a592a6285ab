/* A matrix of ten rows and ten columns is filled with the numbers from zero, row by row.
 *
 * Before row i, the next number is ten times i.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

#define ROWS 10
#define COLUMNS 10

int main(void)
{
    int a[ROWS][COLUMNS];
    int next = 0;

    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            a[i][j] = next;
            next++;
        }
    }
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            assert(a[i][j] == i * COLUMNS + j);
    }
    return 0;
}
