/* Programs that repeat a body of a few instructions: each round with the value of the last one, at a distance and with a mask of its
 * own. Bodies are enumerated; each is run from every start, and its last value is compared with every goal, on a few points. */
#include <string.h>

#include "primitives.h"

#define POINTS 16
#define ROUNDS 6
#define STEPS 4
#define ROWS 8 /* the value, the distance, the mask, others */
#define USES 2048

typedef struct {
    int32_t op, a, b; /* rows, then the results of steps */
} Use;

typedef struct {
    int32_t width, rounds, rows, steps, operators, starts, goals, finished;
    int32_t operator[32];
    U distance[ROUNDS], mask[ROUNDS]; /* by round */
    const U *other;                   /* the rows from the fourth on, [rows - 3][POINTS] */
    const U *start;                   /* [starts][POINTS] */
    const U *goal, *care;             /* [goals][POINTS]: what the last value may be, and which of its bits matter */
    int32_t at;                       /* the next first step */
    int64_t budget, tried;            /* bodies on starts */
    int32_t found, origin, to;         /* the start and the goal of what was found */
    Use step[STEPS];
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
    for (int i = 3; i < s->rows; i++) {
        memcpy(g->few[i], s->other + (i - 3) * POINTS, sizeof g->few[i]);
        memcpy(g->value[i], g->few[i], sizeof g->few[i]);
    }
    g->uses = 0; /* by the newest row */
    for (int newest = 0; newest < s->rows + s->steps - 1; newest++)
        for (int i = 0; i < s->operators; i++) {
            int op = s->operator[i], unary = FACTS[op].arity == 1;
            for (int other = unary ? newest : 0; other <= newest; other++)
                for (int turned = 0; turned <= (other != newest && !FACTS[op].commutative); turned++)
                    if (g->uses < USES) g->use[g->uses++] = turned ? (Use){op, other, newest} : (Use){op, newest, other};
        }
}
/* the body from every start; whether some goal is reached */
static int reaches(Search *g, Doubling *s) {
    const int last = s->rows + s->steps - 1;
    for (int start = 0; start < s->starts; start++) {
        s->tried++;
        memcpy(g->value[0], s->start + start * POINTS, sizeof g->value[0]);
        for (int round = 0; round < s->rounds; round++) {
            splat(g->value[1], s->distance[round]);
            splat(g->value[2], s->mask[round]);
            for (int i = 0; i < s->steps; i++) {
                const Use *u = &g->step[i];
                evaluate(u->op, g->value[u->a], g->value[u->b], g->value[u->b], g->value[s->rows + i], POINTS);
            }
            memcpy(g->value[0], g->value[last], sizeof g->value[0]);
        }
        for (int to = 0; to < s->goals; to++) {
            const U *goal = s->goal + to * POINTS, *care = s->care + to * POINTS;
            U wrong = 0;
            if ((g->value[0][0] ^ goal[0]) & care[0]) continue;
            for (int e = 0; e < POINTS; e++) wrong |= (g->value[0][e] ^ goal[e]) & care[e];
            if (wrong) continue;
            s->found = 1, s->origin = start, s->to = to;
            memcpy(s->step, g->step, sizeof g->step);
            return 1;
        }
    }
    return 0;
}
static int unused(const Search *g, const Doubling *s, int made) {
    int n = 0;
    for (int i = 0; i < made; i++) n += !g->used[s->rows + i];
    return n;
}
/* steps behind `made` of them, the newest of which has number `from` in the list of uses; whether something was found */
static int go_on(Search *g, Doubling *s, int made, int from) {
    const int rows = s->rows + made, open = unused(g, s, made);
    for (int i = from + 1; i < g->uses; i++) {
        Use u = g->use[i];
        if (u.a >= rows || u.b >= rows) break;
        if (!made && i < s->at) continue;
        if (!made && (s->found || s->tried >= s->budget)) {
            s->at = i, s->finished = 0;
            return s->found;
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
        else if (g->used[0] && (g->used[1] || g->used[2]) && !s->found) reaches(g, s);
        g->used[u.a]--, g->used[u.b] -= u.a != u.b;
        if (s->found && made) return 1;
    }
    return s->found;
}
/* Search until something is found, or `budget` bodies were run in all; `finished` after the last body. */
void doubling_search(Doubling *s) {
    begin(&space, s);
    s->found = 0, s->finished = 1;
    go_on(&space, s, 0, -1);
}
