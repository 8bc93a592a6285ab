/* musl's doubly linked list: of three elements the middle one is taken out.
 *
 * expect memory-safety: true
 * expect safety: true
 */
#include <assert.h>
#include <stddef.h>
void insque(void *, void *);
void remque(void *);
#define SEARCH
#include "insque.c"

int main(void)
{
    struct node first, second, third;
    insque(&first, NULL);
    insque(&second, &first);
    insque(&third, &second);
    remque(&second);
    assert(first.next == &third && third.prev == &first);
}
