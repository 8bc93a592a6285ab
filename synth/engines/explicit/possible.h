/* Whether any last instruction is possible on a lane, at 8 bits by tables over its values on the first probes (Possible in
 * workspace.h): a necessary condition, which few lanes meet. */

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
    for (int sorts = 0; has(CODE_ite) && sorts < 1 << 2 * FIRST; sorts++) {
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
