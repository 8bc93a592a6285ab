/* Completions: up to four instructions on some inputs that make a goal, some bits of which do not matter.
 *
 * All instructions but the last two are enumerated. The results of the one before the last are laid side by side, so that a last
 * instruction is looked at for all of them at once, on one point; what agrees there is compared on a few points, then on all. */

#define COMPLETION_INPUTS 12
#define COMPLETION_STEPS 4
#define COMPLETION_POINTS 8
#define COMPLETION_FOUND 16
#define COMPLETION_USES 4096

typedef struct {
    int32_t op, a, b; /* rows: inputs, then results */
} Use;

typedef struct {
    int32_t width, T, inputs, operators, steps, finished;
    int32_t operator[32], point[COMPLETION_POINTS]; /* the points that are looked at first */
    const U *input[COMPLETION_INPUTS];              /* [T] */
    const U *goal, *care;                           /* [T] */
    int32_t at;                                     /* the next first instruction */
    int64_t budget, tried;                          /* programs but for their last instruction */
    int32_t found, length[COMPLETION_FOUND];
    Use step[COMPLETION_FOUND][COMPLETION_STEPS];
} Completion;

#ifndef PACKED
#define COMPLETION_FEW 8      /* results that are compared one by one */
#define COMPLETION_MANY 1024  /* results that are worth looking at */
#define COMPLETION_SIDES (COMPLETION_MANY + COMPLETION_USES + 32)
#define COMPLETION_ROWS (COMPLETION_INPUTS + COMPLETION_STEPS)
typedef struct {
    U few[COMPLETION_ROWS][COMPLETION_POINTS] __attribute__((aligned(64))); /* rows on the first points */
    U goal[COMPLETION_POINTS], care[COMPLETION_POINTS];
    Use use[COMPLETION_USES], step[COMPLETION_STEPS];
    int uses, used[COMPLETION_STEPS]; /* how often later steps use a result */
    /* results side by side: by point; and the steps that made them */
    U side[COMPLETION_POINTS][COMPLETION_SIDES] __attribute__((aligned(64)));
    Use made[COMPLETION_SIDES][COMPLETION_STEPS];
    int sides;
    U beside[COMPLETION_SIDES], last[COMPLETION_SIDES], wrong[COMPLETION_SIDES]; /* the other operands, the results, the bits that differ */
    U whole[COMPLETION_STEPS][WORDS]; /* results on all points */
    uint64_t seen[4 * COMPLETION_USES]; /* the hashes of inputs and first results; 0: none */
} Completions;
static __thread Completions completion_space;

static void begin_completion(Completions *g, const Completion *s) {
    set_width(s->width);
    memset(g->seen, 0, sizeof g->seen);
    for (int e = 0; e < COMPLETION_POINTS; e++) {
        g->goal[e] = s->goal[s->point[e]], g->care[e] = s->care[s->point[e]];
        for (int i = 0; i < s->inputs; i++) g->few[i][e] = s->input[i][s->point[e]];
    }
    g->uses = 0; /* of every operator on the rows that there may be, by their newest row */
    for (int newest = 0; newest < s->inputs + COMPLETION_STEPS - 1; newest++)
        for (int i = 0; i < s->operators; i++) {
            int op = s->operator[i], unary = FACTS[op].arity == 1;
            for (int other = unary ? newest : 0; other <= newest; other++)
                for (int turned = 0; turned <= (other != newest && !FACTS[op].commutative); turned++)
                    if (g->uses < COMPLETION_USES)
                        g->use[g->uses++] = turned ? (Use){op, other, newest} : (Use){op, newest, other};
        }
}
/* whether a vector is none of those before, which it is one of from now on */
static int is_new_result(Completions *g, const U *v, int T) {
    const uint32_t slots = sizeof g->seen / sizeof *g->seen;
    uint64_t h = hash(v, T);
    h = h ? h : 1;
    uint32_t slot = (uint32_t)(h >> 40) % slots;
    for (; g->seen[slot]; slot = (slot + 1) % slots)
        if (g->seen[slot] == h) return 0;
    g->seen[slot] = h;
    return 1;
}
static int is_right(const U *out, const U *goal, const U *care, int n) {
    U wrong = 0;
    for (int i = 0; i < n; i++) wrong |= (out[i] ^ goal[i]) & care[i];
    return !wrong;
}
static void mark(Completions *g, const Completion *s, const Use *u, int by) {
    if (u->a >= s->inputs) g->used[u->a - s->inputs] += by;
    if (u->b >= s->inputs && u->b != u->a) g->used[u->b - s->inputs] += by;
}
static int unused(const Completions *g, int made) {
    int n = 0;
    for (int i = 0; i < made; i++) n += !g->used[i];
    return n;
}
/* the first `made` steps that made a result, and then a last one on it */
static void compare_completion(Completions *g, Completion *s, const Use *steps, int made, Use last) {
    int used = 0; /* results, as bits */
    for (int i = 0; i <= made; i++) {
        const Use *u = i < made ? &steps[i] : &last;
        used |= (u->a >= s->inputs ? 1 << (u->a - s->inputs) : 0) | (u->b >= s->inputs ? 1 << (u->b - s->inputs) : 0);
    }
    if (used != (1 << made) - 1 || s->found == COMPLETION_FOUND) return;
    for (int few = 1; few >= 0; few--) { /* on the first points, then on all */
        const int n = few ? COMPLETION_POINTS : s->T;
        const U *goal = few ? g->goal : s->goal, *care = few ? g->care : s->care;
        const U *row[COMPLETION_ROWS];
        for (int i = 0; i < s->inputs + made; i++) row[i] = i >= s->inputs ? g->whole[i - s->inputs] : few ? g->few[i] : s->input[i];
        for (int i = 0; i < made; i++)
            evaluate(steps[i].op, row[steps[i].a], row[steps[i].b], row[steps[i].b], g->whole[i], n);
        evaluate(last.op, row[last.a], row[last.b], row[last.b], g->whole[made], n);
        if (!is_right(g->whole[made], goal, care, n)) return;
    }
    memcpy(s->step[s->found], steps, sizeof(Use) * (size_t)made);
    s->step[s->found][made] = last;
    s->length[s->found++] = made + 1;
}
/* How many of the results side by side a last instruction may make the goal of, and which: `wrong` is 0 for these. As many points
 * are looked at as it takes to leave few. */
static int agreeing(Completions *g, int op, int row, int turned, int newest, int from) {
    const int sides = g->sides - from, n = (sides + 31) / 32 * 32; /* more than there are do no harm */
    int left = n;
    for (int e = 0; e < COMPLETION_POINTS && left > (e ? COMPLETION_FEW : 0); e++) {
        const U *a = g->side[e] + from, *b = row == newest ? a : g->beside, goal = g->goal[e], care = g->care[e];
        if (row != newest)
            for (int k = 0; k < n; k++) g->beside[k] = g->few[row][e];
        if (turned) evaluate(op, b, a, a, g->last, n);
        else evaluate(op, a, b, b, g->last, n);
        if (!e)
            for (int k = 0; k < n; k++) g->wrong[k] = k >= sides;
        left = 0;
        for (int block = 0; block < n; block += 32) {
            U right = 0;
            for (int k = block; k < block + 32; k++) {
                g->wrong[k] |= (g->last[k] ^ goal) & care;
                right += g->wrong[k] == 0;
            }
            left += (int)right;
        }
    }
    return left;
}
/* Last instructions on the results side by side from number `from` on, each of which was made by the last of `made` steps: those
 * with rows [low, high) as the other operand, and where the result itself is below `high`, on it alone. */
static void try_lasts(Completions *g, Completion *s, int made, int from, int low, int high) {
    const int newest = s->inputs + made - 1;
    for (int row = low; row < high; row++)
        for (int i = 0; i < s->operators; i++) {
            int op = s->operator[i];
            if (FACTS[op].arity == 1 && row != newest) continue;
            for (int turned = 0; turned <= (row != newest && !FACTS[op].commutative); turned++) {
                if (!agreeing(g, op, row, turned, newest, from)) continue;
                for (int k = from; k < g->sides; k++)
                    if (!g->wrong[k - from])
                        compare_completion(g, s, g->made[k], made, turned ? (Use){op, row, newest} : (Use){op, newest, row});
            }
        }
}
/* all last instructions on the results side by side that have no earlier result as an operand; there are none side by side then */
static void finish(Completions *g, Completion *s, int made) {
    const int newest = s->inputs + made - 1;
    s->tried += g->sides;
    try_lasts(g, s, made, 0, 0, s->inputs);
    try_lasts(g, s, made, 0, newest, newest + 1);
    g->sides = 0;
}
static void lay_beside(Completions *g, const U *few, int made, Use last) {
    for (int e = 0; e < COMPLETION_POINTS; e++) g->side[e][g->sides] = few[e];
    memcpy(g->made[g->sides], g->step, sizeof(Use) * (size_t)made);
    g->made[g->sides++][made] = last;
}
/* steps behind `made` of them, the newest of which has number `from` in the list of uses */
static void go_on(Completions *g, Completion *s, int made, int from) {
    const int rows = s->inputs + made, last = made + 2 == s->steps, open = unused(g, made), start = g->sides;
    for (int i = from + 1; i < g->uses; i++) {
        Use u = g->use[i];
        if (u.a >= rows || u.b >= rows) break;
        int fewer = (u.a >= s->inputs && !g->used[u.a - s->inputs]) + (u.b >= s->inputs && u.b != u.a && !g->used[u.b - s->inputs]);
        if (open - fewer + 1 > s->steps - made) continue; /* not enough steps are left to use them all */
        U few[COMPLETION_POINTS];
        evaluate(u.op, g->few[u.a], g->few[u.b], g->few[u.b], few, COMPLETION_POINTS);
        int known = 0;
        for (int r = 0; r < rows; r++) known |= !memcmp(g->few[r], few, sizeof few);
        if (known) continue;
        if (last) {
            lay_beside(g, few, made, u);
            continue;
        }
        memcpy(g->few[rows], few, sizeof few);
        g->step[made] = u, g->used[made] = 0;
        mark(g, s, &u, 1);
        go_on(g, s, made + 1, i);
        mark(g, s, &u, -1);
    }
    if (last) {
        try_lasts(g, s, made + 1, start, s->inputs, rows);
        if (g->sides >= COMPLETION_MANY) finish(g, s, made + 1);
    }
}
/* Search until `budget` programs were looked at, or many are found; `finished` after the last first instruction. */
void completion_search(Completion *s) {
    Completions *g = &completion_space;
    U *result = g->whole[0];
    begin_completion(g, s);
    s->found = 0;
    const int first = s->inputs; /* the row of the first result */
    const int64_t until = s->tried + s->budget;
    for (int i = 0; i < s->inputs; i++) is_new_result(g, s->input[i], s->T);
    g->sides = 0, s->finished = 1;
    for (int i = 0; i < g->uses && g->use[i].a < first && g->use[i].b < first; i++) {
        Use u = g->use[i];
        if (i >= s->at && (s->tried >= until || s->found == COMPLETION_FOUND)) {
            s->at = i, s->finished = 0;
            break;
        }
        evaluate(u.op, s->input[u.a], s->input[u.b], s->input[u.b], result, s->T);
        if (!is_new_result(g, result, s->T) || i < s->at) continue;
        for (int e = 0; e < COMPLETION_POINTS; e++) g->few[first][e] = result[s->point[e]];
        g->step[0] = u, g->used[0] = 0;
        if (s->steps > 2) {
            go_on(g, s, 1, i);
            continue;
        }
        if (s->found < COMPLETION_FOUND && is_right(result, s->goal, s->care, s->T)) s->step[s->found][0] = u, s->length[s->found++] = 1;
        lay_beside(g, g->few[first], 0, u);
    }
    finish(g, s, s->steps - 1);
}
#endif
