/* Leading blanks of a text are skipped, and the pointer that has moved over them is freed.
 *
 * It is the start of the block only where there are no blanks. The walk ends at the NUL.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-free
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

int main(void)
{
    char *p = malloc(SIZE);

    if (p == NULL)
        return 1;
    for (int i = 0; i < SIZE - 1; i++)
        p[i] = (char)__VERIFIER_nondet_int();
    p[SIZE - 1] = '\0';
    while (*p == ' ')
        p++;
    int empty = *p == '\0';
    free(p);
    return empty;
}
