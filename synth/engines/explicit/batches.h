/* Lanes through every last instruction, many at once: what is left is tried one by one. */

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
static Group *room_for(int lanes, uint32_t left, int n) {
    Group *g = group_of(left, n);
    if (g->lanes + lanes <= LANES) return g;
    flush(g);
    return group_of(left, n);
}
/* one lane, for which there is room: its values on the probes lie `stride` words apart */
static void add_lane(Group *g, Instruction instruction, const U *value, int stride) {
    for (int p = 0; p < PROBES && p < C.T; p++) g->value[p][g->lanes] = value[p * stride];
    g->instruction[g->lanes] = instruction;
    g->alive[g->lanes++] = 1;
}
/* the number under which an equal lane was seen, which has this one from now on, or -1; of the first `slots`, a power of two: few stay
 * in the cache */
static int32_t lane_before(uint64_t hash, uint32_t slots, int32_t number) {
    for (uint32_t i = (uint32_t)(hash >> 40) % slots;; i = (i + 1) % slots) {
        int32_t before = lanes_seen.slot[i].number;
        if (lanes_seen.slot[i].stamp != lanes_seen.stamp) {
            if (lanes_seen.count >= slots / 2) return -1; /* a full table only forgets */
            lanes_seen.count++;
            lanes_seen.slot[i].hash = hash, lanes_seen.slot[i].stamp = lanes_seen.stamp;
            before = -1;
        } else if (lanes_seen.slot[i].hash != hash) continue;
        lanes_seen.slot[i].number = number;
        return before;
    }
}
static int seen_lane(uint64_t hash, uint32_t slots) { return lane_before(hash, slots, 0) >= 0; }
