/* Structs are chained through a link inside of them; from a link the struct around it is found.
 *
 * The link lies at a fixed offset in each struct. The chain has three links and ends at null.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

struct task {
    int priority;
    struct link link;
    int done;
};

#define TASK_OF(p) ((struct task *)((char *)(p) - offsetof(struct task, link)))

static int finish(struct link *first)
{
    int count = 0;

    for (struct link *p = first; p != NULL; p = p->next) {
        TASK_OF(p)->done = TASK_OF(p)->priority;
        count++;
    }
    return count;
}

int main(void)
{
    struct task tasks[3];

    for (int i = 0; i < 3; i++) {
        tasks[i].priority = __VERIFIER_nondet_int();
        tasks[i].done = 0;
        tasks[i].link.next = i < 2 ? &tasks[i + 1].link : NULL;
    }
    assert(finish(&tasks[0].link) == 3);
    for (int i = 0; i < 3; i++) {
        assert(TASK_OF(&tasks[i].link) == &tasks[i]);
        assert(tasks[i].done == tasks[i].priority);
    }
    return 0;
}
