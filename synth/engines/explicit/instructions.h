/* Instructions one after the other, in the order of operators and then operands, and which of them are looked at as `stack[depth]`. */

static int first_operand(const Instruction *i, int position) {
    if (position == 1 && i->arity == 2 && FACTS[i->op].commutative) return i->operand[0];
    if (position == 0 && (i->arity != 2)) return C.nk;
    return 0;
}
static int constants_allowed(const Instruction *i) {
    const int16_t *o = i->operand;
    if (i->arity == 2) return o[0] >= C.nk || o[1] >= C.nk;
    if (i->arity == 3 && o[1] < C.nk && o[2] < C.nk)
        return o[0] < C.fixed ? C.s->two_constants >> (o[0] - C.nk) & 1 : C.s->two_constants >> 31 & 1;
    return 1;
}
/* move to the next well-formed instruction; `index` is the place of the operator in the task's list */
static int step_operands(Instruction *i, int n) {
    for (int p = i->arity - 1; p >= 0; p--) {
        if (++i->operand[p] < n) {
            for (int q = p + 1; q < i->arity; q++) i->operand[q] = (int16_t)first_operand(i, q);
            return 1;
        }
    }
    return 0;
}
static int place_of(int op) {
    for (int i = 0; i < C.s->operators; i++)
        if (C.s->operator_code[i] == op) return i;
    return -1;
}
static int start_operator(Instruction *i, int place) {
    if (place >= C.s->operators) return 0;
    *i = make(C.s->operator_code[place], 0, 0, 0);
    for (int p = 0; p < i->arity; p++) i->operand[p] = (int16_t)first_operand(i, p);
    return 1;
}
static int next_instruction(Instruction *i, int n) {
    return step_operands(i, n) || start_operator(i, place_of(i->op) + 1);
}
static int lost(const U *v, int n) { /* equal to a row, or a constant that can be had without */
    for (int i = C.nk; i < n; i++)
        if (C.row[i][0] == v[0] && !memcmp(C.row[i], v, sizeof(U) * C.T)) return 1;
    for (int e = 1; e < C.T; e++)
        if (v[e] != v[0]) return 0;
    return C.T > 1 && !C.s->keep_constant;
}
/* rows that no instruction uses yet, as a bit mask over results */
static uint32_t unused_results(const Search *s, int depth) {
    uint32_t used = 0;
    for (int d = 0; d < depth; d++)
        for (int i = 0; i < s->stack[d].arity; i++)
            if (s->stack[d].operand[i] >= C.fixed) used |= 1u << (s->stack[d].operand[i] - C.fixed);
    return ((1u << depth) - 1) & ~used;
}
static int compare(const Instruction *a, const Instruction *b) {
    if (a->op != b->op) return a->op - b->op;
    for (int i = 0; i < a->arity; i++)
        if (a->operand[i] != b->operand[i]) return a->operand[i] - b->operand[i];
    return 0;
}
static int uses(const Instruction *i, int row) {
    for (int k = 0; k < i->arity; k++)
        if (i->operand[k] == row) return 1;
    return 0;
}
static int in_order(const Search *s, int depth, const Instruction *i, int n) {
    return depth == 0 || uses(i, n - 1) || compare(i, &s->stack[depth - 1]) > 0;
}
/* where a hash of values starts that says, too, which results are left: far from where small words would take it */
static uint64_t spread(uint32_t left) { return (left + 1) * 0xd6e8feb86659fd93u; }
static uint64_t mixed(uint64_t a, const U *v, int n) {
    for (int e = 0; e < n; e++) {
        a = (a ^ v[e]) * 0x9e3779b97f4a7c15u;
        a ^= a >> 29;
    }
    return a;
}
/* The number of the instruction up to which programs are told apart that are in different parts; of the first ones alone there are
 * often too few for parts of equal size. Each part goes through these anew: slices are few and may go up to the last one that is
 * enumerated, shares may be many. */
static int divided_at(const Search *s, int before_last, int most) {
    int at = (s->emit ? s->length : s->length - 2) - 1 - before_last;
    return at < 0 ? 0 : at < most ? at : most;
}
static int in_part(uint64_t hash, int part, int parts) { return (int)((hash >> 32) % (uint64_t)parts) == part; }
static int in_slice(int depth) {
    Search *s = C.s;
    if (s->slices < 2 || depth != divided_at(s, 0, 2)) return 1;
    uint64_t h = 0;
    for (int d = 0; d <= depth; d++) h = mixed(h, C.row[C.fixed + d], s->slice_examples);
    return in_part(h, s->slice, s->slices);
}
static int in_share(int depth) {
    Search *s = C.s;
    if (s->shares < 2 || depth != divided_at(s, 1, 1)) return 1;
    uint64_t h = 0;
    for (int d = 0; d <= depth; d++) {
        const Instruction *i = &s->stack[d];
        for (int p = -1; p < i->arity; p++)
            h = (h ^ (uint64_t)((p < 0 ? i->op : i->operand[p]) + 1)) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    }
    return in_part(h * 0xd6e8feb86659fd93u, s->share, s->shares);
}
/* Of instructions with equal values one does for all of them only where the others' programs are in the same part: elsewhere they may
 * be looked at later, when more examples tell them apart. */
static int is_before_shares(int depth) { return C.s->shares > 1 && depth < divided_at(C.s, 1, 1); }
static int is_of_one_part(int depth) { /* whether all that may stand in the place of stack[depth] with its values are, in this part */
    Search *s = C.s;
    if (s->shares > 1 && depth <= divided_at(s, 1, 1)) return 0;
    return s->slices < 2 || depth != divided_at(s, 0, 2) || in_slice(depth); /* slices go by values */
}
/* whether stack[depth] may be what is behind the instructions before it; its values are row n then */
static int stands(int depth, int n) {
    Search *s = C.s;
    Instruction *i = &s->stack[depth];
    if (!constants_allowed(i)) return 0;
    if (i->arity == 2 && i->operand[0] == i->operand[1] && reduces_on_itself(i->op)) return 0;
    if (i->arity == 3 && i->operand[1] == i->operand[2]) return 0;
    if (!in_order(s, depth, i, n) || (s->chain && depth > 0 && !uses(i, n - 1))) return 0;
    if (__builtin_popcount(unused_results(s, depth + 1)) > 1 + (s->length - 1 - depth) * (C.most - 1)) return 0;
    const int16_t *o = i->operand;
    s->evaluated++;
    evaluate(i->op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[n], C.T);
    return !lost(C.row[n], n);
}
