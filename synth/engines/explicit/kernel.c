/* Depth-first enumeration of straight-line programs, compiled once per word type: build.py puts the operators of the table, as macros,
 * before this text, and defines WORD, SIGNED, WIDE and the like.
 *
 * A program is a stack of instructions over rows; a row holds a value's word on every example. Rows are laid out as
 * constants, arguments, results. Pruned without loss (for programs that no shorter one equals on the examples):
 *   - a result that equals an argument or an earlier result, or is the same word on every example (unless constants cannot be had);
 *   - commutative operands out of order; an instruction that could stand before its independent neighbour;
 *   - more unused results than the remaining instructions can consume.
 * Towards a goal the last two instructions are found together (`last_two`): the last but one is evaluated on a few examples with
 * its second operand running over all rows as SIMD lanes, and for every last instruction the lanes that cannot lead to the goal
 * are masked out. A constant operand of the last instruction is not enumerated but solved for (`solve_hole`), at any width.
 * Instructions that do not use the one before them are the same for all that stand there, and are gathered once (`gather_beside`).
 * At 8 bits, tables tell of a lane whether any last instruction is possible (`mark_possible`), before it is looked at.
 */
#include "words.h"
#include "holes.h"
#include "last.h"
#include "inner.h"
#include "instructions.h"
#include "workspace.h"
#include "batches.h"
#include "possible.h"
#include "lanes.h"

static void forget_siblings(int depth) {
    if (depth < SIBLING_DEPTHS) siblings[depth].stamp++, siblings[depth].count = 0;
}
static int seen_sibling(int depth, const U *v) {
    if (depth >= SIBLING_DEPTHS || is_before_shares(depth)) return 0;
    uint64_t left = spread(unused_results(C.s, depth + 1)), a = mixed(left, v, C.T), b = ~left;
    for (int e = 0; e < C.T; e++) {
        b = (b + v[e]) * 0xd6e8feb86659fd93u;
        b ^= b >> 32;
    }
    for (uint32_t i = (uint32_t)(a >> 40) % SIBLING_SLOTS;; i = (i + 1) % SIBLING_SLOTS) {
        if (siblings[depth].slot[i].stamp != siblings[depth].stamp) {
            if (siblings[depth].count >= SIBLING_SLOTS / 2) return 0;
            siblings[depth].count++;
            siblings[depth].slot[i].a = a, siblings[depth].slot[i].b = b;
            siblings[depth].slot[i].stamp = siblings[depth].stamp;
            return 0;
        }
        if (siblings[depth].slot[i].a == a && siblings[depth].slot[i].b == b) return 1;
    }
}
static int acceptable(int depth, int n) {
    return in_share(depth) && stands(depth, n) && in_slice(depth) && !seen_sibling(depth, C.row[n]);
}
static void emit(int n) {
    Search *s = C.s;
    uint64_t *out = s->emitted + (uint64_t)s->found * s->examples;
    for (int e = 0; e < C.T; e++) out[e] = C.row[n][e];
    record(0, 0, 0);
}
static void load(Search *s) {
    workspace = s->workspace;
    C.s = s;
    set_width(s->width);
    C.T = s->examples;
    C.nk = s->constants;
    C.fixed = s->constants + s->arguments;
    for (int i = 0; i < C.fixed; i++)
        for (int e = 0; e < C.T; e++) C.row[i][e] = (U)s->inputs[i * C.T + e];
    for (int e = 0; e < C.T; e++) C.goal[e] = (U)s->goal[e]; /* zeros where there is none */
    look_at_goal();
    C.most = 0;
    for (int k = 0; k < s->operators; k++)
        if (FACTS[s->operator_code[k]].arity > C.most) C.most = FACTS[s->operator_code[k]].arity;
    for (int d = 0; d < s->depth; d++) {
        const int16_t *o = s->stack[d].operand;
        evaluate(s->stack[d].op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[C.fixed + d], C.T);
    }
}
/* the last two instructions behind stack[0 .. depth - 1]; 1 when all were looked at, 0 where something was found or time is over */
static int behind(int depth, int again, uint64_t stop) {
    Search *s = C.s;
    int n = C.fixed + depth;
    if (s->pair < 0 || (again && s->pair == 0)) {
        last_two(depth, n);
        s->pair = s->inner ? 0 : -1;
        if (s->found) return 0;
    }
    if (s->inner && !search_pairs(stop, n, 0)) return 0;
    s->pair = -1;
    return 1;
}
/* how many evaluations take as long as what is prepared for the last two instructions behind a prefix */
#define PREPARATION 6000
/* search until something is found, about `budget` evaluations are done, or the end; 1 at the end */
int kernel_search(Search *s, uint64_t budget) {
    load(s);
    if (workspace->examples != C.T || s->found) /* values that were equal may differ now, and what equals a find is another find */
        for (int d = 0; d < SIBLING_DEPTHS; d++) forget_siblings(d);
    workspace->examples = C.T;
    s->found = 0;
    int bottom = s->emit ? s->length : s->length - 2; /* how many instructions are enumerated one by one */
    uint64_t stop = s->evaluated + budget;
    if (s->length == 1 && !s->emit) {
        Last l = {.n = C.fixed, .r = -1};
        last_scalar(&l, 0);
        return s->finished = 1;
    }
    int again = s->repeat && !s->emit;
    s->repeat = 0;
    if (bottom == 0) return s->finished = s->emit || behind(0, again, stop) || !s->inner;
    if (s->inner && s->undone >= 0) { /* first, pairs behind which an instruction can be undone */
        s->pair = s->undone;
        int ended = s->slice || s->share || search_pairs(stop, C.fixed, 1);
        s->undone = ended ? -1 : s->pair;
        s->pair = -1;
        if (!ended) return 0;
    }
    if ((again || s->pair >= 0) && s->depth == bottom - 1 && !s->fresh) {
        int n = C.fixed + s->depth;
        const int16_t *o = s->stack[s->depth].operand;
        evaluate(s->stack[s->depth].op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[n], C.T);
        if (!behind(bottom, again, stop)) return 0;
    }
    while (!s->finished) {
        Instruction *i = &s->stack[s->depth];
        int n = C.fixed + s->depth;
        if (s->fresh) forget_siblings(s->depth), beside.examples = 0;
        int more = s->fresh ? start_operator(i, 0) : next_instruction(i, n);
        s->fresh = 0;
        while (more && !acceptable(s->depth, n)) more = next_instruction(i, n);
        if (!more) {
            if (s->depth == 0) s->finished = 1;
            else s->depth--;
        } else if (s->depth < bottom - 1) {
            s->depth++;
            s->fresh = 1;
        } else if (s->emit) {
            emit(n);
            if (s->found == FOUND) return 0;
        } else if (!behind(bottom, 0, stop)) return 0;
        else stop -= stop > PREPARATION ? PREPARATION : stop;
        if (s->evaluated >= stop) return s->finished;
    }
    return 1;
}
