/* What the last of two instructions needs to reach the goal: which words the result of the first one, t, may be. */

/* The last instruction: which rows it reads, C.top for the first one's result, or HOLE_1, HOLE_2 */
typedef struct {
    int op, side, solved, negative; /* solved: HOLE_1 is solved for, as operand 1 (side 0) or 0 (side 1), and is negative or not */
    int16_t row[3];
    Set first;     /* what it may be, at most */
    uint32_t rows; /* the arguments that are read, as a bit mask */
    U constant[2]; /* HOLE_1 and HOLE_2 where they are known */
    Sets needed[EXAMPLES];
} Outer;

static void add_set(Sets *s, Set one) { s->set[s->count++] = one; }
static void add_range(Sets *s, Big low, Big high) { /* nothing where it is empty */
    if (high > W.mask) high = W.mask;
    if (low <= high) add_set(s, from_to((U)low, (U)high));
}
static void needed_by_shift(Sets *s, int op, int side, U other, U goal) {
    if (!side) {
        int by = other < (U)W.w ? (int)other : W.w;
        if (op == CODE_ashr && by == W.w) by = W.w - 1;
        if (by == W.w) { if (!goal) add_set(s, every_word()); return; }
        if (op == CODE_shl) { if (!(goal & low_bits(by))) add_set(s, with_bits(low_bits(W.w - by), goal >> by)); return; }
        U low = (U)(((WIDE)goal << by) & W.mask);
        if (apply1(op, low, other) == goal) add_set(s, from_to(low, (U)(low | low_bits(by))));
        return;
    }
    int first = -1, last = -1;
    for (int by = 0; by <= W.w; by++)
        if (apply1(op, other, (U)by) == goal) first = first < 0 ? by : first, last = by;
    if (first >= 0) add_range(s, (Big)first, last == W.w ? W.mask : (Big)last);
}
static void needed_by_quotient(Sets *s, int side, U other, U goal) {
    if (!side) {
        if (other == 0) { if (goal == W.mask) add_set(s, every_word()); return; }
        add_range(s, (Big)goal * other, (Big)goal * other + other - 1);
        return;
    }
    if (goal == W.mask) add_set(s, only(0));
    add_range(s, (Big)other / ((Big)goal + 1) + 1, goal ? other / goal : W.mask);
}
static void needed_by_rest(Sets *s, int side, U other, U goal) {
    if (!side) {
        Set of_rest = every_word();
        if (other == 0) of_rest = only(goal);
        else if (goal >= other) return;
        else if (!(other & (other - 1))) of_rest = with_bits(other - 1, goal);
        else if ((W.mask - goal) / other < MOST_SETS) {
            for (Big t = goal; t <= W.mask; t += other) add_set(s, only((U)t));
            return;
        } else of_rest.modulus = other, of_rest.rest = goal;
        add_set(s, of_rest);
        return;
    }
    if (goal == other) add_set(s, from_to(P_add(other, 1), 0)); /* larger ones, and 0 */
    else if (goal < other) add_range(s, (Big)goal + 1, (Big)other - goal);
}
static void needed_of_magnitude(Sets *s, Big low, Big high, int plus, int minus) { /* with either sign, or one of them */
    if (high > W.sign) high = W.sign;
    if (low > high) return;
    if (plus) add_range(s, low, high < W.sign ? high : (Big)W.sign - 1);
    if (minus && high) add_set(s, from_to(P_sub(0, (U)high), P_sub(0, (U)(low ? low : 1))));
}
static void needed_by_signed_division(Sets *s, int op, int side, U other, U goal) {
    U o = magnitude(other), g = magnitude(goal);
    int minus = ((other ^ goal) & W.sign) != 0, below = (goal & W.sign) != 0; /* the sign of t, where the quotient is not 0 */
    int may_plus = !g || !minus || goal == W.sign, may_minus = !g || minus || goal == W.sign;
    if (op == CODE_srem) {
        if (!side && other == 0) add_set(s, only(goal));
        else if (!side && g < o) needed_of_magnitude(s, g, W.sign, !g || !below, !g || below);
        else if (side && goal == other) add_set(s, every_word());
        else if (side && g < o && (!g || !minus)) needed_of_magnitude(s, (Big)g + 1, o - g, 1, 1);
        return;
    }
    if (!side) {
        if (other == 0) {
            if (goal == 1) add_set(s, from_to(W.sign, W.mask));
            if (goal == W.mask) add_set(s, from_to(0, W.sign - 1));
        } else needed_of_magnitude(s, (Big)g * o, (Big)g * o + o - 1, may_plus, may_minus);
        return;
    }
    if (goal == (other & W.sign ? 1 : W.mask)) add_set(s, only(0));
    needed_of_magnitude(s, (Big)o / ((Big)g + 1) + 1, g ? o / g : W.sign, may_plus, may_minus);
}
static void needed_by_comparison(Sets *s, int op, int side, U other, U goal) {
    if (goal > 1) return;
    if (op == CODE_eq || op == CODE_neq) {
        add_set(s, goal == (op == CODE_eq) ? only(other) : from_to(P_add(other, 1), P_sub(other, 1)));
        return;
    }
    if (op == CODE_implies) {
        int free = side ? other == 0 : other != 0; /* true whatever it is */
        if (free) { if (goal) add_set(s, every_word()); }
        else add_set(s, (int)goal == !side ? only(0) : from_to(1, W.mask));
        return;
    }
    U flip = op == CODE_slt || op == CODE_sle ? W.sign : 0, o = other ^ flip;
    int strict = op == CODE_ult || op == CODE_slt;
    Big low = 0, high = W.mask;
    if (!side && goal) { if (strict && !o) return; high = o - strict; }
    else if (!side) low = (Big)o + !strict;
    else if (goal) low = (Big)o + strict;
    else { if (!strict && !o) return; high = o - !strict; }
    if (low <= high) add_set(s, from_to((U)low ^ flip, (U)high ^ flip));
}
static void needed_by_square(Sets *s, U goal) { /* t * t = goal: of an odd number there are four roots, if any */
    int zeros = zeros_below(goal);
    if (goal == 0) { add_set(s, with_bits(low_bits((W.w + 1) / 2), 0)); return; }
    U odd = (U)(goal >> zeros), root = 1;
    int width = W.w - zeros;
    if (zeros & 1 || (odd & (width < 3 ? low_bits(width) : 7)) != 1) return;
    for (int i = 3; i < width; i++) /* root^2 = odd modulo 2^i: the next bit */
        if (((U)((WIDE)root * root) ^ odd) >> i & 1) root ^= (U)(1ull << (i - 1));
    U mask = low_bits(width > 2 ? width - 1 : 1);
    zeros /= 2;
    for (int minus = 0; minus <= (width > 2); minus++) {
        U r = (U)((minus ? P_sub(0, root) : root) & mask);
        add_set(s, with_bits((U)(((WIDE)mask << zeros) | low_bits(zeros)), (U)((WIDE)r << zeros)));
    }
}
static void needed_beside(Sets *s, int op, int side, U other, U goal) { /* side 1: t is operand 1 */
    int zeros;
    switch (op) {
    case CODE_add: add_set(s, only(P_sub(goal, other))); break;
    case CODE_sub: add_set(s, only(side ? P_sub(other, goal) : P_add(goal, other))); break;
    case CODE_xor: add_set(s, only(goal ^ other)); break;
    case CODE_mul:
        zeros = zeros_below(other);
        if (goal & low_bits(zeros)) break;
        if (zeros == W.w) add_set(s, every_word());
        else add_set(s, with_bits(low_bits(W.w - zeros), P_mul((U)(goal >> zeros), odd_inverse((U)(other >> zeros)))));
        break;
    case CODE_and: if (!(goal & ~other)) add_set(s, with_bits(other, goal)); break;
    case CODE_or: if (!(other & ~goal)) add_set(s, with_bits((U)~other, goal)); break;
    case CODE_min: if (goal <= other) add_set(s, goal == other ? from_to(other, W.mask) : only(goal)); break;
    case CODE_max: if (goal >= other) add_set(s, goal == other ? from_to(0, other) : only(goal)); break;
    case CODE_udiv: needed_by_quotient(s, side, other, goal); break;
    case CODE_urem: needed_by_rest(s, side, other, goal); break;
    case CODE_sdiv: case CODE_srem: needed_by_signed_division(s, op, side, other, goal); break;
    case CODE_shl: case CODE_lshr: case CODE_ashr: needed_by_shift(s, op, side, other, goal); break;
    COMPARISONS needed_by_comparison(s, op, side, other, goal); break;
    default: add_set(s, every_word());
    }
}
static void needed_alone(Sets *s, int op, U goal) { /* op t, or t op t */
    switch (op) {
    case CODE_not: add_set(s, only(goal ^ W.mask)); break;
    case CODE_neg: add_set(s, only(P_sub(0, goal))); break;
    case CODE_add: needed_beside(s, CODE_mul, 0, 2, goal); break;
    case CODE_mul: needed_by_square(s, goal); break;
    case CODE_ashr: if (goal == 0 || goal == W.mask) add_set(s, goal ? from_to(W.sign, W.mask) : from_to(0, W.sign - 1)); break;
    case CODE_shl:
        for (int by = 0; by < W.w; by++) {
            if (apply1(op, (U)by, (U)by) != goal) continue;
            if (s->count + 1 == MOST_SETS) { s->count = 0, add_set(s, every_word()); return; }
            add_set(s, only((U)by));
        }
        if (!goal) add_set(s, from_to((U)W.w, W.mask));
        break;
    case CODE_udiv: case CODE_sdiv: if (goal == 1 || goal == W.mask) add_set(s, goal == 1 ? from_to(1, W.mask) : only(0)); break;
    default: if (!goal) add_set(s, every_word()); /* lshr gives 0 */
    }
}
/* ite: where t is a branch and is not taken, it may be anything if the other one is the goal */
static void needed_by_choice(Sets *s, const Outer *o, int e) {
    int t = C.top;
    U word[3], goal = C.goal[e];
    for (int i = 0; i < 3; i++) {
        int row = o->row[i];
        word[i] = row < 0 ? o->constant[HOLE_1 - row] : row == t ? 0 : C.row[row][e];
    }
    if (o->row[0] != t) {
        int taken = word[0] ? 1 : 2;
        if (o->row[taken] == t) add_set(s, only(goal));
        else if (word[taken] == goal) add_set(s, every_word());
        return;
    }
    if (o->row[1] == t) { if (goal) add_set(s, only(goal)); }
    else if (word[1] == goal) add_set(s, from_to(1, W.mask));
    if (o->row[2] == t ? goal == 0 : word[2] == goal) add_set(s, only(0));
}
