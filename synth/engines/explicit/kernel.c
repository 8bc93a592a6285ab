/* Depth-first enumeration of straight-line programs, compiled once per word type (see build.py, which generates operators.inc
 * from the operator table and defines WORD, SIGNED, WIDE and NAME).
 *
 * A program is a stack of instructions over rows; a row holds a value's word on every example. Rows are laid out as
 * constants, arguments, results. Pruned without loss (for programs that no shorter one equals on the examples):
 *   - a result that equals an argument or an earlier result, or is the same word on every example;
 *   - commutative operands out of order; an instruction that could stand before its independent neighbour;
 *   - more unused results than the remaining instructions can consume.
 * Towards a goal the last two instructions are found together (`last_two`): the last but one is evaluated on a few examples with
 * its second operand running over all rows as SIMD lanes, and for every last instruction the lanes that cannot lead to the goal
 * are masked out. A constant operand of the last instruction is not enumerated but solved for (`solve_hole`), at any width.
 */
#include <stdint.h>
#include <string.h>

#define EXAMPLES 256 /* most examples */
#define LENGTH 24    /* longest program */
#define ROWS (256 + 16 + LENGTH)
#define LANES 512 /* at least ROWS */
#define GROUPS 16
#define PROBES 12 /* examples that the lanes are tested on */
#define FOUND 4096
#define HOLE_0 (-1)
#define HOLE_1 (-2)

typedef struct {
    int16_t op, arity, operand[3];
} Instruction;

typedef struct {
    int32_t length;
    Instruction instruction[LENGTH];
    uint64_t hole[2];
} Solution;

typedef struct {
    /* the task */
    int32_t width, examples, arguments, constants, length, operators;
    int32_t operator_code[32];
    int32_t holes;         /* whether constants are solved for in the last instruction */
    int32_t two_constants; /* bit i: ite(argument i, constant, constant) is enumerated; bit 31: on results too */
    int32_t emit;          /* 1: no goal; every program's values are emitted */
    int32_t truth_goal;    /* 1: the goal is "not 0" where goal is 1, "0" where it is 0 */
    const uint64_t *inputs; /* [constants + arguments][examples] */
    const uint64_t *goal;   /* [examples] */
    /* the state of the search */
    int32_t depth, fresh, finished; /* fresh: the stack's top has no instruction yet */
    Instruction stack[LENGTH];
    uint64_t evaluated;
    /* what was found in this call */
    int32_t found, overflow; /* overflow: more was found than there is room for */
    Solution *solution; /* [FOUND] */
    uint64_t *emitted;  /* [FOUND][examples] */
    void *workspace;    /* `workspace_size` zeroed bytes */
    /* only first instructions whose values, on the examples known at the start, hash to `slice` modulo `slices` */
    int32_t slice, slices, slice_examples;
} Search;

typedef WORD U;
typedef SIGNED S;

typedef struct {
    Search *s;
    int T, nk, fixed; /* fixed = constants + arguments */
    int boolean_goal;
    U goal[EXAMPLES];
    U row[ROWS][EXAMPLES];
    U lane[EXAMPLES][LANES]; /* row, transposed */
} Context;

/* What follows from the width: not in the workspace, so that no store through a pointer to bytes can be taken to change it, and loops
 * vectorise. Searches that run at the same time have one width. */
static struct {
    int w, extension;
    U mask, sign;
} W;

/* Each search has a workspace of its own, so that several can run in threads. */
typedef struct Workspace Workspace;
static __thread Workspace *workspace __attribute__((tls_model("initial-exec")));
#define C (*(Context *)workspace)

/* Primitives of the table's meanings. */
#define P_const(v) ((U)((U)(v) & W.mask))
#define P_width() ((U)W.w)
#define P_add(a, b) ((U)((U)((a) + (b)) & W.mask))
#define P_sub(a, b) ((U)((U)((a) - (b)) & W.mask))
#define P_mul(a, b) ((U)((U)((WIDE)(a) * (WIDE)(b)) & W.mask))
#define P_bitand(a, b) ((U)((a) & (b)))
#define P_bitor(a, b) ((U)((a) | (b)))
#define P_bitxor(a, b) ((U)((a) ^ (b)))
#define P_bitnot(a) ((U)((a) ^ W.mask))
#define P_ult(a, b) ((U)((a) < (b)))
#define P_ule(a, b) ((U)((a) <= (b)))
#define P_slt(a, b) ((U)((U)((a) ^ W.sign) < (U)((b) ^ W.sign)))
#define P_sle(a, b) ((U)((U)((a) ^ W.sign) <= (U)((b) ^ W.sign)))
#define P_eq(a, b) ((U)((a) == (b)))
#define P_select(c, a, b) ((U)((c) ? (a) : (b)))

static inline U P_udiv(U a, U b) {
#ifdef QUOTIENT /* a floating type that divides words of this size exactly, which vectorises */
    U q = (U)((QUOTIENT)a / (QUOTIENT)(U)(b + (b == 0)));
#else
    U q = (U)(a / (U)(b + (b == 0)));
#endif
    return b ? q : W.mask;
}
static inline U P_urem(U a, U b) { return P_sub(a, P_mul(P_udiv(a, b), b)); }
static inline U magnitude(U a) { return a & W.sign ? P_sub(0, a) : a; }
static inline U P_sdiv(U a, U b) {
    U q = P_udiv(magnitude(a), magnitude(b));
    U r = (a ^ b) & W.sign ? P_sub(0, q) : q;
    return b ? r : (a & W.sign ? 1 : W.mask);
}
static inline U P_srem(U a, U b) {
    U r = P_urem(magnitude(a), magnitude(b));
    return a & W.sign ? P_sub(0, r) : r;
}
static inline U P_shl(U a, U b) { return b < W.w ? (U)((WIDE)a << (b & SHIFT_MASK)) & W.mask : 0; }
static inline U P_lshr(U a, U b) { return b < W.w ? (U)((WIDE)a >> (b & SHIFT_MASK)) : 0; }
static inline U P_ashr(U a, U b) {
    S extended = (S)((S)(U)((WIDE)a << W.extension) >> W.extension);
    return (U)(extended >> (b < W.w ? (b & SHIFT_MASK) : W.w - 1)) & W.mask;
}
#ifdef REAL
typedef union {
    U bits;
    REAL value;
} Pun;
static inline U real_bits(REAL value) {
    Pun p = {.value = value};
    return value == value ? p.bits : REAL_NAN;
}
static inline REAL real(U bits) {
    Pun p = {.bits = bits};
    return p.value;
}
#define P_fadd(a, b) real_bits(real(a) + real(b))
#define P_fsub(a, b) real_bits(real(a) - real(b))
#define P_fmul(a, b) real_bits(real(a) * real(b))
#define P_fdiv(a, b) real_bits(real(a) / real(b))
#else
#define P_fadd(a, b) ((void)(a), (void)(b), (U)0)
#define P_fsub P_fadd
#define P_fmul P_fadd
#define P_fdiv P_fadd
#endif

#include "operators.inc"

static const struct {
    int8_t arity, commutative, boolean, same;
} FACTS[] = {
#define X(name, code, arity, commutative, boolean, same) {arity, commutative, boolean, same},
    ALL_OPERATORS(X)
#undef X
};

/* ---- evaluation ---- */

#define UNARY_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(a[i]); break;
#define BINARY_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(a[i], b[i]); break;
#define TERNARY_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(a[i], b[i], c[i]); break;
static void evaluate(int op, const U *restrict a, const U *restrict b, const U *restrict c, U *restrict out, int n) {
    switch (op) {
        UNARY_OPERATORS(UNARY_CASE)
        BINARY_OPERATORS(BINARY_CASE)
        TERNARY_OPERATORS(TERNARY_CASE)
    }
}

/* one operand fixed, the other running over lanes */
#define LEFT_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(f, b[i]); break;
#define RIGHT_CASE(name, code) case code: for (int i = 0; i < n; i++) out[i] = OP_##name(b[i], f); break;
static void evaluate_left(int op, U f, const U *restrict b, U *restrict out, int n) { switch (op) { BINARY_OPERATORS(LEFT_CASE) } }
static void evaluate_right(int op, U f, const U *restrict b, U *restrict out, int n) { switch (op) { BINARY_OPERATORS(RIGHT_CASE) } }

static inline int reaches(U value, U goal) { return C.s->truth_goal ? (value != 0) == (goal != 0) : value == goal; }

/* m[i] &= value on lane i reaches the goal t */
#define MASK(expr) for (int i = 0; i < n; i++) m[i] &= (expr) == t
#define MASK_TRUTH(expr) for (int i = 0; i < n; i++) m[i] &= ((expr) != 0) == t
#define MASK_LEFT(name, code) case code: MASK(OP_##name(f, u[i])); break;
#define MASK_RIGHT(name, code) case code: MASK(OP_##name(u[i], f)); break;
#define MASK_LEFT_TRUTH(name, code) case code: MASK_TRUTH(OP_##name(f, u[i])); break;
#define MASK_RIGHT_TRUTH(name, code) case code: MASK_TRUTH(OP_##name(u[i], f)); break;
static void mask_left(int op, U f, const U *restrict u, U t, U *restrict m, int n) {
    if (C.s->truth_goal) { switch (op) { BINARY_OPERATORS(MASK_LEFT_TRUTH) } }
    else { switch (op) { BINARY_OPERATORS(MASK_LEFT) } }
}
static void mask_right(int op, U f, const U *restrict u, U t, U *restrict m, int n) {
    if (C.s->truth_goal) { switch (op) { BINARY_OPERATORS(MASK_RIGHT_TRUTH) } }
    else { switch (op) { BINARY_OPERATORS(MASK_RIGHT) } }
}
static int any(const U *m, int n) {
    U all = 0;
    for (int i = 0; i < n; i++) all |= m[i];
    return all != 0;
}

static int vector_reaches_goal(const U *v) {
    for (int e = 0; e < C.T; e++)
        if (!reaches(v[e], C.goal[e])) return 0;
    return 1;
}

/* ---- holes: the constant k with (side 0) u op k = t or (side 1) k op u = t on all n examples, exactly, at any width ---- */

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
static int solve_equality(int op, int side, const U *u, const U *t, int n, U equal, U *k) {
    for (int e = 0; e < n; e++)
        if (t[e] == equal) { *k = u[e]; return fits(op, side, u, t, n, *k); }
    for (uint64_t x = 0; x <= (uint64_t)n && x <= W.mask; x++)
        if (fits(op, side, u, t, n, (U)x)) { *k = (U)x; return 1; }
    return 0;
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
        if (!side) {
            for (int i = 0; i <= W.w && (uint64_t)i <= W.mask; i++)
                if (fits(op, 0, u, t, n, (U)i)) { *k = (U)i; return 1; }
            return 0;
        }
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
/* the goal only says where the result is 0: every constant is tried at small widths, and at large ones those near what occurs */
static int solve_truth(int op, int side, const U *u, const U *t, int n, U *k) {
    if (W.w <= 8) {
        for (uint64_t x = 0; x <= W.mask; x++)
            if (fits(op, side, u, t, n, (U)x)) { *k = (U)x; return 1; }
        return 0;
    }
    for (int i = 0; i < C.nk; i++)
        if (fits(op, side, u, t, n, C.row[i][0])) { *k = C.row[i][0]; return 1; }
    for (int e = 0; e < n; e++)
        for (int d = 0; d < 4; d++) {
            U x = (d & 1 ? P_sub(0, u[e]) : u[e]) ^ (d & 2 ? W.mask : 0);
            if (fits(op, side, u, t, n, x)) { *k = x; return 1; }
        }
    return 0;
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
    case CODE_shl: if (!side) PAIR(((a == 0) <= (s == 0)) & ((b == 0) <= (t == 0)) & ((a == b) <= (s == t))) else PAIR(FARTHER(P_shl)) break;
    case CODE_lshr: if (!side) PAIR((s <= a) & (t <= b) & ((a <= b) <= (s <= t)) & ((b <= a) <= (t <= s))) else PAIR(FARTHER(P_lshr)) break;
    case CODE_ashr: if (!side) PAIR((((s ^ a) | (t ^ b)) < W.sign) & ((a == b) <= (s == t))) else PAIR(FARTHER(P_ashr)) break;
    case CODE_udiv:
        if (!side) PAIR(((s <= a) | (s == W.mask)) & ((t <= b) | (t == W.mask)) & ((a <= b) <= (s <= t)) & ((b <= a) <= (t <= s)))
        else PAIR((a == 0) | (b == 0) | OVERLAP(a, s, b, t))
        break;
    case CODE_urem:
        if (!side) PAIR((s <= a) & (t <= b))
        else PAIR(((s < a) | (a == 0)) & ((t < b) | (b == 0)) & (((s ^ t) & COMMON_ZEROS(a | b)) == 0))
        break;
    case CODE_srem:
        if (!side) PAIR((magnitude(s) <= magnitude(a)) & (magnitude(t) <= magnitude(b)))
        else PAIR(((magnitude(s) < magnitude(a)) | (a == 0)) & ((magnitude(t) < magnitude(b)) | (b == 0)) & (((s ^ t) & COMMON_ZEROS(a | b)) == 0))
        break;
    case CODE_sdiv:
        if (!side) PAIR(((magnitude(s) <= magnitude(a)) | (magnitude(s) == 1)) & ((magnitude(t) <= magnitude(b)) | (magnitude(t) == 1)))
        else PAIR((a == 0) | (b == 0) | OVERLAP(magnitude(a), magnitude(s), magnitude(b), magnitude(t)))
        break;
    case CODE_ult: case CODE_ule: if (side) PAIR((a <= b) <= (s <= t)) else PAIR((a <= b) <= (t <= s)) break;
    case CODE_eq: case CODE_neq: PAIR((a == b) <= (s == t)) break;
    default: break;
    }
}

/* ---- recording ---- */

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
    out->hole[0] = hole ? hole[0] : 0;
    out->hole[1] = hole ? hole[1] : 0;
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
static int boolean_clash(int op) { return FACTS[op].boolean && !C.boolean_goal && !C.s->truth_goal; }

/* ---- the last instruction, scalar; `must` are the rows it has to use, r is one of them, given as a vector ---- */

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
    U k[2] = {0, 0};
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
        U k[2];
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
                if (uses_needed(l, a, b, b) && !(a == b && FACTS[op].same)) try_last(l, r, op, a, b, b);
        }
    }
}

/* ---- the last two instructions, by lanes ---- */

/* the last but one instruction with one operand free to run over rows */
typedef struct {
    int op, position, x, y; /* the free operand's position; the other operands */
} Slot;
static Instruction slot_instruction(const Slot *s, int lane) {
    if (s->position < 0) return make(s->op, s->x, 0, 0);
    if (s->op == CODE_ite) return s->position == 2 ? make(s->op, s->x, s->y, lane) : make(s->op, s->x, lane, s->y);
    return s->position ? make(s->op, s->x, lane, 0) : make(s->op, lane, s->x, 0);
}
static int lost(const U *v, int n) { /* equal to a row, or constant */
    for (int i = C.nk; i < n; i++)
        if (C.row[i][0] == v[0] && !memcmp(C.row[i], v, sizeof(U) * C.T)) return 1;
    for (int e = 1; e < C.T; e++)
        if (v[e] != v[0]) return 0;
    return C.T > 1;
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
typedef struct {
    uint32_t stamp, count;
    struct {
        uint64_t hash;
        uint32_t stamp;
    } slot[LANE_SLOTS];
} LanesSeen;

struct Workspace {
    Context context; /* first: see C */
    LanesSeen lanes_seen;
    Group groups[GROUPS];
    Branches branches;
    Siblings siblings[SIBLING_DEPTHS];
};
const uint64_t workspace_size = sizeof(Workspace);
#define groups workspace->groups
#define branches workspace->branches
#define siblings workspace->siblings
#define lanes_seen workspace->lanes_seen

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
            if (!FACTS[op].same) batch_row(b, op, b->n, 0);
            if (C.s->holes) {
                if (!redundant_with_constant(op, 0)) batch_hole(b, op, 0);
                if (!commutative && !redundant_with_constant(op, 1)) batch_hole(b, op, 1);
            }
        }
    }
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
static int seen_lane(uint64_t hash) {
    for (uint32_t i = (uint32_t)(hash >> 40) % LANE_SLOTS;; i = (i + 1) % LANE_SLOTS) {
        if (lanes_seen.slot[i].stamp != lanes_seen.stamp) {
            if (lanes_seen.count >= LANE_SLOTS / 2) return 0; /* a full table only forgets */
            lanes_seen.count++;
            lanes_seen.slot[i].hash = hash, lanes_seen.slot[i].stamp = lanes_seen.stamp;
            return 0;
        }
        if (lanes_seen.slot[i].hash == hash) return 1;
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
/* append the slot's lanes [low, high) to the group that leaves `left`, each value once */
static void append(uint32_t left, const Slot *slot, int low, int high, int n, int depth) {
    int dependent = depth == 0 || slot->x == n - 1 || (slot->op == CODE_ite && slot->y == n - 1);
    const Instruction *before = depth ? &C.s->stack[depth - 1] : 0;
    int probes = C.T < PROBES ? C.T : PROBES, lanes = high - low;
    U value[PROBES + 1][LANES];
    uint64_t hash[LANES];
    for (int i = 0; i < lanes; i++) hash[i] = left + 1;
    for (int e = 0; e < C.T; e++) {
        U *v = value[e < probes ? e : PROBES];
        slot_values(slot, e, low, lanes, v);
        for (int i = 0; i < lanes; i++) {
            uint64_t h = (hash[i] ^ v[i]) * 0x9e3779b97f4a7c15u;
            hash[i] = h ^ h >> 29;
        }
    }
    Group *g = group_of(left, n);
    for (int i = 0; i < lanes; i++) {
        Instruction ins = slot_instruction(slot, low + i);
        if (!(dependent || (slot->position >= 0 && low + i == n - 1) || compare(&ins, before) > 0) || seen_lane(hash[i])) continue;
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

static void last_two(int depth, int n) {
    uint32_t unused = unused_results(C.s, depth);
    for (int e = 0; e < C.T; e++)
        for (int i = 0; i < n; i++) C.lane[e][i] = C.row[i][e];
    lanes_seen.stamp++, lanes_seen.count = 0;
    prepare_branches(n);
    for (int i = 0; i < C.s->operators; i++) {
        int op = C.s->operator_code[i], commutative = FACTS[op].commutative;
        for (int x = C.nk; x < n; x++) {
            if (FACTS[op].arity == 1) {
                Slot slot = {op, -1, x, x};
                run_slot(&slot, 0, 1, n, unused, depth);
            } else if (FACTS[op].arity == 2) { /* commutative: the lesser row first */
                Slot left = {op, 0, x, x}, right = {op, 1, x, x};
                int every = W.w <= 8 && C.nk == 1 << W.w;
                if (commutative || !every || !redundant_with_constant(op, 1)) run_slot(&left, 0, commutative ? x + 1 : C.nk, n, unused, depth);
                if (!commutative) run_slot(&right, every && redundant_with_constant(op, 0) ? C.nk : 0, n, n, unused, depth);
            } else {
                for (int y = C.nk; y < n; y++) {
                    Slot otherwise = {op, 2, x, y}, then = {op, 1, x, y};
                    run_slot(&otherwise, 0, n, n, unused, depth);
                    run_slot(&then, 0, C.nk, n, unused, depth);
                }
                if (C.s->holes) {
                    split_ite(x, n, unused);
                    split_nested(x, n, unused);
                }
            }
        }
    }
    for (int i = 0; i < GROUPS; i++) flush(&groups[i]);
}

/* ---- depth first ---- */

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
static int in_slice(const U *v);
static int seen_sibling(int depth, const U *v);
static int acceptable(int depth, int n) {
    Search *s = C.s;
    Instruction *i = &s->stack[depth];
    if (!constants_allowed(i)) return 0;
    if (i->arity == 2 && i->operand[0] == i->operand[1] && FACTS[i->op].same) return 0;
    if (i->arity == 3 && i->operand[1] == i->operand[2]) return 0;
    if (!in_order(s, depth, i, n)) return 0;
    int most = 0;
    for (int k = 0; k < s->operators; k++)
        if (FACTS[s->operator_code[k]].arity > most) most = FACTS[s->operator_code[k]].arity;
    if (__builtin_popcount(unused_results(s, depth + 1)) > 1 + (s->length - 1 - depth) * (most - 1)) return 0;
    const int16_t *o = i->operand;
    s->evaluated++;
    evaluate(i->op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[n], C.T);
    return !lost(C.row[n], n) && (depth > 0 || in_slice(C.row[n])) && !seen_sibling(depth, C.row[n]);
}
static void forget_siblings(int depth) {
    if (depth < SIBLING_DEPTHS) siblings[depth].stamp++, siblings[depth].count = 0;
}
static uint64_t mixed(uint64_t a, const U *v, int n) {
    for (int e = 0; e < n; e++) {
        a = (a ^ v[e]) * 0x9e3779b97f4a7c15u;
        a ^= a >> 29;
    }
    return a;
}
static int in_slice(const U *v) {
    Search *s = C.s;
    return s->slices < 2 || (int)((mixed(0, v, s->slice_examples) >> 32) % (uint64_t)s->slices) == s->slice;
}
static int seen_sibling(int depth, const U *v) {
    if (depth >= SIBLING_DEPTHS) return 0;
    uint64_t unused = unused_results(C.s, depth + 1) + 1, a = mixed(unused, v, C.T), b = ~unused;
    for (int e = 0; e < C.T; e++) {
        b = (b + v[e]) * 0xd6e8feb86659fd93u;
        b ^= b >> 32;
    }
    for (uint32_t i = (uint32_t)(a >> 40) % SIBLING_SLOTS;; i = (i + 1) % SIBLING_SLOTS) {
        if (siblings[depth].slot[i].stamp != siblings[depth].stamp) {
            if (siblings[depth].count >= SIBLING_SLOTS / 2) return 0;
            siblings[depth].count++;
            siblings[depth].slot[i].a = a, siblings[depth].slot[i].b = b;
            siblings[depth].slot[i].stamp = siblings[depth].stamp;
            return 0;
        }
        if (siblings[depth].slot[i].a == a && siblings[depth].slot[i].b == b) return 1;
    }
}
static void emit(int n) {
    Search *s = C.s;
    uint64_t *out = s->emitted + (uint64_t)s->found * s->examples;
    for (int e = 0; e < C.T; e++) out[e] = C.row[n][e];
    record(0, 0, 0);
}
static void load(Search *s) {
    workspace = s->workspace;
    C.s = s;
    W.w = s->width;
    C.T = s->examples;
    C.nk = s->constants;
    C.fixed = s->constants + s->arguments;
    W.mask = s->width == 64 ? (U)~0ull : (U)((1ull << s->width) - 1);
    W.sign = (U)(1ull << (s->width - 1));
    W.extension = (int)(8 * sizeof(U)) - s->width;
    C.boolean_goal = 1;
    for (int i = 0; i < C.fixed; i++)
        for (int e = 0; e < C.T; e++) C.row[i][e] = (U)s->inputs[i * C.T + e];
    for (int e = 0; !s->emit && e < C.T; e++) {
        C.goal[e] = (U)s->goal[e];
        if (s->goal[e] > 1) C.boolean_goal = 0;
    }
    for (int d = 0; d < s->depth; d++) {
        const int16_t *o = s->stack[d].operand;
        evaluate(s->stack[d].op, C.row[o[0]], C.row[o[1]], C.row[o[2]], C.row[C.fixed + d], C.T);
    }
}
/* search until something is found, about `budget` evaluations are done, or the end; 1 at the end */
int NAME(Search *s, uint64_t budget) {
    load(s);
    s->found = 0;
    int bottom = s->emit ? s->length : s->length - 2; /* how many instructions are enumerated one by one */
    uint64_t stop = s->evaluated + budget;
    if (s->length == 1 && !s->emit) {
        Last l = {.n = C.fixed, .r = -1};
        last_scalar(&l, 0);
        return s->finished = 1;
    }
    if (bottom == 0) {
        if (!s->emit) last_two(0, C.fixed);
        return s->finished = 1;
    }
    for (int d = 0; d < SIBLING_DEPTHS; d++) forget_siblings(d); /* the examples may be others now */
    while (!s->finished) {
        Instruction *i = &s->stack[s->depth];
        int n = C.fixed + s->depth;
        if (s->fresh) forget_siblings(s->depth);
        int more = s->fresh ? start_operator(i, 0) : next_instruction(i, n);
        s->fresh = 0;
        while (more && !acceptable(s->depth, n)) more = next_instruction(i, n);
        if (!more) {
            if (s->depth == 0) s->finished = 1;
            else s->depth--;
        } else if (s->depth < bottom - 1) {
            s->depth++;
            s->fresh = 1;
        } else if (s->emit) {
            emit(n);
            if (s->found == FOUND) return 0;
        } else {
            last_two(bottom, n + 1);
            if (s->found) return 0;
        }
        if (s->evaluated >= stop) return s->finished;
    }
    return 1;
}
