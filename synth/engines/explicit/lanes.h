/* The last two instructions together: candidates for the last but one run as lanes through every last one. */

/* the last but one instruction with one operand free to run over rows */
typedef struct {
    int op, position, x, y; /* the free operand's position; the other operands */
} Slot;
static Instruction slot_instruction(const Slot *s, int lane) {
    if (s->position < 0) return make(s->op, s->x, 0, 0);
    if (s->op == CODE_ite) return s->position == 2 ? make(s->op, s->x, s->y, lane) : make(s->op, s->x, lane, s->y);
    return s->position ? make(s->op, s->x, lane, 0) : make(s->op, lane, s->x, 0);
}
static void slot_values(const Slot *slot, int e, int low, int lanes, U *value) {
    const U *operand = &C.lane[e][low];
    U x = C.lane[e][slot->x];
    if (slot->position < 0) evaluate(slot->op, &x, operand, operand, value, 1);
    else if (slot->op == CODE_ite) {
        int then = x != 0;
        U y = C.lane[e][slot->y];
        for (int i = 0; i < lanes; i++) value[i] = (slot->position == 1) == then ? operand[i] : y;
    } else (slot->position ? evaluate_left : evaluate_right)(slot->op, x, operand, value, lanes);
}
/* whether many second operands give the same values: lanes of other operators differ most of the time, and are not compared */
static int repeats(int op) { return C.nk < 32 || FACTS[op].boolean || op == CODE_shl || op == CODE_lshr || op == CODE_ashr; }
/* append the slot's lanes [low, high) to the group that leaves `left` */
static void append(uint32_t left, const Slot *slot, int low, int high, int n, int depth) {
    int dependent = depth == 0 || slot->x == n - 1 || (slot->op == CODE_ite && slot->y == n - 1);
    const Instruction *before = depth ? &C.s->stack[depth - 1] : 0;
    int probes = C.T < PROBES ? C.T : PROBES, lanes = high - low, filtered = is_filtered(), compared = !filtered && repeats(slot->op);
    uint8_t pass[LANES];
    U value[PROBES + 1][LANES];
    uint64_t hash[LANES];
    for (int i = 0; compared && i < lanes; i++) hash[i] = spread(left);
    for (int e = 0; e < (compared ? C.T : probes); e++) {
        U *v = value[e < probes ? e : PROBES];
        slot_values(slot, e, low, lanes, v);
        for (int i = 0; compared && i < lanes; i++) {
            uint64_t h = (hash[i] ^ v[i]) * 0x9e3779b97f4a7c15u;
            hash[i] = h ^ h >> 29;
        }
    }
    if (filtered) mark_possible(left, value[0], value[1], value[2], lanes, pass), C.s->evaluated += lanes;
    if (dependent && !compared && !filtered) {
        Group *g = room_for(lanes, left, n);
        for (int p = 0; p < probes; p++) memcpy(&g->value[p][g->lanes], value[p], sizeof(U) * lanes);
        for (int i = 0; i < lanes; i++) g->instruction[g->lanes + i] = slot_instruction(slot, low + i), g->alive[g->lanes + i] = 1;
        g->lanes += lanes;
        return;
    }
    Group *g = room_for(1, left, n);
    for (int i = 0; i < lanes; i++) {
        if (filtered && !pass[i]) continue;
        Instruction ins = slot_instruction(slot, low + i);
        if (!(dependent || (slot->position >= 0 && low + i == n - 1) || compare(&ins, before) > 0)) continue;
        if (compared && seen_lane(hash[i], FEW_SLOTS)) continue;
        if (g->lanes == LANES) g = room_for(1, left, n);
        add_lane(g, ins, &value[0][i], LANES);
    }
}
static void run_slot(const Slot *slot, int low, int high, int n, uint32_t unused, int depth) {
    uint32_t left = unused;
    if (slot->x >= C.fixed) left &= ~(1u << (slot->x - C.fixed));
    if (slot->op == CODE_ite && slot->y >= C.fixed) left &= ~(1u << (slot->y - C.fixed));
    for (int from = low, to; from < high; from = to) { /* runs of lanes that consume the same */
        uint32_t consumed = from >= C.fixed && slot->position >= 0 ? left & 1u << (from - C.fixed) : 0;
        for (to = from + 1; to < high && !consumed && !(to >= C.fixed && left >> (to - C.fixed) & 1); to++) {}
        if (__builtin_popcount(left & ~consumed) > 2) continue;
        append(left & ~consumed, slot, from, to, n, depth);
    }
}

/* r = ite(a, k1, k2) as last but one, a any row: the constants are solved for branch by branch in the last instruction */
static int split_hole(int op, int side, const U *condition, const U *other, U *k) {
    for (int truth = 1; truth >= 0; truth--) {
        U u[EXAMPLES], t[EXAMPLES];
        int m = 0;
        for (int e = 0; e < C.T; e++) if ((condition[e] != 0) == truth) u[m] = other[e], t[m++] = C.goal[e];
        if (!m || !solve_hole(op, !side, u, t, m, &k[1 - truth])) return 0;
    }
    return 1;
}
static void split_ite(int a, int n, uint32_t unused) {
    const U *condition = C.row[a];
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i];
        if (boolean_clash(op) || FACTS[op].arity != 2) continue;
        for (int other = C.nk; other < n; other++) {
            uint32_t left = unused & ~(a >= C.fixed ? 1u << (a - C.fixed) : 0) & ~(other >= C.fixed ? 1u << (other - C.fixed) : 0);
            for (int side = 0; !left && side <= !FACTS[op].commutative; side++) { /* side 0: r op other */
                U k[HOLES] = {0};
                C.s->evaluated++;
                if (!split_hole(op, side, condition, C.row[other], k)) continue;
                Instruction two[2] = {make(CODE_ite, a, HOLE_0, HOLE_1), side ? make(op, other, n, 0) : make(op, n, other, 0)};
                record(two, 2, k);
            }
        }
    }
}
/* ite(b, r, c) or ite(b, c, r) with r = ite(a, k1, k2) */
static int split_branch(const U *outer, int truth, const U *inner, U *k) {
    int some[2] = {0, 0};
    k[0] = k[1] = 0;
    for (int e = 0; e < C.T; e++)
        if ((outer[e] != 0) == truth) {
            int i = inner[e] == 0;
            if (some[i] && (C.s->truth_goal ? (k[i] != 0) != (C.goal[e] != 0) : k[i] != C.goal[e])) return 0;
            k[i] = C.goal[e];
            some[i] = 1;
        }
    return 1;
}
static void split_nested(int a, int n, uint32_t unused) {
    for (int b = C.nk; b < n; b++)
        for (int truth = 0; truth < 2; truth++) {
            U k[HOLES] = {0};
            C.s->evaluated++;
            if (!split_branch(C.row[b], truth, C.row[a], k)) continue;
            for (int c = HOLE_2; c < n; c = c < 0 ? 0 : c + 1) {
                uint32_t left = unused;
                int rows[3] = {a, b, c};
                for (int i = 0; i < 3; i++) if (rows[i] >= C.fixed) left &= ~(1u << (rows[i] - C.fixed));
                if (left || !(c < 0 ? branch_constant(C.row[b], !truth, &k[2]) : branch_row(C.row[b], !truth, C.row[c]))) continue;
                Instruction two[2] = {make(CODE_ite, a, HOLE_0, HOLE_1), truth ? make(CODE_ite, b, n, c) : make(CODE_ite, b, c, n)};
                record(two, 2, k);
            }
        }
}

static int comes_after(const Instruction *a, const Instruction *b) { /* as next_instruction goes */
    if (a->op != b->op) return place_of(a->op) > place_of(b->op);
    return compare(a, b) > 0;
}
static uint32_t consumed_by(const Instruction *i) {
    uint32_t rows = 0;
    for (int k = 0; k < i->arity; k++)
        if (i->operand[k] >= C.fixed) rows |= 1u << (i->operand[k] - C.fixed);
    return rows;
}
#define GONE -1
static void leave_out_those_gone(void) {
    int kept = 0;
    for (int i = 0; i < beside.count; i++) {
        if (beside.instruction[i].op == GONE) continue;
        beside.instruction[kept] = beside.instruction[i];
        beside.consumed[kept] = beside.consumed[i];
        for (int p = 0; p < C.T && p < PROBES; p++) beside.value[p][kept] = beside.value[p][i];
        kept++;
    }
    beside.count = kept;
}
/* What may stand in the place of stack[depth], whose values are row n: of those with equal values the first, or, where the programs of
 * that one may be looked at elsewhere, and later, the last, which serves wherever any of them does. */
static void gather_beside(int depth, int n) {
    Instruction *i = &C.s->stack[depth], here = *i;
    int gone = 0;
    beside.count = 0, beside.all = 1, beside.examples = C.T;
    lanes_seen.stamp++, lanes_seen.count = 0;
    for (int more = start_operator(i, 0); more; more = next_instruction(i, n)) {
        if (!stands(depth, n)) continue;
        uint64_t hash = mixed(spread(unused_results(C.s, depth + 1)), C.row[n], C.T);
        int32_t before = lane_before(hash, LANE_SLOTS, beside.count);
        if (before >= 0) {
            if (is_of_one_part(depth)) continue;
            beside.instruction[before].op = GONE, gone = 1;
        }
        if (beside.count == BESIDE) {
            beside.all = 0;
            break;
        }
        beside.instruction[beside.count] = *i;
        beside.consumed[beside.count] = consumed_by(i);
        for (int p = 0; p < C.T && p < PROBES; p++) beside.value[p][beside.count] = C.row[n][p];
        beside.count++;
    }
    if (gone) leave_out_those_gone();
    *i = here;
    const int16_t *o = i->operand;
    evaluate(i->op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[n], C.T);
}
static void append_possible(uint32_t left, int low, int high, int n) {
    uint8_t pass[LANES];
    for (int from = low; from < high; from += LANES) {
        int lanes = high - from < LANES ? high - from : LANES;
        mark_possible(left, &beside.value[0][from], &beside.value[1][from], &beside.value[2][from], lanes, pass);
        C.s->evaluated += lanes;
        Group *g = room_for(1, left, n);
        for (int i = 0; i < lanes; i++) {
            if (!pass[i]) continue;
            if (g->lanes == LANES) g = room_for(1, left, n);
            add_lane(g, beside.instruction[from + i], &beside.value[0][from + i], BESIDE);
        }
    }
}
static void append_beside(uint32_t unused, int n, int depth) {
    int low = 0, probes = C.T < PROBES ? C.T : PROBES;
    for (int high = beside.count; low < high;) {
        int middle = (low + high) / 2;
        if (comes_after(&beside.instruction[middle], &C.s->stack[depth - 1])) high = middle;
        else low = middle + 1;
    }
    for (int to; low < beside.count; low = to) {
        uint32_t left = unused & ~beside.consumed[low];
        for (to = low + 1; to < beside.count && (unused & ~beside.consumed[to]) == left; to++) {}
        if (__builtin_popcount(left) > 2) continue;
        if (is_filtered()) {
            append_possible(left, low, to, n);
            continue;
        }
        for (int from = low, some; from < to; from += some) {
            Group *g = room_for(1, left, n);
            some = to - from < LANES - g->lanes ? to - from : LANES - g->lanes;
            for (int p = 0; p < probes; p++) memcpy(&g->value[p][g->lanes], &beside.value[p][from], sizeof(U) * some);
            memcpy(&g->instruction[g->lanes], &beside.instruction[from], sizeof(Instruction) * some);
            for (int k = 0; k < some; k++) g->alive[g->lanes + k] = 1;
            g->lanes += some;
        }
    }
}

static void last_two(int depth, int n) {
    if (depth > 0 && !C.s->chain && beside.examples != C.T) gather_beside(depth - 1, n - 1);
    int using = depth > 0 && (C.s->chain || beside.all); /* only what uses the instruction before it; what does not is at hand */
    uint32_t unused = unused_results(C.s, depth);
    for (int e = 0; e < C.T; e++)
        for (int i = 0; i < n; i++) C.lane[e][i] = C.row[i][e];
    lanes_seen.stamp++, lanes_seen.count = 0;
    prepare_branches(n);
    if (is_filtered()) prepare_results(n);
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i], commutative = FACTS[op].commutative;
        for (int x = C.nk; x < n; x++) {
            int direct = x == n - 1 || !using;
            if (!direct && (FACTS[op].arity < 3 || C.s->chain)) continue; /* ite with its condition elsewhere is no chain worth it */
            if (FACTS[op].arity == 1) {
                Slot slot = {op, -1, x, x};
                run_slot(&slot, 0, 1, n, unused, depth);
            } else if (FACTS[op].arity == 2) { /* commutative: the lesser row first */
                Slot left = {op, 0, x, x}, right = {op, 1, x, x};
                int every = W.w <= 8 && C.nk == 1 << W.w;
                int from = every && redundant_with_constant(op, 0) ? C.nk : 0;
                if (commutative) run_slot(&left, 0, x + 1, n, unused, depth);
                else {
                    if (using) run_slot(&left, C.nk, n - 1, n, unused, depth);
                    if (!every || !redundant_with_constant(op, 1)) run_slot(&left, 0, C.nk, n, unused, depth);
                    run_slot(&right, from, n, n, unused, depth);
                }
            } else {
                for (int y = C.nk; y < n; y++) {
                    Slot otherwise = {op, 2, x, y}, then = {op, 1, x, y};
                    if (direct || y == n - 1) {
                        run_slot(&otherwise, 0, n, n, unused, depth);
                        run_slot(&then, 0, C.nk, n, unused, depth);
                    } else
                        run_slot(&otherwise, n - 1, n, n, unused, depth);
                }
                if (C.s->holes) {
                    split_ite(x, n, unused);
                    split_nested(x, n, unused);
                }
            }
        }
    }
    if (using && !C.s->chain) append_beside(unused, n, depth);
    for (int i = 0; i < GROUPS; i++) flush(&groups[i]);
}
