/* What was found is recorded; and the last instruction alone, tried one by one. */

static void record(const Instruction *last, int count, const U *hole) {
    Search *s = C.s;
    if (s->found >= FOUND) {
        s->overflow = 1;
        return;
    }
    Solution *out = &s->solution[s->found++];
    out->length = s->length;
    memcpy(out->instruction, s->stack, sizeof(Instruction) * (s->length - count));
    memcpy(out->instruction + s->length - count, last, sizeof(Instruction) * count);
    for (int i = 0; i < HOLES; i++) out->hole[i] = hole ? hole[i] : 0;
}
static Instruction make(int op, int a, int b, int c) {
    Instruction i = {(int16_t)op, FACTS[op].arity, {(int16_t)a, (int16_t)b, (int16_t)c}};
    return i;
}
/* `a op k` that another operator says with another constant, where every constant is at hand: x - k = x + (-k); x <= k is x < k+1 or
 * constant. A shorter program or the other operator covers it. */
static int has(int op) {
    for (int i = 0; i < C.s->operators; i++)
        if (C.s->operator_code[i] == op) return 1;
    return 0;
}
static int redundant_with_constant(int op, int side) {
    return (op == CODE_sub && !side && has(CODE_add)) || (op == CODE_ule && has(CODE_ult)) || (op == CODE_sle && has(CODE_slt));
}
/* x op x is x, or a constant that can be had without */
static int reduces_on_itself(int op) { return FACTS[op].same && !C.s->keep_constant; }
static int boolean_clash(int op) { return FACTS[op].boolean && !C.boolean_goal && !C.s->truth_goal; }

/* The last instruction, one by one: `need` are the rows it has to use, r is one more, given as a vector. */

typedef struct {
    int n, r, need[3], needs; /* rows below n; the needed rows besides r */
    Instruction prefix;       /* the instruction that made r */
    int prefixed;
} Last;

static const U *row_of(const Last *l, const U *r, int i) { return i == l->r ? r : C.row[i]; }
static void found_last(const Last *l, Instruction last, const U *hole) {
    Instruction both[2] = {l->prefix, last};
    if (l->prefixed) record(both, 2, hole);
    else record(&last, 1, hole);
}
static int uses_needed(const Last *l, int a, int b, int c) {
    for (int i = 0; i < l->needs; i++)
        if (l->need[i] != a && l->need[i] != b && l->need[i] != c) return 0;
    return l->r < 0 || a == l->r || b == l->r || c == l->r;
}
static void try_last(const Last *l, const U *r, int op, int a, int b, int c) {
    U out[EXAMPLES];
    evaluate(op, row_of(l, r, a), row_of(l, r, b), row_of(l, r, c), out, C.T);
    C.s->evaluated++;
    if (vector_reaches_goal(out)) found_last(l, make(op, a, b, c), 0);
}
static void try_hole(const Last *l, const U *r, int op, int side, int a) {
    U k[HOLES] = {0};
    C.s->evaluated++;
    if (solve_hole(op, side, row_of(l, r, a), C.goal, C.T, &k[0]))
        found_last(l, side ? make(op, HOLE_0, a, 0) : make(op, a, HOLE_0, 0), k);
}
/* ite with constants: per branch, the goal is one row, or one constant (-1 not possible) */
static int branch_constant(const U *condition, int truth, U *k) {
    int some = 0;
    *k = 0;
    for (int e = 0; e < C.T; e++)
        if ((condition[e] != 0) == truth) {
            if (C.s->truth_goal ? (some && (*k != 0) != (C.goal[e] != 0)) : (some && *k != C.goal[e])) return 0;
            if (!some) *k = C.goal[e], some = 1;
        }
    return 1;
}
static int branch_row(const U *condition, int truth, const U *v) {
    for (int e = 0; e < C.T; e++)
        if ((condition[e] != 0) == truth && !reaches(v[e], C.goal[e])) return 0;
    return 1;
}
static void try_ite(const Last *l, const U *r, int top) {
    int op = CODE_ite;
    for (int a = C.nk; a < top; a++) {
        const U *condition = row_of(l, r, a);
        U k[HOLES] = {0};
        C.s->evaluated++;
        int constant_then = C.s->holes && branch_constant(condition, 1, &k[0]);
        int constant_else = C.s->holes && branch_constant(condition, 0, &k[1]);
        if (constant_then && constant_else && uses_needed(l, a, a, a)) found_last(l, make(op, a, HOLE_0, HOLE_1), k);
        for (int b = C.nk; b < top; b++) {
            const U *v = row_of(l, r, b);
            if (constant_else && uses_needed(l, a, b, b) && branch_row(condition, 1, v)) found_last(l, make(op, a, b, HOLE_1), k);
            if (constant_then && uses_needed(l, a, b, b) && branch_row(condition, 0, v)) found_last(l, make(op, a, HOLE_0, b), k);
        }
        for (int b = C.nk; b < top; b++) {
            if (!branch_row(condition, 1, row_of(l, r, b))) continue;
            for (int c = C.nk; c < top; c++)
                if (b != c && uses_needed(l, a, b, c) && branch_row(condition, 0, row_of(l, r, c))) found_last(l, make(op, a, b, c), 0);
        }
    }
}
static void last_scalar(const Last *l, const U *r) {
    int top = l->r >= 0 ? l->r + 1 : l->n;
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i];
        if (boolean_clash(op)) continue;
        if (op == CODE_ite) { try_ite(l, r, top); continue; }
        for (int a = C.nk; a < top; a++) {
            if (FACTS[op].arity == 1) {
                if (uses_needed(l, a, a, a)) try_last(l, r, op, a, a, a);
                continue;
            }
            if (C.s->holes && uses_needed(l, a, a, a)) {
                try_hole(l, r, op, 0, a);
                if (!FACTS[op].commutative) try_hole(l, r, op, 1, a);
            }
            for (int b = FACTS[op].commutative ? a : C.nk; b < top; b++)
                if (uses_needed(l, a, b, b) && !(a == b && reduces_on_itself(op))) try_last(l, r, op, a, b, b);
        }
    }
}
