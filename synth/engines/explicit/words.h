/* The task, the rows, and the operators of L on one word type. The macros OP_add, … and the lists of operators come from the table:
 * build.py puts them before everything else. */
#include <string.h>

#include "primitives.h"

#define EXAMPLES 256 /* most examples */
#define LENGTH 24    /* longest program */
#define ROWS (256 + 16 + LENGTH)
#define LANES 512 /* at least ROWS */
#define GROUPS 16
#define PROBES 12 /* examples that the lanes are tested on */
#define FOUND 4096
#define HOLE_0 (-1)
#define HOLE_1 (-2)
#define HOLE_2 (-3)
#define HOLES 3

typedef struct {
    int16_t op, arity, operand[3];
} Instruction;

typedef struct {
    int32_t length;
    Instruction instruction[LENGTH];
    uint64_t hole[HOLES];
} Solution;

typedef struct {
    /* the task */
    int32_t width, examples, arguments, constants, length, operators;
    int32_t operator_code[32];
    int32_t holes;         /* whether constants are solved for in the last instruction */
    int32_t two_constants; /* bit i: ite(argument i, constant, constant) is enumerated; bit 31: on results too */
    int32_t emit;          /* 1: no goal; every program's values are emitted */
    int32_t repeat;        /* 1: examples were learned after something was found: look at the same place again */
    int32_t chain;         /* 1: only programs in which every instruction uses the one before it */
    int32_t truth_goal;    /* 1: the goal is "not 0" where goal is 1, "0" where it is 0 */
    int32_t keep_constant; /* 1: there are no constants but arguments, so a result that is the same word everywhere is kept */
    const uint64_t *inputs; /* [constants + arguments][examples] */
    const uint64_t *goal;   /* [examples] */
    /* the state of the search */
    int32_t depth, fresh, finished; /* fresh: the stack's top has no instruction yet */
    Instruction stack[LENGTH];
    uint64_t evaluated;
    /* what was found in this call */
    int32_t found, overflow; /* overflow: more was found than there is room for */
    Solution *solution; /* [FOUND] */
    uint64_t *emitted;  /* [FOUND][examples] */
    void *workspace;    /* `workspace_size` zeroed bytes */
    /* only programs whose first instructions (`divided_at`) have values, on the examples known at the start, of part `slice` */
    int32_t slice, slices, slice_examples;
    /* only programs whose first instructions are themselves of part `share`, whatever the examples */
    int32_t share, shares;
    int32_t inner;  /* 1: the constant of the last but one instruction is solved for as well, of programs of two or three (inner.h) */
    int32_t missed; /* how many pairs of instructions took too long for that */
    /* The numbers of the next pair behind which an instruction can be undone (-1: all were looked at), and of the next pair that
     * comes last (-1: before these, the last two with the constants that are enumerated). 0 again where examples were learned. */
    int64_t undone, pair;
} Search;

typedef struct {
    Search *s;
    int T, nk, fixed; /* fixed = constants + arguments */
    int top;          /* the rows that two instructions that are searched for together may read (inner.h) */
    int boolean_goal;
    int most; /* operands of any operator */
    U goal[EXAMPLES];
    U row[ROWS][EXAMPLES];
    U lane[EXAMPLES][LANES]; /* row, transposed */
} Context;

/* Each search has a workspace of its own, so that several can run in threads. */
typedef struct Workspace Workspace;
static __thread Workspace *workspace __attribute__((tls_model("initial-exec")));
#define C (*(Context *)workspace)

/* ---- evaluation ---- */

/* whether the goal is a Boolean everywhere: asked of C.goal, whenever that is another one */
static void look_at_goal(void) {
    C.boolean_goal = 1;
    for (int e = 0; e < C.T; e++)
        if (C.goal[e] > 1) C.boolean_goal = 0;
}

/* one operand fixed, the other running over lanes */
#define LEFT_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(f, b[i]); break;
#define RIGHT_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(b[i], f); break;
static void evaluate_left(int op, U f, const U *restrict b, U *restrict out, int n) { switch (op) { BINARY_OPERATORS(LEFT_CASE) } }
static void evaluate_right(int op, U f, const U *restrict b, U *restrict out, int n) { switch (op) { BINARY_OPERATORS(RIGHT_CASE) } }

static inline int reaches(U value, U goal) { return C.s->truth_goal ? (value != 0) == (goal != 0) : value == goal; }

/* m[i] &= value on lane i reaches the goal t */
#define MASK(expr) for (int i = 0; i < n; i++) m[i] &= (expr) == t
#define MASK_TRUTH(expr) for (int i = 0; i < n; i++) m[i] &= ((expr) != 0) == t
#define MASK_LEFT(name, code) case code: MASK(OP_##name(f, u[i])); break;
#define MASK_RIGHT(name, code) case code: MASK(OP_##name(u[i], f)); break;
#define MASK_LEFT_TRUTH(name, code) case code: MASK_TRUTH(OP_##name(f, u[i])); break;
#define MASK_RIGHT_TRUTH(name, code) case code: MASK_TRUTH(OP_##name(u[i], f)); break;
static void mask_left(int op, U f, const U *restrict u, U t, U *restrict m, int n) {
    if (C.s->truth_goal) { switch (op) { BINARY_OPERATORS(MASK_LEFT_TRUTH) } }
    else { switch (op) { BINARY_OPERATORS(MASK_LEFT) } }
}
static void mask_right(int op, U f, const U *restrict u, U t, U *restrict m, int n) {
    if (C.s->truth_goal) { switch (op) { BINARY_OPERATORS(MASK_RIGHT_TRUTH) } }
    else { switch (op) { BINARY_OPERATORS(MASK_RIGHT) } }
}
static int any(const U *m, int n) {
    U all = 0;
    for (int i = 0; i < n; i++) all |= m[i];
    return all != 0;
}

static int vector_reaches_goal(const U *v) {
    for (int e = 0; e < C.T; e++)
        if (!reaches(v[e], C.goal[e])) return 0;
    return 1;
}
