/* Programs that repeat a body of a few instructions: each round with the value of the last one, at a distance and with a mask of its
 * own. Bodies are enumerated; each is run from every start, and its last value is compared with every goal, on the points of the first
 * chunk, and where it is one, on those of the others. Two bodies whose steps agree in a middle round, from the first start, count as
 * one. */
#include <string.h>

#include "primitives.h"

#define POINTS 16
#define ROUNDS 6
#define STEPS 4
#define ROWS 8 /* the value, the distance, the mask, others */
#define USES 2048
#define FOUND 16

typedef struct {
    int32_t op, a, b; /* rows, then the results of steps */
} Use;

typedef struct {
    int32_t width, rounds, rows, steps, operators, starts, goals, finished;
    int32_t operator[32];
    U distance[ROUNDS], mask[ROUNDS]; /* by round */
    int32_t chunks;
    const U *other;        /* the rows from the fourth on, [chunks][rows - 3][POINTS] */
    const U *start;        /* [chunks][starts][POINTS] */
    const U *goal, *care;  /* [chunks][goals][POINTS]: what the last value may be, and which of its bits matter */
    int32_t at;            /* the next first step */
    int64_t budget, tried; /* bodies on starts */
    int32_t found, origin[FOUND], to[FOUND]; /* the starts and the goals of what was found in this call, at most so much */
    Use step[FOUND][STEPS];
} Doubling;

typedef struct {
    U value[ROWS + STEPS][POINTS] __attribute__((aligned(64))); /* in a round */
    U few[ROWS + STEPS][POINTS] __attribute__((aligned(64)));   /* in one that tells bodies apart */
    Use use[USES], step[STEPS];
    int uses, used[ROWS + STEPS];
} Search;
static __thread Search space;

static void splat(U *row, U word) {
    for (int e = 0; e < POINTS; e++) row[e] = word;
}
static void begin(Search *g, const Doubling *s) {
    const int middle = s->rounds / 2;
    set_width(s->width);
    memset(g->used, 0, sizeof g->used);
    memcpy(g->few[0], s->start, sizeof g->few[0]);
    splat(g->few[1], s->distance[middle]);
    splat(g->few[2], s->mask[middle]);
    for (int i = 3; i < s->rows; i++) memcpy(g->few[i], s->other + (i - 3) * POINTS, sizeof g->few[i]);
    g->uses = 0; /* by the newest row */
    for (int newest = 0; newest < s->rows + s->steps - 1; newest++)
        for (int i = 0; i < s->operators; i++) {
            int op = s->operator[i], unary = FACTS[op].arity == 1;
            for (int other = unary ? newest : 0; other <= newest; other++)
                for (int turned = 0; turned <= (other != newest && !FACTS[op].commutative); turned++)
                    if (g->uses < USES) g->use[g->uses++] = turned ? (Use){op, other, newest} : (Use){op, newest, other};
        }
}
/* the last value of the body from a start, on the points of a chunk */
static const U *run(Search *g, const Doubling *s, int start, int chunk) {
    const int last = s->rows + s->steps - 1;
    memcpy(g->value[0], s->start + ((int64_t)chunk * s->starts + start) * POINTS, sizeof g->value[0]);
    for (int i = 3; i < s->rows; i++)
        memcpy(g->value[i], s->other + ((int64_t)chunk * (s->rows - 3) + i - 3) * POINTS, sizeof g->value[i]);
    for (int round = 0; round < s->rounds; round++) {
        splat(g->value[1], s->distance[round]);
        splat(g->value[2], s->mask[round]);
        for (int i = 0; i < s->steps; i++) {
            const Use *u = &g->step[i];
            evaluate(u->op, g->value[u->a], g->value[u->b], g->value[u->b], g->value[s->rows + i], POINTS);
        }
        memcpy(g->value[0], g->value[last], sizeof g->value[0]);
    }
    return g->value[0];
}
static int is_goal(const Doubling *s, const U *value, int to, int chunk) {
    const U *goal = s->goal + ((int64_t)chunk * s->goals + to) * POINTS, *care = s->care + ((int64_t)chunk * s->goals + to) * POINTS;
    U wrong = (value[0] ^ goal[0]) & care[0];
    if (wrong) return 0;
    for (int e = 0; e < POINTS; e++) wrong |= (value[e] ^ goal[e]) & care[e];
    return !wrong;
}
/* the body from every start, compared with every goal */
static void compare(Search *g, Doubling *s) {
    for (int start = 0; start < s->starts; start++) {
        uint64_t reached = 0; /* goals, as bits */
        const U *value = run(g, s, start, 0);
        s->tried++;
        for (int to = 0; to < s->goals; to++) reached |= (uint64_t)is_goal(s, value, to, 0) << to;
        for (int chunk = 1; reached && chunk < s->chunks; chunk++) {
            value = run(g, s, start, chunk);
            for (int to = 0; to < s->goals; to++)
                if (reached >> to & 1 && !is_goal(s, value, to, chunk)) reached &= ~(1ull << to);
        }
        for (int to = 0; reached && to < s->goals && s->found < FOUND; to++) {
            if (!(reached >> to & 1)) continue;
            s->origin[s->found] = start, s->to[s->found] = to;
            memcpy(s->step[s->found++], g->step, sizeof g->step);
        }
    }
}
static int unused(const Search *g, const Doubling *s, int made) {
    int n = 0;
    for (int i = 0; i < made; i++) n += !g->used[s->rows + i];
    return n;
}
/* steps behind `made` of them, the newest of which has number `from` in the list of uses */
static void go_on(Search *g, Doubling *s, int made, int from) {
    const int rows = s->rows + made, open = unused(g, s, made);
    for (int i = from + 1; i < g->uses; i++) {
        Use u = g->use[i];
        if (u.a >= rows || u.b >= rows) break;
        if (!made && i < s->at) continue;
        if (!made && (s->found || s->tried >= s->budget)) {
            s->at = i, s->finished = 0;
            return;
        }
        int fewer = (u.a >= s->rows && !g->used[u.a]) + (u.b >= s->rows && u.b != u.a && !g->used[u.b]);
        if (open - fewer + 1 > s->steps - made) continue; /* not enough steps are left to use them all */
        evaluate(u.op, g->few[u.a], g->few[u.b], g->few[u.b], g->few[rows], POINTS);
        int known = 0;
        for (int r = 0; r < rows; r++) known |= !memcmp(g->few[r], g->few[rows], sizeof g->few[r]);
        if (known) continue;
        g->step[made] = u, g->used[rows] = 0;
        g->used[u.a]++, g->used[u.b] += u.a != u.b;
        if (made + 1 < s->steps) go_on(g, s, made + 1, i);
        else if (g->used[0] && (g->used[1] || g->used[2])) compare(g, s);
        g->used[u.a]--, g->used[u.b] -= u.a != u.b;
    }
}
/* Search until all bodies with some first step were looked at and something was found, or `budget` were run in all; `finished` after
 * the last. */
void doubling_search(Doubling *s) {
    begin(&space, s);
    s->found = 0, s->finished = 1;
    go_on(&space, s, 0, -1);
}
