/* What the first of two instructions gives, with any constant from `low` on whose lowest `open` bits are any. */

/* The first instruction, with the constant as operand 1 (side 0) or 0 (side 1); of an ite as branch 1 or 2, beside row y */
typedef struct {
    int op, side, x, y;
} Inner;

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
    if (side && is_rest && b < m) return itself(low, high);
    Set found = side ? (is_rest ? rest_of : quotient)(a, b, m, m) : (is_rest ? rest_of : quotient)(m, m, a, b);
    return negated_if(found, is_rest ? (side ? negative : minus) : negative != minus);
}
static Set truth_of(int known, int truth) { return known ? only((U)truth) : from_to(0, 1); }
static Set reached_by_comparison(int op, int side, U x, U low, U high) {
    U flip = op == CODE_slt || op == CODE_sle ? W.sign : 0;
    int inside = x >= low && x <= high;
    if (op == CODE_eq || op == CODE_neq) return truth_of(!inside || low == high, inside == (op == CODE_eq));
    if (op == CODE_implies && side) return truth_of(x != 0 || low || low == high, x != 0 || low == 0);
    if (op == CODE_implies) return truth_of(low || x == 0 || low == high, low || x == 0);
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
    U x = C.row[i->x][e], rest = low_bits(open), high = (U)(low | rest), known = (U)(W.mask & ~rest);
    Set found;
    switch (i->op) {
    case CODE_add: return shifted(from_to(P_add(x, low), P_add(x, high)), P_add(x, low), open);
    case CODE_sub:
        if (!i->side) return from_to(P_sub(x, high), P_sub(x, low));
        return shifted(from_to(P_sub(low, x), P_sub(high, x)), P_sub(low, x), open);
    case CODE_mul: return reached_by_product(x, low, open);
    case CODE_and:
        found = with_bits((U)(known | (~x & W.mask)), low & x);
        return ~x & rest ? found : shifted(found, low & x, open);
    case CODE_or:
        found = with_bits((U)(known | x), low | x);
        return x & rest ? found : shifted(found, low | x, open);
    case CODE_xor:
        found = with_bits(known, low ^ x);
        return x & rest ? found : shifted(found, low ^ x, open);
    case CODE_min: return x >= high ? itself(low, high) : from_to(x < low ? x : low, x < high ? x : high);
    case CODE_max: return x <= low ? itself(low, high) : from_to(x > low ? x : low, x > high ? x : high);
    case CODE_udiv: case CODE_sdiv: case CODE_urem: case CODE_srem: return reached_by_division(i->op, i->side, x, low, high, open);
    case CODE_shl: case CODE_lshr: case CODE_ashr: return reached_by_shift(i->op, i->side, x, low, high, open);
    case CODE_ite: return (x != 0) == (i->side == 1) ? itself(low, high) : only(C.row[i->y][e]);
    COMPARISONS return reached_by_comparison(i->op, i->side, x, low, high);
    default: return every_word();
    }
}
