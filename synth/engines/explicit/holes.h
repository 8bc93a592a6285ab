/* Constants that are solved for: k with (side 0) u op k = t or (side 1) k op u = t on all n examples, exactly, at any width */

static U apply1(int op, U a, U b) {
    U out;
    evaluate(op, &a, &b, &b, &out, 1);
    return out;
}
static int fits(int op, int side, const U *u, const U *t, int n, U k) {
    for (int e = 0; e < n; e++)
        if (!reaches(side ? apply1(op, k, u[e]) : apply1(op, u[e], k), t[e])) return 0;
    return 1;
}
typedef BIG Big; /* holds a product of two words */
static Big gcd(Big a, Big b) {
    while (b) { Big r = a % b; a = b; b = r; }
    return a;
}
static Big inverse_modulo(Big a, Big m) { /* gcd(a, m) = 1, m > 1 */
    SIGNED_BIG r0 = (SIGNED_BIG)m, r1 = (SIGNED_BIG)a, x0 = 0, x1 = 1;
    while (r1) {
        SIGNED_BIG q = r0 / r1, r = r0 - q * r1, x = x0 - q * x1;
        r0 = r1, r1 = r, x0 = x1, x1 = x;
    }
    return (Big)(x0 < 0 ? x0 + (SIGNED_BIG)m : x0);
}
/* the least k with k = t[e] mod u[e] for all e (u[e] = 0: k = t[e]), on words or their magnitudes */
static int chinese(const U *u, const U *t, int n, int signed_, U *k) {
    Big m = 1, r = 0;
    for (int e = 0; e < n; e++) {
        Big q = signed_ ? magnitude(u[e]) : u[e], x = signed_ ? magnitude(t[e]) : t[e];
        if (q == 0) { *k = (U)x; return 1; }
        if (x >= q) return 0;
        Big g = gcd(m, q);
        if ((x + q - r % q) % q % g) return 0;
        Big step = q / g, lacking = (x + q - r % q) % q / g; /* r + j m = x modulo q, for j below q/g */
        r += m * (step > 1 ? lacking % step * inverse_modulo(m / g % step, step) % step : 0);
        if (r > W.mask) return 0;
        m = m / g * q;
        if (m > (Big)W.mask + 1) { *k = (U)r; return 1; }
    }
    *k = (U)r;
    return 1;
}
static int solve_quotient(int op, const U *u, const U *t, int n, int signed_, int negative, U *k) { /* u / k = t */
    Big low = 1, high = signed_ ? (Big)W.sign - !negative : (Big)W.mask;
    for (int e = 0; e < n; e++) {
        Big x = signed_ ? magnitude(u[e]) : u[e], q = signed_ ? magnitude(t[e]) : t[e];
        Big from = x / (q + 1) + 1, to = q ? x / q : high;
        if (from > low) low = from;
        if (to < high) high = to;
    }
    if (low > high) return 0;
    *k = negative ? P_sub(0, (U)low) : (U)low;
    return fits(op, 0, u, t, n, *k);
}
static int solve_dividend(int op, const U *u, const U *t, int n, int signed_, int negative, U *k) { /* k / u = t */
    Big low = negative, high = signed_ ? (Big)W.sign - !negative : (Big)W.mask;
    for (int e = 0; e < n; e++) {
        Big d = signed_ ? magnitude(u[e]) : u[e], q = signed_ ? magnitude(t[e]) : t[e];
        if (d == 0) continue;
        if (q * d > low) low = q * d;
        if (q * d + d - 1 < high) high = q * d + d - 1;
    }
    if (low > high) return 0;
    *k = negative ? P_sub(0, (U)low) : (U)low;
    return fits(op, 1, u, t, n, *k);
}
static int solve_divisor(int op, const U *u, const U *t, int n, int signed_, U *k) { /* u mod k = t, k not 0 */
    Big g = 0;
    for (int e = 0; e < n; e++) {
        U x = signed_ ? magnitude(u[e]) : u[e], r = signed_ ? magnitude(t[e]) : t[e];
        if (r > x) return 0;
        g = gcd(g, (U)(x - r));
    }
    *k = (U)g;
    return g && g <= W.mask && fits(op, 0, u, t, n, *k);
}
static U odd_inverse(U a) {
    U x = a;
    for (int i = 0; i < 6; i++) x = (U)((WIDE)x * (U)(2 - (WIDE)a * x));
    return x;
}
static int solve_factor(const U *u, const U *t, int n, U *k) {
    int best = 0, zeros = 99;
    for (int e = 0; e < n; e++) {
        int z = u[e] ? __builtin_ctzll(u[e]) : 98;
        if (z < zeros) zeros = z, best = e;
    }
    *k = 0;
    if (u[best]) {
        *k = P_mul((U)(t[best] >> zeros), odd_inverse((U)(u[best] >> zeros)));
        *k &= (U)(W.mask >> zeros);
    }
    return 1;
}
/* a threshold: the largest u where t is `value` (as ordered after flipping `flip`), plus `above`; 0 where there is none */
static int threshold(const U *u, const U *t, int n, U value, U flip, int above, U *k) {
    U most = 0;
    int some = 0;
    for (int e = 0; e < n; e++)
        if (t[e] == value && (!some || (U)(u[e] ^ flip) > most)) most = u[e] ^ flip, some = 1;
    if (some && above) {
        if (most == W.mask) return 0;
        most++;
    }
    *k = most ^ flip;
    return 1;
}
static int up_to(uint64_t most, int op, int side, const U *u, const U *t, int n, U *k) { /* small constants, one by one */
    for (uint64_t x = 0; x <= most && x <= W.mask; x++)
        if (fits(op, side, u, t, n, (U)x)) { *k = (U)x; return 1; }
    return 0;
}
/* t is `equal` for one constant each: u, or for a sum that is 0, -u */
static int solve_equality(int op, int side, const U *u, const U *t, int n, U equal, U *k) {
    for (int e = 0; e < n; e++)
        if (t[e] == equal) { *k = op == CODE_add ? P_sub(0, u[e]) : u[e]; return fits(op, side, u, t, n, *k); }
    return up_to((uint64_t)n, op, side, u, t, n, k);
}
static int solve_truth(int op, int side, const U *u, const U *t, int n, U *k);

static int solve_hole(int op, int side, const U *u, const U *t, int n, U *k) {
    U x = 0;
    if (n == 0) { *k = 0; return 1; }
    if (C.s->truth_goal && !FACTS[op].boolean) return solve_truth(op, side, u, t, n, k);
    switch (op) {
    case CODE_add: x = P_sub(t[0], u[0]); break;
    case CODE_sub: x = side ? P_add(t[0], u[0]) : P_sub(u[0], t[0]); break;
    case CODE_xor: x = t[0] ^ u[0]; break;
    case CODE_mul: if (!solve_factor(u, t, n, &x)) return 0; break;
    case CODE_and: for (int e = 0; e < n; e++) x |= t[e]; break;
    case CODE_or: x = W.mask; for (int e = 0; e < n; e++) x &= t[e]; break;
    case CODE_min: x = W.mask; for (int e = 0; e < n; e++) if (t[e] < u[e]) x = t[e]; break;
    case CODE_max: for (int e = 0; e < n; e++) if (t[e] > u[e]) x = t[e]; break;
    case CODE_shl: case CODE_lshr: case CODE_ashr:
        if (!side) return up_to(W.w, op, side, u, t, n, k);
        for (int e = 0; e < n; e++) if (u[e] < W.w) x |= op == CODE_shl ? P_lshr(t[e], u[e]) : P_shl(t[e], u[e]);
        if (op == CODE_ashr) x |= t[0] & W.sign;
        break;
    case CODE_udiv: case CODE_sdiv:
        if (!side && fits(op, 0, u, t, n, 0)) { *k = 0; return 1; }
        for (int negative = 0; negative <= (op == CODE_sdiv); negative++)
            if ((side ? solve_dividend : solve_quotient)(op, u, t, n, op == CODE_sdiv, negative, k)) return 1;
        return 0;
    case CODE_urem: case CODE_srem:
        if (!side) {
            if (fits(op, 0, u, t, n, 0)) { *k = 0; return 1; }
            return solve_divisor(op, u, t, n, op == CODE_srem, k);
        }
        if (!chinese(u, t, n, op == CODE_srem, &x)) return 0;
        if (op == CODE_srem && fits(op, 1, u, t, n, P_sub(0, x))) { *k = P_sub(0, x); return 1; }
        break;
    case CODE_ult: if (!(side ? threshold(u, t, n, 0, 0, 0, &x) : threshold(u, t, n, 1, 0, 1, &x))) return 0; break;
    case CODE_ule: if (!(side ? threshold(u, t, n, 0, 0, 1, &x) : threshold(u, t, n, 1, 0, 0, &x))) return 0; break;
    case CODE_slt: if (!(side ? threshold(u, t, n, 0, W.sign, 0, &x) : threshold(u, t, n, 1, W.sign, 1, &x))) return 0; break;
    case CODE_sle: if (!(side ? threshold(u, t, n, 0, W.sign, 1, &x) : threshold(u, t, n, 1, W.sign, 0, &x))) return 0; break;
    case CODE_eq: return solve_equality(op, side, u, t, n, 1, k);
    case CODE_neq: return solve_equality(op, side, u, t, n, 0, k);
    case CODE_implies: if (fits(op, side, u, t, n, 0)) { *k = 0; return 1; } x = 1; break;
    default: return 0;
    }
    *k = x;
    return fits(op, side, u, t, n, x);
}
/* The goal only says where the result is 0: of the constants that give 0 where it has to be, one that gives 0 nowhere else if any
 * does. Only the place of a bit of it matters, or only whether it is 0, or one is the best of them. */
static int single_bit(int op, int side, const U *u, const U *t, int n, U *k) { /* the powers of two, and 0 */
    for (int i = 0; i <= W.w; i++)
        if (fits(op, side, u, t, n, i < W.w ? (U)(1ull << i) : 0)) { *k = i < W.w ? (U)(1ull << i) : 0; return 1; }
    return 0;
}
static U common(const U *u, const U *t, int n, int signed_, int multiple) { /* of the words whose result is 0; 0 where beyond */
    Big m = multiple, most = signed_ ? (Big)W.sign : (Big)W.mask;
    for (int e = 0; e < n; e++) {
        Big x = signed_ ? magnitude(u[e]) : u[e];
        if (t[e]) continue;
        if (!multiple) m = gcd(m, x);
        else if (x) m = m / gcd(m, x) * x;
        if (multiple && m > most) return 0;
    }
    return (U)m;
}
static U largest(const U *u, const U *t, int n, U value, int signed_) {
    U most = 0;
    for (int e = 0; e < n; e++) {
        U x = signed_ ? magnitude(u[e]) : u[e];
        if (t[e] == value && x > most) most = x;
    }
    return most;
}
static int solve_truth(int op, int side, const U *u, const U *t, int n, U *k) {
    U x = 1;
    switch (op) {
    case CODE_add: case CODE_sub: case CODE_xor: return solve_equality(op, side, u, t, n, 0, k);
    case CODE_mul: return single_bit(op, side, u, t, n, k);
    case CODE_and: x = 0; for (int e = 0; e < n; e++) if (!t[e]) x |= u[e]; x ^= W.mask; break;
    case CODE_udiv: case CODE_sdiv: x = (U)(largest(u, t, n, side, op == CODE_sdiv) + !side); break; /* too great: 0, which is tried */
    case CODE_urem: case CODE_srem: x = common(u, t, n, op == CODE_srem, side); break;
    case CODE_shl: case CODE_lshr: case CODE_ashr:
        return side ? single_bit(op, side, u, t, n, k) : up_to(W.w, op, side, u, t, n, k);
    default: break; /* min, max, or */
    }
    *k = 0;
    if (fits(op, side, u, t, n, 0)) return 1;
    *k = x & W.mask;
    return fits(op, side, u, t, n, *k);
}

/* Lanes on which some constant may exist, judged by pairs of probes: a necessary condition, cheap and vectorised. */
#define PAIR(condition) \
    for (int i = 0; i < n; i++) { U a = u0[i], b = u1[i]; m[i] &= (condition) != 0; }
/* k shifted by a is s, and by b is t: the one that is shifted farther follows from the other */
#define FARTHER(shift) ((a <= b ? shift(s, (U)(b - a)) : shift(t, (U)(a - b))) == (a <= b ? t : s))
/* k / a = s and k / b = t: the intervals of k meet; words of 64 bits would overflow */
#define OVERLAP(a, s, b, t) \
    (sizeof(U) == 8 || (((WIDE)(a) * (s) <= (WIDE)(b) * (t) + ((b) - 1)) & ((WIDE)(b) * (t) <= (WIDE)(a) * (s) + ((a) - 1)) \
                        & ((WIDE)(a) * (s) <= W.mask) & ((WIDE)(b) * (t) <= W.mask)))
#define COMMON_ZEROS(x) ((U)((U)((x) ^ (U)((x) - 1)) >> 1))
/* u shifted right by k: the order stays, and nothing grows; words in an order that starts with `first` */
#define RIGHT_SHIFT(first) \
    ((((U)(a ^ (first)) <= (U)(b ^ (first))) <= ((U)(s ^ (first)) <= (U)(t ^ (first)))) \
     & (((U)(b ^ (first)) <= (U)(a ^ (first))) <= ((U)(t ^ (first)) <= (U)(s ^ (first)))))
/* `both` where neither a nor b is 0; where one is, what that says of its quotient */
#define NOUGHT(a, with_a, b, with_b, both) ((((a) != 0) | (with_a)) & (((b) != 0) | (with_b)) & (((a) == 0) | ((b) == 0) | (both)))
/* x mod k = r: r is x, or k, which is greater than each rest, divides x - r */
#define REST(x, r, other) (((x) == (r)) | (((r) < (U)((x) - (r))) & ((other) < (U)((x) - (r)))))
#define SAME_SIGN(x, y) ((U)((x) ^ (y)) < W.sign)
/* the sign of k is told by a and s, and by b and t, as the one of a / s is; not where a quotient is 0, or there was none */
#define SIGNS(none_a, none_b) (SAME_SIGN(a ^ s, b ^ t) | (s == 0) | (t == 0) | (none_a) | (none_b))
static void mask_hole(int op, int side, const U *restrict u0, const U *restrict u1, U s, U t, U *restrict m, int n) {
    if (C.s->truth_goal && !FACTS[op].boolean) return;
    switch (op) {
    case CODE_add: PAIR(P_sub(s, a) == P_sub(t, b)) break;
    case CODE_sub: if (side) PAIR(P_add(s, a) == P_add(t, b)) else PAIR(P_sub(a, s) == P_sub(b, t)) break;
    case CODE_xor: PAIR((a ^ b) == (s ^ t)) break;
    case CODE_mul: PAIR((P_mul(s, b) == P_mul(t, a)) & ((s & (U)((a ^ (U)(a - 1)) >> 1)) == 0)) break;
    case CODE_and: PAIR(((s & ~a) == 0) & ((t & ~b) == 0) & ((a & b & (s ^ t)) == 0)) break;
    case CODE_or: PAIR(((a & ~s) == 0) & ((b & ~t) == 0) & ((~a & ~b & (s ^ t)) == 0)) break;
    case CODE_min: PAIR((s <= a) & (t <= b) & ((s == a) | (t == b) | (s == t))) break;
    case CODE_max: PAIR((s >= a) & (t >= b) & ((s == a) | (t == b) | (s == t))) break;
    case CODE_shl: if (!side) PAIR((P_mul(s, b) == P_mul(t, a)) & ((a == 0) <= (s == 0)) & ((b == 0) <= (t == 0))) else PAIR(FARTHER(P_shl)) break;
    case CODE_lshr: if (!side) PAIR((s <= a) & (t <= b) & RIGHT_SHIFT(0)) else PAIR(FARTHER(P_lshr)) break;
    case CODE_ashr: if (!side) PAIR(SAME_SIGN(s, a) & SAME_SIGN(t, b) & RIGHT_SHIFT(W.sign)) else PAIR(FARTHER(P_ashr)) break;
    case CODE_udiv:
        if (!side) PAIR(((s <= a) | (s == W.mask)) & ((t <= b) | (t == W.mask)) & ((a <= b) <= (s <= t)) & ((b <= a) <= (t <= s)))
        else PAIR(NOUGHT(a, s == W.mask, b, t == W.mask, OVERLAP(a, s, b, t)))
        break;
    case CODE_urem:
        if (!side) PAIR((s <= a) & (t <= b) & REST(a, s, t) & REST(b, t, s))
        else PAIR(((s < a) | (a == 0)) & ((t < b) | (b == 0)) & (((s ^ t) & COMMON_ZEROS(a | b)) == 0))
        break;
    case CODE_srem:
        if (!side) PAIR((SAME_SIGN(s, a) | (s == 0)) & (SAME_SIGN(t, b) | (t == 0)) & (magnitude(s) <= magnitude(a)) & (magnitude(t) <= magnitude(b))
                        & REST(magnitude(a), magnitude(s), magnitude(t)) & REST(magnitude(b), magnitude(t), magnitude(s)))
        else PAIR(((magnitude(s) < magnitude(a)) | (a == 0)) & ((magnitude(t) < magnitude(b)) | (b == 0)) & (((s ^ t) & COMMON_ZEROS(a | b)) == 0))
        break;
    case CODE_sdiv:
        if (!side) PAIR(((magnitude(s) <= magnitude(a)) | (magnitude(s) == 1)) & ((magnitude(t) <= magnitude(b)) | (magnitude(t) == 1))
                        & ((magnitude(a) <= magnitude(b)) <= (magnitude(s) <= magnitude(t)))
                        & ((magnitude(b) <= magnitude(a)) <= (magnitude(t) <= magnitude(s))) & SIGNS(a == W.sign, b == W.sign))
        else PAIR(NOUGHT(a, (s == 1) | (s == W.mask), b, (t == 1) | (t == W.mask),
                         OVERLAP(magnitude(a), magnitude(s), magnitude(b), magnitude(t)) & SIGNS(s == W.sign, t == W.sign)))
        break;
    case CODE_ult: case CODE_ule: if (side) PAIR((a <= b) <= (s <= t)) else PAIR((a <= b) <= (t <= s)) break;
    case CODE_eq: case CODE_neq: PAIR((a == b) <= (s == t)) break;
    default: break;
    }
}
