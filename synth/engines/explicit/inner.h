/* Programs of two instructions whose first one has a constant that is solved for, as well as those of the last one, at any width.
 *
 * t = x op k, then r = t op' o. What t may be for r to be the goal is, on each example, a few sets of words (`needed_*`). The bits of
 * k are chosen one by one, most significant first: the words that t may be then are a set, too (`reached`), and where it meets none
 * of those needed on some example no such k does. Where o is a second constant, what it may be is narrowed down from example to
 * example (`narrow`). Products are told by their low bits: there the least significant bits are chosen first, of both constants at
 * once where there are two. A set is never too small, so that nothing is lost, and what is left at the end is tried exactly.
 */

/* The words from `low` on, `length` + 1 many, beyond the largest one from 0 again, whose bits under `mask` are `value`, and whose rest
 * modulo `modulus` is `rest`, where that is not 0 */
typedef struct {
    U low, length, mask, value, modulus, rest, base;
    int shifted; /* 1: of the first instruction's results: each is `base` and what the constant has beyond the least one, with no carry */
} Set;
#define MOST_SETS 4
typedef struct {
    int count; /* the union of so many */
    Set set[MOST_SETS];
} Sets;
/* The last instruction: which rows it reads, C.fixed for the first one's result, or HOLE_1, HOLE_2 */
typedef struct {
    int op, side, solved, negative; /* solved: HOLE_1 is solved for, as operand 1 (side 0) or 0 (side 1), and is negative or not */
    int16_t row[3];
    Set first;     /* what it may be, at most */
    uint32_t rows; /* the arguments that are read, as a bit mask */
    U constant[2]; /* HOLE_1 and HOLE_2 where they are known */
    Sets needed[EXAMPLES];
} Outer;
/* The first instruction, with the constant as operand 1 (side 0) or 0 (side 1); of an ite as branch 1 or 2, beside row y */
typedef struct {
    int op, side, x, y;
} Inner;
typedef struct {
    const Outer *outer;
    Inner inner;
    int nodes, order[EXAMPLES];
} Pair;
#define ARGUMENT_SETS 64
#define MOST_NODES (1 << 15) /* sets of constants that are looked at for one pair of instructions; beyond, it counts as missed */

static Set every_word(void) { return (Set){0, W.mask, 0, 0, 0, 0, 0, 0}; }
static Set only(U v) { return (Set){v, 0, W.mask, v, 0, 0, 0, 0}; }
static Set from_to(U low, U high) { return (Set){low, P_sub(high, low), 0, 0, 0, 0, 0, 0}; } /* high < low: through 0 */
static Set with_bits(U mask, U value) { return (Set){0, W.mask, mask & W.mask, (U)(value & mask & W.mask), 0, 0, 0, 0}; }
static U low_bits(int n) { return n >= W.w ? W.mask : (U)((1ull << n) - 1); }
static int zeros_below(U v) { return v ? __builtin_ctzll(v) : W.w; }
static int length_of(U v) { return v ? 64 - __builtin_clzll(v) : 0; }

/* the least word from `low` on with these bits; 0 where there is none */
static int next_match(U low, U mask, U value, U *found) {
    U apart = (U)((low ^ value) & mask);
    *found = low;
    if (!apart) return 1;
    int h = length_of(apart) - 1;
    if (value >> h & 1) {
        *found = (U)((low & ~low_bits(h + 1)) | (value & low_bits(h + 1)));
        return 1;
    }
    U free = (U)(~mask & ~low & W.mask & ~low_bits(h + 1));
    if (!free) return 0;
    int p = zeros_below(free);
    *found = (U)((low & ~low_bits(p + 1)) | (U)(1ull << p) | (value & low_bits(p)));
    return 1;
}
static int is_empty_piece(U low, U high, U mask, U value, U modulus, U rest) {
    U v;
    if (low > high || !next_match(low, mask, value, &v) || v > high) return 1;
    if (!modulus || mask) return 0;
    U step = (U)((rest + (Big)modulus - v % modulus) % modulus);
    return step > (U)(high - v);
}
static int meet(const Set *a, const Set *b) {
    U mask = a->mask | b->mask, value = a->value | b->value;
    if ((a->value ^ b->value) & a->mask & b->mask) return 0;
    U modulus = a->modulus ? a->modulus : b->modulus, rest = a->modulus ? a->rest : b->rest;
    if (a->modulus && b->modulus) {
        U common = a->modulus == b->modulus ? a->modulus : (U)gcd(a->modulus, b->modulus);
        if (a->rest % common != b->rest % common) return 0;
    }
    U begin = P_sub(b->low, a->low); /* relative to the begin of a, b is begin .. begin + length, through 0 or not */
    U low = a->low, high = P_add(a->low, a->length), other = P_add(b->low, b->length);
    int inside = begin <= a->length, around = P_sub(a->low, b->low) <= b->length; /* whether b begins in a, and a in b */
    for (int piece = 0; piece < 2; piece++) {
        if (piece ? !around : !inside) continue;
        U from = piece ? low : b->low, left_a = P_sub(high, from), left_b = P_sub(other, from), left = left_a < left_b ? left_a : left_b;
        U to = P_add(from, left);
        if (from <= to ? !is_empty_piece(from, to, mask, value, modulus, rest)
                       : !is_empty_piece(from, W.mask, mask, value, modulus, rest) || !is_empty_piece(0, to, mask, value, modulus, rest))
            return 1;
    }
    return 0;
}
static int meet_any(const Set *a, const Sets *b) {
    for (int i = 0; i < b->count; i++)
        if (meet(a, &b->set[i])) return 1;
    return 0;
}
static int is_single(const Set *s) { return !s->length || s->mask == W.mask; }
static U single_of(const Set *s) { return s->length ? s->value : s->low; }
/* the least and the largest word, at best; a set through 0 is every word */
static void hull(const Set *s, U *low, U *high) {
    U end = P_add(s->low, s->length);
    int around = end < s->low;
    *low = around ? 0 : s->low, *high = around ? W.mask : end;
    if (!s->mask) return;
    U least = s->value, most = (U)(s->value | (~s->mask & W.mask));
    if (least > *low) *low = least;
    if (most < *high) *high = most;
}
/* the same for magnitudes of signed words */
static void hull_of_magnitudes(const Set *s, U *low, U *high) {
    U l, h;
    hull(s, &l, &h);
    if ((l ^ h) & W.sign) {
        U end = P_add(s->low, s->length);
        if (end < s->low && s->low & W.sign && !(end & W.sign)) { /* through 0, on both sides of it */
            *low = 0, *high = magnitude(s->low) > end ? magnitude(s->low) : end;
            return;
        }
        *low = 0, *high = W.sign;
    } else if (l & W.sign) *low = magnitude(h), *high = magnitude(l);
    else *low = l, *high = h;
}
/* whether all words are negative (1), or none is (0); -1: not known */
static int sign_of(const Set *s) {
    U low, high;
    hull(s, &low, &high);
    return (low ^ high) & W.sign ? -1 : (low & W.sign) != 0;
}
/* the bits that all words of a set have */
static Set bits_of(const Set *s) {
    if (s->mask) return with_bits(s->mask, s->value);
    U low, high;
    hull(s, &low, &high);
    U known = (U)(W.mask & ~low_bits(length_of(low ^ high)));
    return with_bits(known, low);
}

/* a set of the first instruction's results: base, and what the lowest `open` bits of the constant add to it */
static Set shifted(Set s, U base, int open) {
    s.shifted = P_add(base, low_bits(open)) >= base, s.base = base;
    return s;
}
static Set itself(U low, U high) {
    Set s = from_to(low, high);
    s.shifted = 1, s.base = low;
    return s;
}

/* ---- what the first instruction gives, with any constant from `low` on whose lowest `open` bits are any ---- */

static Set quotient(U a, U b, U c, U d) { /* of a .. b by c .. d, c not 0 */
    return from_to((U)(a / d), (U)(b / c));
}
static Set rest_of(U a, U b, U c, U d) { /* as quotient: one of both is a single word */
    U q = (U)(a / d);
    if (q != b / c) return from_to(0, b < d - 1 ? b : (U)(d - 1));
    return a == b ? from_to((U)(a - q * d), (U)(a - q * c)) : from_to((U)(a - q * d), (U)(b - q * d));
}
static Set negated_if(Set s, int negative) { return negative ? from_to(P_sub(0, P_add(s.low, s.length)), P_sub(0, s.low)) : s; }
static Set reached_by_division(int op, int side, U x, U low, U high, int open) {
    int is_signed = op == CODE_sdiv || op == CODE_srem, is_rest = op == CODE_urem || op == CODE_srem;
    if (low == high) return only(side ? apply1(op, low, x) : apply1(op, x, low));
    if (op == CODE_urem && side && high < x) return itself(low, high);
    if (side && x == 0) return is_rest ? itself(low, high) : is_signed ? every_word() : only(W.mask);
    if ((is_signed && open == W.w) || (!side && low == 0)) return is_rest && !is_signed && !side ? from_to(0, x) : every_word();
    if (!is_signed) return side ? (is_rest ? rest_of : quotient)(low, high, x, x) : (is_rest ? rest_of : quotient)(x, x, low, high);
    int negative = (low & W.sign) != 0, minus = (x & W.sign) != 0;
    U m = magnitude(x), a = negative ? magnitude(high) : low, b = negative ? magnitude(low) : high;
    if (!side && a == 0) return every_word();
    if (side && is_rest && b < m) return itself(low, high);
    Set found = side ? (is_rest ? rest_of : quotient)(a, b, m, m) : (is_rest ? rest_of : quotient)(m, m, a, b);
    return negated_if(found, is_rest ? (side ? negative : minus) : negative != minus);
}
static Set truth_of(int known, int truth) { return known ? only((U)truth) : from_to(0, 1); }
static Set reached_by_comparison(int op, int side, U x, U low, U high) {
    U flip = op == CODE_slt || op == CODE_sle ? W.sign : 0;
    if (op == CODE_eq || op == CODE_neq) return truth_of(x < low || x > high || low == high, (x >= low && x <= high) == (op == CODE_eq));
    if (op == CODE_implies) return side ? truth_of(x != 0 || low || low == high, x != 0 || low == 0) : truth_of(low || x == 0 || low == high, low || x == 0);
    if (flip && low <= W.sign - 1 && high >= W.sign) return from_to(0, 1);
    low ^= flip, high ^= flip, x ^= flip;
    int strict = op == CODE_ult || op == CODE_slt;
    if (side) return truth_of(strict ? high < x || low >= x : high <= x || low > x, strict ? high < x : high <= x);
    return truth_of(strict ? x < low || x >= high : x <= low || x > high, strict ? x < low : x <= low);
}
static Set reached_by_shift(int op, int side, U x, U low, U high, int open) {
    if (low == high) return only(side ? apply1(op, low, x) : apply1(op, x, low));
    if (!side) {
        U a = apply1(op, x, low), b = apply1(op, x, high);
        if (a == b && op != CODE_shl) return only(a);
        if (op == CODE_shl) return low >= (U)W.w || x == 0 ? only(0) : with_bits(low_bits(zeros_below(x) + (int)low), 0);
        return op == CODE_ashr && x & W.sign ? from_to(a, b) : from_to(b, a);
    }
    int by = x < (U)W.w ? (int)x : W.w;
    if (op == CODE_shl) return by == W.w ? only(0) : with_bits((U)(~low_bits(open + by) | low_bits(by)), (U)((WIDE)low << by));
    if (op == CODE_ashr && open == W.w) return every_word();
    return from_to(apply1(op, low, x), apply1(op, high, x));
}
static Set reached_by_product(U x, U low, int open) {
    int minus = (x & W.sign) != 0;
    U m = magnitude(x), begin = P_mul(x, low);
    Set s = with_bits(low_bits(zeros_below(x)), 0);
    if (x == 0) return only(0);
    if (length_of(m) + open > W.w) return s;
    U length = (U)(m * low_bits(open));
    s.low = minus ? P_sub(begin, length) : begin, s.length = length;
    if (P_add(s.low, length) >= s.low) s.modulus = m, s.rest = (U)(s.low % m);
    return s;
}
static Set reached(const Inner *i, int e, U low, int open) {
    U x = C.row[i->x][e], high = (U)(low | low_bits(open)), known = (U)(W.mask & ~low_bits(open));
    Set found;
    switch (i->op) {
    case CODE_add: return shifted(from_to(P_add(x, low), P_add(x, high)), P_add(x, low), open);
    case CODE_sub: return i->side ? shifted(from_to(P_sub(low, x), P_sub(high, x)), P_sub(low, x), open) : from_to(P_sub(x, high), P_sub(x, low));
    case CODE_mul: return reached_by_product(x, low, open);
    case CODE_and: found = with_bits((U)(known | (~x & W.mask)), low & x); return ~x & low_bits(open) ? found : shifted(found, low & x, open);
    case CODE_or: found = with_bits((U)(known | x), low | x); return x & low_bits(open) ? found : shifted(found, low | x, open);
    case CODE_xor: found = with_bits(known, low ^ x); return x & low_bits(open) ? found : shifted(found, low ^ x, open);
    case CODE_min: return x >= high ? itself(low, high) : from_to(x < low ? x : low, x < high ? x : high);
    case CODE_max: return x <= low ? itself(low, high) : from_to(x > low ? x : low, x > high ? x : high);
    case CODE_udiv: case CODE_sdiv: case CODE_urem: case CODE_srem: return reached_by_division(i->op, i->side, x, low, high, open);
    case CODE_shl: case CODE_lshr: case CODE_ashr: return reached_by_shift(i->op, i->side, x, low, high, open);
    case CODE_ite: return (x != 0) == (i->side == 1) ? itself(low, high) : only(C.row[i->y][e]);
    default: return reached_by_comparison(i->op, i->side, x, low, high);
    }
}

/* ---- what the last instruction needs: of `other` beside it, for `goal` ---- */

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
    int minus = ((other ^ goal) & W.sign) != 0, below = (goal & W.sign) != 0;
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
        } else needed_of_magnitude(s, (Big)g * o, (Big)g * o + o - 1, !g || !minus || goal == W.sign, !g || minus || goal == W.sign);
        return;
    }
    if (goal == (other & W.sign ? 1 : W.mask)) add_set(s, only(0));
    needed_of_magnitude(s, (Big)o / ((Big)g + 1) + 1, g ? o / g : W.sign, !g || !minus || goal == W.sign, !g || minus || goal == W.sign);
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
    default: needed_by_comparison(s, op, side, other, goal);
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
    int t = C.fixed;
    U word[3], goal = C.goal[e];
    for (int i = 0; i < 3; i++) word[i] = o->row[i] < 0 ? o->constant[HOLE_1 - o->row[i]] : o->row[i] == t ? 0 : C.row[o->row[i]][e];
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

/* ---- what a second constant may be, where t is of a set ---- */

static int meet_with(Set *k, Set other) { /* k becomes what both have, or more where that is in two pieces; 0 where it is nothing */
    if (!meet(k, &other)) return 0;
    U begin = P_sub(other.low, k->low), back = P_sub(k->low, other.low);
    int inside = begin <= k->length, around = back <= other.length;
    if (inside && around) {
        if (other.length < k->length) k->low = other.low, k->length = other.length;
    } else if (inside) {
        U left = (U)(k->length - begin);
        k->low = other.low, k->length = left < other.length ? left : other.length;
    } else {
        U left = (U)(other.length - back);
        if (left < k->length) k->length = left;
    }
    k->mask |= other.mask, k->value |= other.value;
    return 1;
}
/* t mod k = goal, on words or magnitudes, t from low to high: k divides t - goal, and is greater than goal */
static int narrow_divisor(Set *k, U low, U high, U goal) {
    U least, most;
    hull(k, &least, &most);
    if (high < goal) return 0;
    if (low <= goal) return 1;
    low -= goal, high -= goal;
    if (least <= goal) least = (U)(goal + 1);
    if (most > high) most = high;
    if (least > most) return 0;
    Big fewest = ((Big)low + most - 1) / most, times = high / least; /* how often k is in it */
    if (fewest > times) return 0;
    return meet_with(k, fewest < times ? from_to(least, most) : from_to((U)((low + times - 1) / times), (U)(high / times)));
}
/* k mod t = goal likewise, t not 0: k - goal is a multiple of t */
static int narrow_dividend(Set *k, U low, U high, U goal, U greatest) {
    U least, most;
    hull(k, &least, &most);
    if (high <= goal) return 0;
    if (low <= goal) low = (U)(goal + 1);
    if (least <= goal) return 1;
    if (most > greatest) most = greatest;
    if (most < least) return 0;
    Big fewest = ((Big)(least - goal) + high - 1) / high, times = (most - goal) / low;
    if (fewest > times) return 0;
    Big from = goal + fewest * low, to = times < 2 || fewest == times ? goal + times * high : most;
    return from <= most && meet_with(k, from_to((U)from, to > most ? most : (U)to));
}
static int narrow(Set *k, const Outer *o, const Set *t, U goal) {
    U low, high, g = magnitude(goal);
    int op = o->op, side = o->side, known = is_single(t);
    Sets needed = {0};
    switch (op) {
    case CODE_add: case CODE_sub: case CODE_ult: case CODE_ule: case CODE_slt: case CODE_sle: case CODE_udiv: case CODE_urem:
    case CODE_shl: case CODE_lshr: case CODE_ashr: hull(t, &low, &high); break;
    case CODE_sdiv: case CODE_srem: hull_of_magnitudes(t, &low, &high); break;
    default: low = t->low, high = P_add(t->low, t->length);
    }
    switch (op) {
    case CODE_add: case CODE_sub:
        if (!t->mask) low = t->low, high = P_add(t->low, t->length); /* through 0 as well */
        if (op == CODE_add) return meet_with(k, from_to(P_sub(goal, high), P_sub(goal, low)));
        return meet_with(k, side ? from_to(P_add(goal, low), P_add(goal, high)) : from_to(P_sub(low, goal), P_sub(high, goal)));
    case CODE_xor: {
        Set bits = bits_of(t);
        bits.value = (U)((bits.value ^ goal) & bits.mask);
        return meet_with(k, bits);
    }
    case CODE_eq: case CODE_neq:
        if (goal != (op == CODE_eq)) return 1;
        return meet_with(k, *t);
    case CODE_mul:
        if (!known) return 1;
        needed_beside(&needed, op, 0, single_of(t), goal);
        return needed.count && meet_with(k, needed.set[0]);
    case CODE_ult: case CODE_ule: case CODE_slt: case CODE_sle: {
        U flip = op == CODE_slt || op == CODE_sle ? W.sign : 0;
        int strict = op == CODE_ult || op == CODE_slt;
        if (flip) {
            int both = !((low ^ high) & W.sign);
            low = both ? low ^ flip : 0, high = both ? high ^ flip : W.mask;
        }
        /* side 0: t < k, side 1: k < t */
        int larger = side ? !goal : goal != 0, equal = larger ? (side ? strict : !strict) : (side ? !strict : strict);
        if (larger) return equal || low < W.mask ? meet_with(k, from_to((U)(low + !equal) ^ flip, W.mask ^ flip)) : 0;
        return equal || high > 0 ? meet_with(k, from_to(flip, (U)(high - !equal) ^ flip)) : 0;
    }
    case CODE_udiv: {
        if (side && low == 0 && goal == W.mask) return 1;
        Big from = side ? (Big)goal * (low ? low : 1) : (Big)low / ((Big)goal + 1) + 1;
        Big to = side ? (high ? (Big)goal * high + (high - 1) : 0) : goal ? high / goal : W.mask;
        if (to > W.mask) to = W.mask;
        return from <= to && (!side || high) && meet_with(k, from_to((U)from, (U)to));
    }
    case CODE_urem:
        if (!side) return narrow_divisor(k, low, high, goal);
        if (low == 0) return known ? meet_with(k, only(goal)) : 1;
        return narrow_dividend(k, low, high, goal, W.mask);
    case CODE_sdiv: { /* the sign of k is known; with a quotient that is not 0, that of t */
        int minus = o->negative != ((goal & W.sign) != 0), sign = sign_of(t);
        if (side && high == 0) return goal == (o->negative ? 1 : W.mask);
        if (g && goal != W.sign && low && sign >= 0 && sign != minus) return 0;
        Big from = side ? (low ? (Big)g * low : g == 1 ? 0 : g) : (Big)low / ((Big)g + 1) + 1;
        Big to = side ? (!low && g == 1 ? W.sign : high ? (Big)g * high + (high - 1) : 0) : g ? high / g : W.sign;
        if (to > W.sign) to = W.sign;
        if (from > to) return 0;
        return meet_with(k, o->negative ? from_to(P_sub(0, (U)to), P_sub(0, (U)from)) : from_to((U)from, (U)to));
    }
    case CODE_srem: /* k is a magnitude */
        if (!side) return narrow_divisor(k, low, high, g) && (!g || sign_of(t) < 0 || sign_of(t) == ((goal & W.sign) != 0));
        if (low == 0) return known ? meet_with(k, only(g)) : 1;
        return narrow_dividend(k, low, high, g, W.sign);
    case CODE_shl: case CODE_lshr: case CODE_ashr:
        if (known) {
            needed_by_shift(&needed, op, 0, single_of(t), goal);
            return needed.count && meet_with(k, needed.set[0]);
        }
        if (goal == 0 || (goal == W.mask && op == CODE_ashr)) return 1;
        if (op == CODE_shl) return low <= (U)zeros_below(goal);
        if (op == CODE_lshr) return low <= (U)(W.w - length_of(goal));
        return low <= (U)(W.w - length_of(goal & W.sign ? (U)(goal ^ W.mask) : goal));
    default: return 1;
    }
}

/* ---- the search for one pair of instructions ---- */

static U given_by(const Inner *i, int e, U k) { /* the first instruction's result */
    U x = C.row[i->x][e];
    if (i->op == CODE_ite) return (x != 0) == (i->side == 1) ? k : C.row[i->y][e];
    return i->side ? apply1(i->op, k, x) : apply1(i->op, x, k);
}
/* What is known of examples together: on how many t is the constant itself, and, where t mod HOLE_1 is the goal, what HOLE_1 divides,
 * from those on which what is not known of the constant adds the same to the magnitude of t, or takes it away */
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
static int same_set(const Set *a, const Set *b) { return a->low == b->low && a->length == b->length && a->mask == b->mask; }
/* whether k may have these bits: the ones from `open` on, or where `lowest` the ones below; *settled: t is a single word everywhere */
static int is_possible(Pair *p, U k, int open, int lowest, int *settled) {
    const Outer *o = p->outer;
    Set constant = o->first;
    Relation relation = {.of[0].example = -1, .of[1].example = -1, .itself = -1};
    *settled = 1;
    for (int i = 0, passes = 0; i < C.T || (o->solved && !passes++ && !same_set(&constant, &o->first)); i++) {
        if (i >= C.T) i = 0; /* once more, with what is known of the other constant */
        int e = p->order[i];
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
        for (int i = 0; i < 3; i++) row[i] = o->row[i] < 0 ? constant[HOLE_1 - o->row[i]] : o->row[i] == C.fixed ? t : C.row[o->row[i]];
        evaluate(o->op, row[0], row[1], row[2], out, C.T);
        if (!vector_reaches_goal(out)) return 0;
    }
    const Inner *i = &p->inner;
    Instruction two[2] = {i->op == CODE_ite ? make(i->op, i->x, i->side == 1 ? HOLE_0 : i->y, i->side == 1 ? i->y : HOLE_0)
                                            : make(i->op, i->side ? HOLE_0 : i->x, i->side ? i->x : HOLE_0, 0),
                          make(o->op, o->row[0], o->row[1], o->row[2])};
    record(two, 2, hole);
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
static int has_low_bits(const Outer *o) { /* whether what is needed is said by bits */
    for (int e = 0; e < C.T; e++)
        for (int i = 0; i < o->needed[e].count; i++)
            if (o->needed[e].set[i].mask & 1) return 1;
    return 0;
}
static int search_pair(Pair *p) {
    const Outer *o = p->outer;
    int product = p->inner.op == CODE_mul, upward = goes_upward(&p->inner);
    U matters = bits_that_matter(&p->inner);
    p->nodes = 0;
    if (o->solved && upward && (product || o->op == CODE_mul)
        && (o->op == CODE_mul || o->op == CODE_add || o->op == CODE_sub || o->op == CODE_xor)) return both_lowest_first(p, 0, 0, 0);
    if (upward && product && !o->solved && has_low_bits(o)) return lowest_first(p, 0, 0, matters);
    return highest_first(p, 0, W.w, matters);
}

/* ---- all pairs ---- */

typedef struct {
    Pair pair;
    int64_t next, from; /* the number of the next pair, and of the first that is to be looked at */
    uint64_t stop;
    int paused, sets; /* sets: how many of arguments are known to tell the goal, or not */
    struct {
        uint32_t rows;
        int tell;
    } set[ARGUMENT_SETS];
} Pairs;
/* whether the goal is the same wherever these arguments are: otherwise no program that reads no others reaches it */
static int tell_goal(uint32_t rows) {
    for (int e = 0; e < C.T; e++)
        for (int f = 0; f < e; f++) {
            int same = C.goal[e] != C.goal[f];
            for (int i = 0; same && i < C.fixed - C.nk; i++) same = !(rows >> i & 1) || C.row[C.nk + i][e] == C.row[C.nk + i][f];
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
    if (!may_do(all, all->pair.outer->rows | 1u << (inner.x - C.nk) | 1u << (inner.y - C.nk))) return;
    all->pair.inner = inner;
    int found = search_pair(&all->pair);
    C.s->evaluated += (uint64_t)all->pair.nodes;
    if (found < 0) C.s->missed++;
    if (found > 0 || C.s->evaluated >= all->stop) all->paused = 1;
}
static void with_every_first(Pairs *all, const Outer *o) {
    all->pair.outer = o;
    for (int e = 0; e < C.T && !o->solved; e++)
        if (!o->needed[e].count) return;
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i];
        for (int x = C.nk; x < C.fixed && FACTS[op].arity == 2; x++)
            for (int side = 0; side <= !FACTS[op].commutative; side++)
                if (!redundant_with_constant(op, side)) look_at(all, (Inner){op, side, x, x});
        for (int x = C.nk; x < C.fixed && op == CODE_ite; x++)
            for (int y = C.nk; y < C.fixed; y++)
                for (int branch = 1; branch <= 2; branch++) look_at(all, (Inner){op, branch, x, y});
    }
}
static Outer outer_of(int op, int a, int b, int c) {
    Outer o = {.op = op, .row = {(int16_t)a, (int16_t)b, (int16_t)c}, .first = every_word()};
    for (int i = 0; i < FACTS[op].arity; i++)
        if (o.row[i] >= C.nk && o.row[i] < C.fixed) o.rows |= 1u << (o.row[i] - C.nk);
    return o;
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
    Outer o = side ? outer_of(op, HOLE_1, C.fixed, C.fixed) : outer_of(op, C.fixed, HOLE_1, C.fixed);
    o.constant[0] = constant;
    with_other(all, &o, side);
}
static void with_solved(Pairs *all, int op, int side, int negative, Set first) {
    Outer o = side ? outer_of(op, HOLE_1, C.fixed, C.fixed) : outer_of(op, C.fixed, HOLE_1, C.fixed);
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
    int t = C.fixed, some;
    U other = C.goal[0], not_zero = 0;
    for (int e = 0; e < C.T; e++) {
        if (C.goal[e] != C.goal[0]) other = C.goal[e];
        if (C.goal[e]) not_zero = C.goal[e];
    }
    for (int a = C.nk; a < C.fixed; a++) {
        for (int b = C.nk; b < C.fixed; b++) if (a != b) with_choice(all, t, a, b, 0, 0);
        with_choice(all, t, t, a, 0, 0), with_choice(all, t, a, t, 0, 0);
        U v = goal_where(C.row[a], 0, 0, &some);
        with_choice(all, t, HOLE_1, a, v, 0), with_choice(all, t, a, HOLE_1, v, 0);
        for (int b = C.nk; b < C.fixed; b++) with_choice(all, a, t, b, 0, 0), with_choice(all, a, b, t, 0, 0);
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
    int t = C.fixed;
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
            for (int row = C.nk; row < C.fixed; row++) {
                Outer o = side ? outer_of(op, row, t, t) : outer_of(op, t, row, t);
                with_other(all, &o, side);
            }
        with_constant(all, op);
    }
}
/* look at the pairs from number s->pair on, until one is found or `stop` evaluations are done; 1 at the end */
static int search_pairs(int again, uint64_t stop) {
    Search *s = C.s;
    Pairs all = {.from = s->pair - (again && s->pair > 0), .stop = stop};
    for (int e = 0; e < C.T; e++) all.pair.order[e] = e;
    every_last(&all);
    s->pair = all.paused ? all.next : s->pair;
    return !all.paused;
}
