/* Singly linked lists of any shape, and what can be observed of them (Singly Linked Heaps; thesis, chapter 8).

       struct node { int value; struct node *next; };
       #define SLH_NODE struct node
       #include <slh.h>

   SLH_NODE is the type of the nodes, and SLH_NEXT the member that leads from one to the next, which is called next unless said
   otherwise. All functions are plain C. Where the shapes of lists are known, slh_path_length_, slh_path_ and slh_some_ are read off
   them, and slh_extend_ changes them. */
#ifndef SLH_H
#define SLH_H
#ifndef SLH_NODE
#error "define SLH_NODE, the type of the nodes, before <slh.h> is included"
#endif
#ifndef SLH_NEXT
#define SLH_NEXT next
#endif
#include <stdlib.h>

/* The length of the path between nodes of which there is none. */
#define SLH_INFINITE 0xffffffffu

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int __condition);

/* How many steps lead from x to y: the least number, or SLH_INFINITE. Runs in which that does not fit into a word are left out. */
static inline unsigned int slh_path_length_(SLH_NODE *x, SLH_NODE *y)
{
    unsigned int steps = 0;
    SLH_NODE *behind = x; /* goes half as fast: x comes upon it on a cycle, after it has been everywhere */
    while (x != y) {
        if (x == NULL)
            return SLH_INFINITE;
        x = x->SLH_NEXT;
        steps++;
        __VERIFIER_assume(steps != SLH_INFINITE);
        if (steps % 2 == 0)
            behind = behind->SLH_NEXT;
        if (x != y && x == behind)
            return SLH_INFINITE;
    }
    return steps;
}

/* Whether a path leads from x to y. */
static inline _Bool slh_path_(SLH_NODE *x, SLH_NODE *y)
{
    return slh_path_length_(x, y) != SLH_INFINITE;
}

/* Put so many new nodes behind x. */
static inline void slh_extend_(SLH_NODE *x, unsigned int more)
{
    for (; more > 0; more--) {
        SLH_NODE *made = malloc(sizeof(SLH_NODE));
        __VERIFIER_assume(made != NULL);
        made->SLH_NEXT = x->SLH_NEXT;
        x->SLH_NEXT = made;
    }
}

/* What is so many steps away from x, or null where a list ends before; any such node where the number is any. */
static inline SLH_NODE *slh_some_(SLH_NODE *x, unsigned int steps)
{
    for (; steps > 0 && x != NULL; steps--)
        x = x->SLH_NEXT;
    return x;
}

/* -- observations -- */

/* How many steps lead from x to y, where y may be null: the least number, or SLH_INFINITE. */
static inline unsigned int slh_path_length(SLH_NODE *x, SLH_NODE *y) { return slh_path_length_(x, y); }

/* Whether a path leads from x to y, where y may be null. */
static inline _Bool slh_path(SLH_NODE *x, SLH_NODE *y) { return slh_path_(x, y); }

/* How many nodes a list has; SLH_INFINITE where it comes to a cycle. */
static inline unsigned int slh_length(SLH_NODE *x) { return slh_path_length_(x, NULL); }

/* Whether a list ends. */
static inline _Bool slh_acyclic(SLH_NODE *x) { return slh_path_(x, NULL); }

/* Whether a node lies on a cycle. */
static inline _Bool slh_circular(SLH_NODE *x) { return x != NULL && slh_path_(x->SLH_NEXT, x); }

/* -- lists of any shape: all of them together have at most SLH_INFINITE / 2 nodes -- */

/* How many nodes these may still have. */
static unsigned int slh_left = SLH_INFINITE / 2;

/* A node that leads to x, with any number of nodes behind it, whose last one does; what they hold besides is any value. */
static inline SLH_NODE *slh_segment_(SLH_NODE *x)
{
    unsigned int more = __VERIFIER_nondet_uint();
    SLH_NODE *made = malloc(sizeof(SLH_NODE));
    __VERIFIER_assume(made != NULL && more < slh_left);
    slh_left = slh_left - more - 1;
    made->SLH_NEXT = x;
    slh_extend_(made, more);
    return made;
}

/* A list of any shape that may lead to any node of the list x, or begin there. */
static inline SLH_NODE *__VERIFIER_nondet_list_over(SLH_NODE *x)
{
    SLH_NODE *first = slh_some_(x, __VERIFIER_nondet_uint());
    if (__VERIFIER_nondet_bool())
        first = slh_segment_(first);
    return first;
}

/* A list of any shape whose nodes are new: it ends, or comes to a cycle, or is null. */
static inline SLH_NODE *__VERIFIER_nondet_list(void)
{
    SLH_NODE *last = NULL;
    if (__VERIFIER_nondet_bool()) { /* a cycle: its first node leads to itself, but for those behind it */
        unsigned int more = __VERIFIER_nondet_uint();
        last = malloc(sizeof(SLH_NODE));
        __VERIFIER_assume(last != NULL && more < slh_left);
        slh_left = slh_left - more - 1;
        last->SLH_NEXT = last;
        slh_extend_(last, more);
    }
    if (__VERIFIER_nondet_bool())
        last = slh_segment_(last);
    return last;
}

/* Does nothing: what comes next is stated of all rounds of the loop around. */
static inline void slh_stated_(void) { }

/* What holds wherever a run comes here: an assertion. */
extern void reach_error(void);
#ifdef SLH_UNANNOTATED
#define __slh_invariant(condition) ((void)0)
#else
#define __slh_invariant(condition) (slh_stated_(), (condition) ? (void)0 : reach_error())
#endif

#endif
