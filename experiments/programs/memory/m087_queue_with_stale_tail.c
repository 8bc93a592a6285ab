/* A queue with pointers to its first and its last node; the environment adds and takes for n
 * rounds.
 *
 * When the last node is taken, the pointer to it stays. The next one that is added is written
 * behind a node that is freed. Where memory runs out nothing is added.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

struct queue {
    struct node *head;
    struct node *tail;
};

static void enqueue(struct queue *queue, int x)
{
    struct node *p = malloc(sizeof *p);

    if (p == NULL)
        return;
    p->data = x;
    p->next = NULL;
    if (queue->tail == NULL)
        queue->head = p;
    else
        queue->tail->next = p;
    queue->tail = p;
}

static void dequeue(struct queue *queue)
{
    struct node *p = queue->head;

    queue->head = p->next;
    free(p);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct queue queue = {NULL, NULL};

    for (int i = 0; i < n; i++) {
        if (__VERIFIER_nondet_int())
            enqueue(&queue, i);
        else if (queue.head != NULL)
            dequeue(&queue);
    }
    while (queue.head != NULL)
        dequeue(&queue);
    return 0;
}
