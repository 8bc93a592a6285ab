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
/* Lanes: candidates for the last but one instruction that leave the same results for the last one to use. */
typedef struct {
    uint32_t left; /* those results, as a bit mask */
    int lanes, n, needs, need[3];
    Instruction instruction[LANES];
    U value[PROBES][LANES], alive[LANES];
} Group;

/* ite as last: sets of probes as bit masks. A branch is served where a row is the goal on it, or where the goal is constant. */
typedef uint16_t Probes;
typedef struct {
    int served, served_else; /* how many */
    Probes by[ROWS + PROBES], elsewhere[2 * ROWS];
} Branches;

/* Siblings: under one prefix, of two instructions with the same values that leave the same results unused, the later one is
 * redundant. Values are compared by 128 bits of hash; a full table only forgets. */
#define SIBLING_DEPTHS 4
#define SIBLING_SLOTS (1u << 17)
typedef struct {
    uint32_t stamp, count;
    struct {
        uint64_t a, b;
        uint32_t stamp;
    } slot[SIBLING_SLOTS];
} Siblings;

/* Lanes of one last but one instruction that have equal values and leave the same results are one. */
#define LANE_SLOTS (1u << 16)
#define FEW_SLOTS (1u << 13)
typedef struct {
    uint32_t stamp, count;
    struct {
        uint64_t hash;
        uint32_t stamp;
    } slot[LANE_SLOTS];
} LanesSeen;

/* Instructions that may stand where the last one of the stack does, each value once, in order: of those that come later, each is a
 * candidate for the last but one that does not use it. They are the same for all that stand there. */
#define BESIDE (1u << 16)
typedef struct {
    int32_t count, all, examples; /* whether these are all; how many examples were known, 0: none were gathered */
    Instruction instruction[BESIDE];
    uint32_t consumed[BESIDE]; /* the results that it uses, as a bit mask */
    U value[PROBES][BESIDE];
} Beside;

/* Words of 8 bits: tables over a lane's values on the first probes tell whether any last instruction is possible at all, which few
 * lanes pass. A goal of Booleans is reached too often for that. */
#define FIRST 3
typedef struct {
    int32_t examples; /* how many were known when these were made; 0: there are none */
    uint32_t by_row[FIRST][256][256]; /* [probe][a row's word][the lane's]: which operators, on both in any order, give the goal there */
    uint8_t alone[1u << 16];          /* [first word << 8 | second]: whether one does without a result but the lane's */
    uint8_t sort[FIRST][256];         /* 1: not 0, 2: the goal */
    /* for the rows that there are now */
    uint32_t by_results[FIRST][256];
    uint8_t chosen[1 << 2 * FIRST]; /* [sorts of the first words]: whether an ite may do */
} Possible;
static const uint32_t nowhere[256];

struct Workspace {
    Context context; /* first: see C */
    Possible possible;
    LanesSeen lanes_seen;
    Beside beside;
    Group groups[GROUPS];
    Branches branches;
    Siblings siblings[SIBLING_DEPTHS];
};
const uint64_t workspace_size = sizeof(Workspace);
#define groups workspace->groups
#define branches workspace->branches
#define siblings workspace->siblings
#define lanes_seen workspace->lanes_seen
#define beside workspace->beside
#define possible workspace->possible

static void finish_lane(const Group *g, int lane, int op, int kind, int other) {
    /* kind: 0 r op row, 1 row op r, 2 r op hole, 3 hole op r, 4 the general scalar search of `op` = ite */
    int n = g->n;
    U r[EXAMPLES];
    Last l = {.n = n, .r = n, .needs = g->needs, .prefix = g->instruction[lane], .prefixed = 1};
    const int16_t *o = l.prefix.operand;
    memcpy(l.need, g->need, sizeof l.need);
    evaluate(l.prefix.op, C.row[o[0]], C.row[o[1]], C.row[o[2]], r, C.T);
    if (lost(r, n)) return;
    switch (kind) {
    case 0: try_last(&l, r, op, n, other, other); break;
    case 1: try_last(&l, r, op, other, n, n); break;
    case 2: try_hole(&l, r, op, 0, n); break;
    case 3: try_hole(&l, r, op, 1, n); break;
    default: try_ite(&l, r, n + 1);
    }
}

static void finish_batch(const Group *g, const U *m, int op, int kind, int other) {
    for (int i = 0; i < g->lanes; i++)
        if (m[i]) finish_lane(g, i, op, kind, other);
}
static void batch_row(const Group *b, int op, int other, int left) {
    U m[LANES];
    int probes = C.T < PROBES ? C.T : PROBES;
    C.s->evaluated += b->lanes;
    memcpy(m, b->alive, sizeof(U) * b->lanes);
    for (int p = 0; p < probes; p++) {
        const U *u = b->value[p];
        if (other == b->n) { /* r op r */
            U v[LANES];
            evaluate(op, u, u, u, v, b->lanes);
            for (int i = 0; i < b->lanes; i++) m[i] &= reaches(v[i], C.goal[p]) != 0;
        } else
            (left ? mask_left : mask_right)(op, C.row[other][p], u, C.goal[p], m, b->lanes);
        if ((p & 1) && !any(m, b->lanes)) return;
    }
    if (any(m, b->lanes)) finish_batch(b, m, op, left, other);
}
static void batch_unary(const Group *b, int op) {
    U m[LANES], v[LANES];
    int probes = C.T < PROBES ? C.T : PROBES;
    C.s->evaluated += b->lanes;
    memcpy(m, b->alive, sizeof(U) * b->lanes);
    for (int p = 0; p < probes; p++) {
        evaluate(op, b->value[p], b->value[p], b->value[p], v, b->lanes);
        for (int i = 0; i < b->lanes; i++) m[i] &= reaches(v[i], C.goal[p]) != 0;
    }
    if (any(m, b->lanes)) finish_batch(b, m, op, 0, b->n);
}
static void batch_hole(const Group *b, int op, int side) {
    U m[LANES];
    C.s->evaluated += b->lanes;
    memcpy(m, b->alive, sizeof(U) * b->lanes);
    int probes = C.T < PROBES ? C.T : PROBES;
    for (int p = 0; p + 1 < probes; p++) {
        mask_hole(op, side, b->value[p], b->value[p + 1], C.goal[p], C.goal[p + 1], m, b->lanes);
        if (!any(m, b->lanes)) return;
    }
    if (any(m, b->lanes)) finish_batch(b, m, op, side ? 3 : 2, 0);
}
static Probes probes_where(const U *v, int truth) { /* where v is the goal, or (truth) where v is not 0 */
    Probes set = 0;
    for (int p = 0; p < C.T && p < PROBES; p++)
        if (truth ? v[p] != 0 : reaches(v[p], C.goal[p])) set |= (Probes)(1u << p);
    return set;
}
static int subset_of_any(Probes set, const Probes *sets, int n) {
    for (int i = 0; i < n; i++)
        if (!(set & ~sets[i])) return 1;
    return 0;
}
/* what the rows below n can serve, and the branches (of conditions among them) that r has to serve because the other one is */
static void prepare_branches(int n) {
    int probes = C.T < PROBES ? C.T : PROBES;
    Probes all = (Probes)((1u << probes) - 1);
    branches.served = branches.served_else = 0;
    for (int i = C.nk; i < n; i++) branches.by[branches.served++] = probes_where(C.row[i], 0);
    for (int p = 0; C.s->holes && p < probes; p++) {
        U constant[PROBES];
        for (int q = 0; q < probes; q++) constant[q] = C.goal[p];
        branches.by[branches.served++] = probes_where(constant, 0);
    }
    for (int i = C.nk; i < n; i++) {
        Probes truth = probes_where(C.row[i], 1);
        if (subset_of_any(all & ~truth, branches.by, branches.served)) branches.elsewhere[branches.served_else++] = truth;
        if (subset_of_any(truth, branches.by, branches.served)) branches.elsewhere[branches.served_else++] = all & ~truth;
    }
}
static void batch_ite(const Group *b) {
    Probes hit[LANES], truth[LANES], then[LANES], otherwise[LANES], use[LANES];
    int probes = C.T < PROBES ? C.T : PROBES, n = b->lanes;
    Probes all = (Probes)((1u << probes) - 1);
    C.s->evaluated += n;
    memset(hit, 0, sizeof hit), memset(truth, 0, sizeof truth), memset(use, 0, sizeof use);
    for (int p = 0; p < probes; p++) {
        const U *u = b->value[p];
        U t = C.goal[p];
        if (C.s->truth_goal) for (int i = 0; i < n; i++) hit[i] |= (Probes)(((u[i] != 0) == t) << p);
        else for (int i = 0; i < n; i++) hit[i] |= (Probes)((u[i] == t) << p);
        for (int i = 0; i < n; i++) truth[i] |= (Probes)((u[i] != 0) << p);
    }
    for (int k = 0; k < branches.served_else; k++)
        for (int i = 0; i < n; i++) use[i] |= (branches.elsewhere[k] & ~hit[i]) == 0;
    for (int i = 0; i < n; i++) {
        then[i] = (truth[i] & ~hit[i]) == 0;
        otherwise[i] = (all & ~truth[i] & ~hit[i]) == 0;
    }
    for (int k = 0; k < branches.served; k++)
        for (int i = 0; i < n; i++) {
            then[i] |= (truth[i] & ~branches.by[k]) == 0;
            otherwise[i] |= (all & ~truth[i] & ~branches.by[k]) == 0;
        }
    for (int i = 0; i < n; i++)
        if (b->alive[i] && (use[i] | (then[i] & otherwise[i]))) finish_lane(b, i, CODE_ite, 4, 0);
}
static void last_of_batch(const Group *b) {
    if (!any(b->alive, b->lanes)) return;
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i], commutative = FACTS[op].commutative;
        if (boolean_clash(op)) continue;
        if (op == CODE_ite) { if (b->needs <= 2) batch_ite(b); continue; }
        if (FACTS[op].arity == 1) { if (!b->needs) batch_unary(b, op); continue; }
        if (b->needs > 1) continue;
        for (int other = b->needs ? b->need[0] : C.nk; other < (b->needs ? b->need[0] + 1 : b->n); other++) {
            batch_row(b, op, other, 0);
            if (!commutative) batch_row(b, op, other, 1);
        }
        if (!b->needs) {
            if (!reduces_on_itself(op)) batch_row(b, op, b->n, 0);
            if (C.s->holes) {
                if (!redundant_with_constant(op, 0)) batch_hole(b, op, 0);
                if (!commutative && !redundant_with_constant(op, 1)) batch_hole(b, op, 1);
            }
        }
    }
}

static void flush(Group *g) {
    if (g->lanes) last_of_batch(g);
    g->lanes = 0;
}
static Group *group_of(uint32_t left, int n) {
    Group *g = &groups[0];
    for (int i = 0; i < GROUPS; i++) {
        if (groups[i].lanes && groups[i].left == left) return &groups[i];
        if (groups[i].lanes < g->lanes) g = &groups[i];
    }
    flush(g);
    g->left = left, g->n = n, g->needs = 0;
    for (int k = 0; left >> k; k++)
        if (left >> k & 1) g->need[g->needs++] = C.fixed + k;
    return g;
}
static int seen_lane(uint64_t hash, uint32_t slots) { /* of the first `slots`, a power of two: few stay in the cache */
    for (uint32_t i = (uint32_t)(hash >> 40) % slots;; i = (i + 1) % slots) {
        if (lanes_seen.slot[i].stamp != lanes_seen.stamp) {
            if (lanes_seen.count >= slots / 2) return 0; /* a full table only forgets */
            lanes_seen.count++;
            lanes_seen.slot[i].hash = hash, lanes_seen.slot[i].stamp = lanes_seen.stamp;
            return 0;
        }
        if (lanes_seen.slot[i].hash == hash) return 1;
    }
}
static int is_filtered(void) { return sizeof(U) == 1 && !C.boolean_goal && !C.s->truth_goal && C.T >= FIRST; }
static void prepare_rows(uint32_t by_row[256][256], int probe) {
    U every[256], out[256];
    for (int i = 0; i < 256; i++) every[i] = (U)i;
    memset(by_row, 0, sizeof(uint32_t) * 256 * 256);
    for (int k = 0; k < C.s->operators; k++) {
        int op = C.s->operator_code[k];
        if (FACTS[op].arity != 2 || boolean_clash(op)) continue;
        for (int a = 0; a <= W.mask; a++)
            for (int side = 0; side <= !FACTS[op].commutative; side++) {
                (side ? evaluate_left : evaluate_right)(op, (U)a, every, out, W.mask + 1);
                for (int v = 0; v <= W.mask; v++) by_row[a][v] |= (uint32_t)(out[v] == C.goal[probe]) << k;
            }
    }
}
/* a last instruction on the lane alone, or on it and an argument or a constant */
static void prepare_alone(int op) {
    U every[256], first[256], out[2][256], m[256];
    int words = W.mask + 1;
    for (int i = 0; i < words; i++) every[i] = (U)i;
    for (int p = 0; p < 2; p++) evaluate(op, every, every, every, out[p], words);
    for (int v = 0; v < words; v++)
        for (int u = 0; u < words; u++) possible.alone[v << 8 | u] |= (out[0][v] == C.goal[0]) & (out[1][u] == C.goal[1]);
    if (FACTS[op].arity == 1) return;
    for (int row = C.nk; row < C.fixed; row++)
        for (int side = 0; side <= !FACTS[op].commutative; side++) {
            for (int p = 0; p < 2; p++) (side ? evaluate_left : evaluate_right)(op, C.row[row][p], every, out[p], words);
            for (int v = 0; v < words; v++)
                for (int u = 0; u < words && out[0][v] == C.goal[0]; u++) possible.alone[v << 8 | u] |= out[1][u] == C.goal[1];
        }
    for (int side = 0; C.s->holes && side <= !FACTS[op].commutative; side++)
        for (int v = 0; v < words && !redundant_with_constant(op, side); v++) {
            for (int u = 0; u < words; u++) first[u] = (U)v, m[u] = 1;
            mask_hole(op, side, first, every, C.goal[0], C.goal[1], m, words);
            for (int u = 0; u < words; u++) possible.alone[v << 8 | u] |= m[u];
        }
}
static void prepare_possible(void) {
    memset(possible.alone, 0, sizeof possible.alone);
    for (int p = 0; p < FIRST; p++) {
        prepare_rows(possible.by_row[p], p);
        for (int v = 0; v <= W.mask; v++) possible.sort[p][v] = (uint8_t)((v != 0) | (v == C.goal[p]) << 1);
    }
    for (int k = 0; k < C.s->operators; k++) {
        int op = C.s->operator_code[k];
        if (FACTS[op].arity < 3 && !boolean_clash(op)) prepare_alone(op);
    }
    possible.examples = C.T;
}
/* what the rows below n make possible: after prepare_branches, and as batch_ite, on the first probes */
static void prepare_results(int n) {
    Probes all = (1 << FIRST) - 1;
    if (possible.examples != C.T) prepare_possible();
    memset(possible.by_results, 0, sizeof possible.by_results);
    for (int p = 0; p < FIRST; p++)
        for (int row = C.fixed; row < n; row++)
            for (int v = 0; v < 256; v++) possible.by_results[p][v] |= possible.by_row[p][C.row[row][p]][v];
    memset(possible.chosen, 0, sizeof possible.chosen);
    for (int sorts = 0; place_of(CODE_ite) >= 0 && sorts < 1 << 2 * FIRST; sorts++) {
        Probes truth = 0, hit = 0;
        for (int p = 0; p < FIRST; p++) truth |= (Probes)((sorts >> 2 * p & 1) << p), hit |= (Probes)((sorts >> (2 * p + 1) & 1) << p);
        int use = 0, then = !(truth & ~hit), otherwise = !(all & ~truth & ~hit);
        for (int k = 0; k < branches.served_else; k++) use |= !(branches.elsewhere[k] & all & ~hit);
        for (int k = 0; k < branches.served; k++) then |= !(truth & ~branches.by[k]), otherwise |= !(all & ~truth & ~branches.by[k]);
        possible.chosen[sorts] = (uint8_t)(use | (then & otherwise));
    }
}
/* whether any last instruction may be possible that uses what is left, lane by lane */
static void mark_possible(uint32_t left, const U *a, const U *b, const U *c, int lanes, uint8_t *pass) {
    const uint32_t *by[FIRST];
    int row = C.fixed + __builtin_ctz(left | 1u << 31), needs = __builtin_popcount(left), alone = needs == 0;
    for (int p = 0; p < FIRST; p++) by[p] = needs == 0 ? possible.by_results[p] : needs == 1 ? possible.by_row[p][C.row[row][p]] : nowhere;
    for (int i = 0; i < lanes; i++) {
        int sorts = possible.sort[0][(uint8_t)a[i]] | possible.sort[1][(uint8_t)b[i]] << 2 | possible.sort[2][(uint8_t)c[i]] << 4;
        int some = (by[0][(uint8_t)a[i]] & by[1][(uint8_t)b[i]] & by[2][(uint8_t)c[i]]) != 0;
        pass[i] = (uint8_t)(some | possible.chosen[sorts] | (alone & possible.alone[(uint8_t)a[i] << 8 | (uint8_t)b[i]]));
    }
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
    Group *g = group_of(left, n);
    if (dependent && !compared && !filtered) {
        if (g->lanes + lanes > LANES) flush(g), g = group_of(left, n);
        for (int p = 0; p < probes; p++) memcpy(&g->value[p][g->lanes], value[p], sizeof(U) * lanes);
        for (int i = 0; i < lanes; i++) g->instruction[g->lanes + i] = slot_instruction(slot, low + i), g->alive[g->lanes + i] = 1;
        g->lanes += lanes;
        return;
    }
    for (int i = 0; i < lanes; i++) {
        if (filtered && !pass[i]) continue;
        Instruction ins = slot_instruction(slot, low + i);
        if (!(dependent || (slot->position >= 0 && low + i == n - 1) || compare(&ins, before) > 0)) continue;
        if (compared && seen_lane(hash[i], FEW_SLOTS)) continue;
        if (g->lanes == LANES) {
            flush(g);
            g = group_of(left, n);
        }
        for (int p = 0; p < probes; p++) g->value[p][g->lanes] = value[p][i];
        g->instruction[g->lanes] = ins;
        g->alive[g->lanes++] = 1;
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
                U k[2];
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
            U k[2];
            C.s->evaluated++;
            if (!split_branch(C.row[b], truth, C.row[a], k)) continue;
            for (int c = 0; c < n; c++) {
                uint32_t left = unused;
                int rows[3] = {a, b, c};
                for (int i = 0; i < 3; i++) if (rows[i] >= C.fixed) left &= ~(1u << (rows[i] - C.fixed));
                if (left || !branch_row(C.row[b], !truth, C.row[c])) continue;
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
/* what may stand in the place of stack[depth], whose values are row n */
static void gather_beside(int depth, int n) {
    Instruction *i = &C.s->stack[depth], here = *i;
    beside.count = 0, beside.all = 1, beside.examples = C.T;
    lanes_seen.stamp++, lanes_seen.count = 0;
    for (int more = start_operator(i, 0); more; more = next_instruction(i, n)) {
        if (!stands(depth, n) || seen_lane(mixed(spread(unused_results(C.s, depth + 1)), C.row[n], C.T), LANE_SLOTS)) continue;
        if (beside.count == BESIDE) {
            beside.all = 0;
            break;
        }
        beside.instruction[beside.count] = *i;
        beside.consumed[beside.count] = consumed_by(i);
        for (int p = 0; p < C.T && p < PROBES; p++) beside.value[p][beside.count] = C.row[n][p];
        beside.count++;
    }
    *i = here;
    const int16_t *o = i->operand;
    evaluate(i->op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[n], C.T);
}
static void append_possible(uint32_t left, int low, int high, int n) {
    int probes = C.T < PROBES ? C.T : PROBES;
    uint8_t pass[LANES];
    for (int from = low; from < high; from += LANES) {
        int lanes = high - from < LANES ? high - from : LANES;
        mark_possible(left, &beside.value[0][from], &beside.value[1][from], &beside.value[2][from], lanes, pass);
        C.s->evaluated += lanes;
        for (int i = 0; i < lanes; i++) {
            if (!pass[i]) continue;
            Group *g = group_of(left, n);
            if (g->lanes == LANES) flush(g), g = group_of(left, n);
            for (int p = 0; p < probes; p++) g->value[p][g->lanes] = beside.value[p][from + i];
            g->instruction[g->lanes] = beside.instruction[from + i];
            g->alive[g->lanes++] = 1;
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
            Group *g = group_of(left, n);
            if (g->lanes == LANES) flush(g), g = group_of(left, n);
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
