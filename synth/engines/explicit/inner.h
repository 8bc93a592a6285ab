/* Programs of two instructions whose first one has a constant that is solved for, as well as those of the last one, at any width;
 * and such pairs in programs of three.
 *
 * t = x op k, then r = t op' o. What t may be for r to be the goal is, on each example, a few sets of words (needed.h). The bits
 * of k are chosen one by one, most significant first: the words that t may be then are a set, too (reached.h), and where it meets
 * none of those needed on some example no such k does. Where o is a second constant, what it may be is narrowed down from one
 * example to the next (narrow.h). Products are told by their low bits: there the least significant bits are chosen first, of both
 * constants at once where there are two. A set is never too small, so that nothing is lost, and what is left at the end is tried
 * exactly.
 */
#include "sets.h"
#include "reached.h"
#include "needed.h"
#include "narrow.h"

typedef struct {
    const Outer *outer;
    Inner inner;
    const Instruction *behind; /* a further instruction, which makes the goal of theirs; or none */
    int nodes, order[EXAMPLES];
    uint64_t visited; /* examples that were looked at */
} Pair;
#define EVALUATIONS 32 /* so many take as long as one of these */
#define ARGUMENT_SETS 64
#define MOST_NODES (1 << 15) /* sets of constants that are looked at for one pair of instructions; beyond, it counts as missed */

/* ---- the search for one pair of instructions ---- */

static U given_by(const Inner *i, int e, U k) { /* the first instruction's result */
    U x = C.row[i->x][e];
    if (i->op == CODE_ite) return (x != 0) == (i->side == 1) ? k : C.row[i->y][e];
    return i->side ? apply1(i->op, k, x) : apply1(i->op, x, k);
}
/* What is known of examples together: on which t is the constant itself; and, where t mod HOLE_1 is the goal, what HOLE_1
 * divides, from those on which what is not known of the constant adds the same to the magnitude of t, or takes it away */
typedef struct {
    int itself;
    struct {
        int example;
        U base;
        Big divided;
    } of[2];
} Relation;
static int agrees(Relation *r, Set *constant, const Outer *o, const Set *t, int e, U k, int open) {
    if (t->base == k && !o->rows) { /* t, and so the result, is the same on all of these */
        if (r->itself >= 0 && C.goal[r->itself] != C.goal[e]) return 0;
        r->itself = e;
    }
    if (!o->solved || o->side || (o->op != CODE_urem && o->op != CODE_srem)) return 1;
    int minus = o->op == CODE_srem && t->base & W.sign, first = r->of[minus].example;
    if (o->op == CODE_srem && (t->base ^ (t->base + low_bits(open))) & W.sign) return 1;
    if (first < 0) {
        r->of[minus].example = e, r->of[minus].base = t->base;
        return 1;
    }
    U g = o->op == CODE_srem ? magnitude(C.goal[e]) : C.goal[e], h = o->op == CODE_srem ? magnitude(C.goal[first]) : C.goal[first];
    SIGNED_BIG apart = (SIGNED_BIG)t->base - (SIGNED_BIG)r->of[minus].base;
    apart = (minus ? -apart : apart) - ((SIGNED_BIG)g - (SIGNED_BIG)h);
    Big divided = r->of[minus].divided = gcd(r->of[minus].divided, (Big)(apart < 0 ? -apart : apart));
    return !divided || divided > W.mask || meet_with(constant, from_to(1, (U)divided));
}
/* whether k may have these bits: those from `open` on, or where `lowest` those below; *settled: t is one word everywhere */
static int is_possible(Pair *p, U k, int open, int lowest, int *settled) {
    const Outer *o = p->outer;
    Set constant = o->first;
    Relation relation = {.of[0].example = -1, .of[1].example = -1, .itself = -1};
    *settled = 1;
    for (int i = 0, passes = 0; i < C.T || (o->solved && !passes++ && !same_set(&constant, &o->first)); i++) {
        if (i >= C.T) i = 0; /* once more, with what is known of the other constant */
        int e = p->order[i];
        p->visited++;
        Set t = lowest ? with_bits(low_bits(open), given_by(&p->inner, e, k)) : reached(&p->inner, e, k, open);
        *settled &= is_single(&t);
        if ((!t.shifted || agrees(&relation, &constant, o, &t, e, k, open))
            && (o->solved ? narrow(&constant, o, &t, C.goal[e]) : meet_any(&t, &o->needed[e]))) continue;
        memmove(&p->order[1], &p->order[0], sizeof(int) * i); /* what refutes one is likely to refute the next */
        p->order[0] = e;
        return 0;
    }
    return 1;
}
static int try_pair(const Pair *p, U k) {
    const Outer *o = p->outer;
    U t[EXAMPLES], out[EXAMPLES], constant[2][EXAMPLES], hole[HOLES] = {k, o->constant[0], o->constant[1]};
    const U *row[3];
    for (int e = 0; e < C.T; e++) t[e] = given_by(&p->inner, e, k);
    C.s->evaluated++;
    if (o->solved) {
        if (!solve_hole(o->op, o->side, t, C.goal, C.T, &hole[1])) return 0;
    } else {
        for (int h = 0; h < 2; h++)
            for (int e = 0; e < C.T; e++) constant[h][e] = o->constant[h];
        for (int i = 0; i < 3; i++) {
            int from = o->row[i];
            row[i] = from < 0 ? constant[HOLE_1 - from] : from == C.top ? t : C.row[from];
        }
        evaluate(o->op, row[0], row[1], row[2], out, C.T);
        if (!vector_reaches_goal(out)) return 0;
    }
    const Inner *i = &p->inner;
    Instruction found[3] = {i->op == CODE_ite ? make(i->op, i->x, i->side == 1 ? HOLE_0 : i->y, i->side == 1 ? i->y : HOLE_0)
                                            : make(i->op, i->side ? HOLE_0 : i->x, i->side ? i->x : HOLE_0, 0),
                            make(o->op, o->row[0], o->row[1], o->row[2])};
    if (p->behind) found[2] = *p->behind;
    record(found, p->behind ? 3 : 2, hole);
    return 1;
}
/* 1: found, 0: there is none, -1: given up */
static int highest_first(Pair *p, U k, int open, U matters) {
    int settled, found;
    if (++p->nodes > MOST_NODES) return -1;
    if (!is_possible(p, k, open, 0, &settled)) return 0;
    if (open == 0 || settled) return try_pair(p, k);
    U bit = (U)(1ull << (open - 1));
    if ((found = highest_first(p, k, open - 1, matters)) || !(matters & bit)) return found;
    return highest_first(p, k | bit, open - 1, matters);
}
static int lowest_first(Pair *p, U k, int known, U matters) {
    int settled, found;
    if (++p->nodes > MOST_NODES) return -1;
    if (!is_possible(p, k, known, 1, &settled)) return 0;
    if (known == W.w) return try_pair(p, k);
    U bit = (U)(1ull << known);
    if ((found = lowest_first(p, k, known + 1, matters)) || !(matters & bit)) return found;
    return lowest_first(p, k | bit, known + 1, matters);
}
static int both_lowest_first(Pair *p, U k, U l, int known) {
    const Outer *o = p->outer;
    U mask = low_bits(known);
    int found = 0;
    if (++p->nodes > MOST_NODES) return -1;
    for (int e = 0; e < C.T; e++) {
        U t = given_by(&p->inner, e, k);
        p->visited++;
        if (((o->side ? apply1(o->op, l, t) : apply1(o->op, t, l)) ^ C.goal[e]) & mask) return 0;
    }
    if (known == W.w) return try_pair(p, k);
    for (int bits = 0; bits < 4 && !found; bits++)
        found = both_lowest_first(p, k | (U)((WIDE)(bits & 1) << known), l | (U)((WIDE)(bits >> 1) << known), known + 1);
    return found;
}
/* whether low bits of the result follow from those of the constant */
static int goes_upward(const Inner *i) {
    switch (i->op) {
    case CODE_add: case CODE_sub: case CODE_mul: case CODE_and: case CODE_or: case CODE_xor: case CODE_ite: return 1;
    case CODE_shl: return i->side;
    default: return 0;
    }
}
static U bits_that_matter(const Inner *i) {
    U some = 0;
    for (int e = 0; e < C.T; e++) {
        U x = C.row[i->x][e];
        switch (i->op) {
        case CODE_and: some |= x; break;
        case CODE_or: some |= (U)~x; break;
        case CODE_mul: some |= low_bits(W.w - zeros_below(x)); break;
        case CODE_shl: some |= i->side ? apply1(CODE_lshr, W.mask, x) : W.mask; break;
        case CODE_lshr: case CODE_ashr: some |= i->side ? apply1(CODE_shl, W.mask, x) : W.mask; break;
        default: return W.mask;
        }
    }
    return (U)((i->op == CODE_ashr ? some | W.sign : some) & W.mask);
}
/* whether what is needed is said by low bits, somewhere, and everywhere by no others */
static int needs_low_bits(const Outer *o, int *no_others) {
    int some = 0;
    *no_others = 1;
    for (int e = 0; e < C.T; e++)
        for (int i = 0; i < o->needed[e].count; i++) {
            U mask = o->needed[e].set[i].mask;
            some |= mask & 1, *no_others &= mask && !(mask & W.sign);
        }
    return some;
}
static int search_pair(Pair *p) {
    const Outer *o = p->outer;
    int product = p->inner.op == CODE_mul, upward = goes_upward(&p->inner), no_others;
    U matters = bits_that_matter(&p->inner);
    p->nodes = 0, p->visited = 1;
    if (o->solved && upward && (product || o->op == CODE_mul)
        && (o->op == CODE_mul || o->op == CODE_add || o->op == CODE_sub || o->op == CODE_xor)) return both_lowest_first(p, 0, 0, 0);
    if (upward && !o->solved && needs_low_bits(o, &no_others) && (product || no_others)) return lowest_first(p, 0, 0, matters);
    return highest_first(p, 0, W.w, matters);
}

/* ---- all pairs ---- */

typedef struct {
    Pair pair;
    int64_t next, from; /* the number of the next pair, and of the first that is to be looked at */
    uint64_t stop;
    uint32_t needed;  /* rows that have to be read */
    int paused, sets; /* sets: how many of arguments are known to tell the goal, or not */
    struct {
        uint32_t rows;
        int tell;
    } set[ARGUMENT_SETS];
} Pairs;
/* whether the goal is the same wherever these rows are: otherwise no program that reads no others reaches it */
static int tell_goal(uint32_t rows) {
    for (int e = 0; e < C.T; e++)
        for (int f = 0; f < e; f++) {
            int same = C.goal[e] != C.goal[f];
            for (int i = 0; same && i < C.top - C.nk; i++) same = !(rows >> i & 1) || C.row[C.nk + i][e] == C.row[C.nk + i][f];
            if (same) return 0;
        }
    return 1;
}
static int may_do(Pairs *all, uint32_t rows) {
    for (int i = 0; i < all->sets; i++)
        if (all->set[i].rows == rows) return all->set[i].tell;
    if (all->sets == ARGUMENT_SETS) return 1;
    all->set[all->sets].rows = rows;
    return all->set[all->sets++].tell = tell_goal(rows);
}
static void look_at(Pairs *all, Inner inner) {
    if (all->paused || all->next++ < all->from) return;
    uint32_t rows = all->pair.outer->rows | 1u << (inner.x - C.nk) | 1u << (inner.y - C.nk);
    if ((rows & all->needed) != all->needed || !may_do(all, rows)) return;
    all->pair.inner = inner;
    int found = search_pair(&all->pair);
    C.s->evaluated += all->pair.visited;
    if (found < 0) C.s->missed++;
    if (found > 0 || C.s->evaluated >= all->stop) all->paused = 1;
}
static void with_every_first(Pairs *all, const Outer *o) {
    all->pair.outer = o;
    for (int e = 0; e < C.T && !o->solved; e++)
        if (!o->needed[e].count) return;
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i];
        for (int x = C.nk; x < C.top && FACTS[op].arity == 2; x++)
            for (int side = 0; side <= !FACTS[op].commutative; side++)
                if (!redundant_with_constant(op, side)) look_at(all, (Inner){op, side, x, x});
        for (int x = C.nk; x < C.top && op == CODE_ite; x++)
            for (int y = C.nk; y < C.top; y++)
                for (int branch = 1; branch <= 2; branch++) look_at(all, (Inner){op, branch, x, y});
    }
}
static Outer outer_of(int op, int a, int b, int c) {
    Outer o = {.op = op, .row = {(int16_t)a, (int16_t)b, (int16_t)c}, .first = every_word()};
    for (int i = 0; i < FACTS[op].arity; i++)
        if (o.row[i] >= C.nk && o.row[i] < C.top) o.rows |= 1u << (o.row[i] - C.nk);
    return o;
}
/* an operator on t and a row, or a constant, which is operand 1 (side 0) or 0 (side 1) */
static Outer outer_beside(int op, int side, int row) {
    return side ? outer_of(op, row, C.top, C.top) : outer_of(op, C.top, row, C.top);
}
static void with_other(Pairs *all, Outer *o, int side) { /* t and one more row, or a known constant */
    int row = o->row[!side];
    for (int e = 0; e < C.T; e++) {
        o->needed[e].count = 0;
        needed_beside(&o->needed[e], o->op, side, row < 0 ? o->constant[0] : C.row[row][e], C.goal[e]);
    }
    with_every_first(all, o);
}
static void with_known(Pairs *all, int op, int side, U constant) {
    Outer o = outer_beside(op, side, HOLE_1);
    o.constant[0] = constant;
    with_other(all, &o, side);
}
static void with_solved(Pairs *all, int op, int side, int negative, Set first) {
    Outer o = outer_beside(op, side, HOLE_1);
    o.solved = 1, o.side = side, o.negative = negative, o.first = first;
    with_every_first(all, &o);
}
static void with_constant(Pairs *all, int op) { /* t and a constant */
    int t_first = !redundant_with_constant(op, 0), t_second = !FACTS[op].commutative && !redundant_with_constant(op, 1);
    U some = 0, each = W.mask, most = 0, least = W.mask, magnitudes = 0;
    for (int e = 0; e < C.T; e++) {
        U g = C.goal[e];
        some |= g, each &= g;
        if (g > most) most = g;
        if (g < least) least = g;
        if (magnitude(g) > magnitudes) magnitudes = magnitude(g);
    }
    switch (op) { /* where any constant does, these do */
    case CODE_and: with_known(all, op, 0, some); return;
    case CODE_or: with_known(all, op, 0, each); return;
    case CODE_min: with_known(all, op, 0, most); return;
    case CODE_max: with_known(all, op, 0, least); return;
    case CODE_implies: with_known(all, op, 0, 0), with_known(all, op, 1, 1); return;
    case CODE_shl: case CODE_lshr: case CODE_ashr:
        for (int by = 1; by < W.w; by++) with_known(all, op, 0, (U)by);
        with_solved(all, op, 1, 0, every_word());
        return;
    case CODE_urem: /* 0 as divisor gives t */
        if (most < W.mask) with_solved(all, op, 0, 0, from_to((U)(most + 1), W.mask));
        with_solved(all, op, 1, 0, from_to(most, W.mask));
        return;
    case CODE_srem:
        if (magnitudes < W.sign) with_solved(all, op, 0, 0, from_to((U)(magnitudes + 1), W.sign));
        with_solved(all, op, 1, 0, from_to(magnitudes, W.sign));
        return;
    case CODE_udiv: /* 0 as divisor gives the same word everywhere */
        with_solved(all, op, 0, 0, from_to(1, W.mask)), with_solved(all, op, 1, 0, every_word());
        return;
    case CODE_sdiv:
        with_known(all, op, 0, 0);
        with_solved(all, op, 0, 0, from_to(1, W.sign - 1)), with_solved(all, op, 0, 1, from_to(W.sign, W.mask));
        with_solved(all, op, 1, 0, from_to(0, W.sign - 1)), with_solved(all, op, 1, 1, from_to(W.sign, W.mask));
        return;
    default:
        if (t_first) with_solved(all, op, 0, 0, every_word());
        if (t_second) with_solved(all, op, 1, 0, every_word());
    }
}
static void with_choice(Pairs *all, int a, int b, int c, U first, U second) { /* HOLE_1 is first, HOLE_2 second */
    Outer o = outer_of(CODE_ite, a, b, c);
    o.constant[0] = first, o.constant[1] = second;
    for (int e = 0; e < C.T; e++) o.needed[e].count = 0, needed_by_choice(&o.needed[e], &o, e);
    with_every_first(all, &o);
}
/* the goal where a row is not (`truth`: where it is) the goal itself, or 0; *some: whether there is such an example */
static U goal_where(const U *row, int as_condition, int truth, int *some) {
    *some = 0;
    for (int e = 0; e < C.T; e++)
        if (as_condition ? (row[e] != 0) == truth : row[e] != C.goal[e]) { *some = 1; return C.goal[e]; }
    return 0;
}
static void with_choices(Pairs *all) {
    int t = C.top, some;
    U other = C.goal[0], not_zero = 0;
    for (int e = 0; e < C.T; e++) {
        if (C.goal[e] != C.goal[0]) other = C.goal[e];
        if (C.goal[e]) not_zero = C.goal[e];
    }
    for (int a = C.nk; a < C.top; a++) {
        for (int b = C.nk; b < C.top; b++) if (a != b) with_choice(all, t, a, b, 0, 0);
        with_choice(all, t, t, a, 0, 0), with_choice(all, t, a, t, 0, 0);
        U v = goal_where(C.row[a], 0, 0, &some);
        with_choice(all, t, HOLE_1, a, v, 0), with_choice(all, t, a, HOLE_1, v, 0);
        for (int b = C.nk; b < C.top; b++) with_choice(all, a, t, b, 0, 0), with_choice(all, a, b, t, 0, 0);
        v = goal_where(C.row[a], 1, 0, &some);
        if (some) with_choice(all, a, t, HOLE_1, v, 0);
        v = goal_where(C.row[a], 1, 1, &some);
        if (some) with_choice(all, a, HOLE_1, t, v, 0);
    }
    with_choice(all, t, HOLE_1, HOLE_2, C.goal[0], other), with_choice(all, t, HOLE_1, HOLE_2, other, C.goal[0]);
    with_choice(all, t, HOLE_1, t, not_zero, 0);
    for (int e = 0; e < C.T; e++) {
        int seen = 0;
        for (int before = 0; before < e; before++) seen |= C.goal[before] == C.goal[e];
        if (!seen) with_choice(all, t, t, HOLE_1, C.goal[e], 0);
    }
}
static void every_last(Pairs *all) {
    int t = C.top;
    for (int i = 0; i < C.s->operators && !all->paused; i++) {
        int op = C.s->operator_code[i], arity = FACTS[op].arity;
        if (boolean_clash(op)) continue;
        if (op == CODE_ite) { with_choices(all); continue; }
        if (arity == 1 || !reduces_on_itself(op)) {
            Outer o = outer_of(op, t, t, t);
            for (int e = 0; e < C.T; e++) needed_alone(&o.needed[e], op, C.goal[e]);
            with_every_first(all, &o);
        }
        if (arity == 1) continue;
        for (int side = 0; side <= !FACTS[op].commutative; side++)
            for (int row = C.nk; row < C.top; row++) {
                Outer o = outer_beside(op, side, row);
                with_other(all, &o, side);
            }
        with_constant(all, op);
    }
}
/* The goal of what is before `last`, which reads that as row C.top + 1, and another row, or nothing else. */
static void invert_goal(const Instruction *last, const U *goal, U *before) {
    const U *other = C.row[last->operand[0] == C.top + 1 ? last->operand[1] : last->operand[0]];
    for (int e = 0; e < C.T; e++) {
        Sets s = {0};
        if (last->arity == 1) needed_alone(&s, last->op, goal[e]);
        else needed_beside(&s, last->op, last->operand[1] == C.top + 1, other[e], goal[e]);
        before[e] = s.set[0].low; /* a single word */
    }
}
static void set_goal(const U *goal) {
    memcpy(C.goal, goal, sizeof(U) * C.T);
    look_at_goal();
}
/* pairs behind which one more instruction can be undone */
static void every_last_but_one(Pairs *all) {
    U goal[EXAMPLES], before[EXAMPLES];
    memcpy(goal, C.goal, sizeof(U) * C.T);
    for (int i = 0; i < C.s->operators && !all->paused; i++) {
        int op = C.s->operator_code[i], t = C.top + 1;
        int unary = op == CODE_not || op == CODE_neg;
        if (!unary && op != CODE_add && op != CODE_sub && op != CODE_xor) continue;
        for (int row = C.nk; row < (unary ? C.nk + 1 : C.top) && !all->paused; row++)
            for (int side = 0; side <= (op == CODE_sub) && !all->paused; side++) {
                Instruction last = unary ? make(op, t, 0, 0) : side ? make(op, row, t, 0) : make(op, t, row, 0);
                invert_goal(&last, goal, before);
                set_goal(before);
                all->pair.behind = &last, all->sets = 0;
                every_last(all);
            }
    }
    set_goal(goal);
    all->pair.behind = 0, all->sets = 0;
}
/* Look at the pairs on rows below `top` from number s->pair on, until one is found or there was work for `stop` evaluations; 1 at
 * the end. Where they are the first instructions of three, one that can be undone is behind them; else they are the last ones. What
 * a number means depends on the examples: with others all are looked at again. */
static int search_pairs(uint64_t stop, int top, int first) {
    Search *s = C.s;
    Pairs all = {.from = s->pair, .stop = s->evaluated + (stop - s->evaluated) / EVALUATIONS};
    C.top = top;
    for (int row = C.fixed; row < top; row++) all.needed |= 1u << (row - C.nk);
    for (int e = 0; e < C.T; e++) all.pair.order[e] = e;
    if (first) every_last_but_one(&all);
    else every_last(&all);
    s->pair = all.paused ? all.next : s->pair;
    return !all.paused;
}
