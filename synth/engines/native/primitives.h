/* The primitives of the operator table's meanings on one word type, or on packed bits. The macros OP_add, ... that are made of them
 * come from the table: native/build.py puts them before everything else, with the definition of the word type. */
#ifndef PRIMITIVES_H
#define PRIMITIVES_H

#include <stdint.h>

typedef WORD U;
typedef SIGNED S;

/* What follows from the width: not in the workspace, so that no store through a pointer to bytes can be taken to change it, and loops
 * vectorise. Searches that run at the same time have one width. */
static struct {
    int w, extension;
    U mask, sign;
} W;

static inline void set_width(int width) {
    W.w = width;
    W.extension = (int)(8 * sizeof(U)) - width;
    W.mask = width >= (int)(8 * sizeof(U)) ? (U)~(U)0 : (U)(((U)1 << width) - 1);
    W.sign = (U)((U)1 << (width - 1));
}

#ifdef PACKED /* words of one bit, 64 of them side by side in a U: the same operators as bitwise ones */
#define P_const(v) ((U)((v) & 1 ? ~(U)0 : 0))
#define P_width() (~(U)0)
#define P_add(a, b) ((U)((a) ^ (b)))
#define P_sub(a, b) ((U)((a) ^ (b)))
#define P_mul(a, b) ((U)((a) & (b)))
#define P_bitand(a, b) ((U)((a) & (b)))
#define P_bitor(a, b) ((U)((a) | (b)))
#define P_bitxor(a, b) ((U)((a) ^ (b)))
#define P_bitnot(a) ((U)~(a))
#define P_ult(a, b) ((U)(~(a) & (b)))
#define P_ule(a, b) ((U)(~(a) | (b)))
#define P_slt(a, b) ((U)((a) & ~(b)))
#define P_sle(a, b) ((U)((a) | ~(b)))
#define P_eq(a, b) ((U)~((a) ^ (b)))
#define P_select(c, a, b) ((U)(((c) & (a)) | (~(c) & (b))))
#define P_udiv(a, b) ((U)((a) | ~(b)))
#define P_urem(a, b) ((U)((a) & ~(b)))
#define P_sdiv(a, b) ((U)((a) | ~(b)))
#define P_srem(a, b) ((U)((a) & ~(b)))
#define P_shl(a, b) ((U)((a) & ~(b)))
#define P_lshr(a, b) ((U)((a) & ~(b)))
#define P_ashr(a, b) ((void)(b), (U)(a))
#else
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
#endif

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

/* what the table says of each operator, by its code */
static const struct {
    int8_t arity, commutative, boolean, same;
} FACTS[] = {
#define X(name, code, arity, commutative, boolean, same) {arity, commutative, boolean, same},
    ALL_OPERATORS(X)
#undef X
};

/* an operator on n words */
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

#endif
