/* Sets of words, by which constants are solved for bit by bit (inner.h): never too small, so that nothing is lost. */

/* The words from `low` on, `length` + 1 many, beyond the largest one from 0 again, whose bits under `mask` are `value`, and whose
 * rest modulo `modulus` is `rest`, where that is not 0. Where these are results of an instruction with a constant, `shifted`: each
 * of them is `base`, and what the constant has beyond the least one, with no carry. */
typedef struct {
    U low, length, mask, value, modulus, rest, base;
    int shifted;
} Set;
#define MOST_SETS 4
#define COMPARISONS \
    case CODE_ult: case CODE_ule: case CODE_slt: case CODE_sle: case CODE_eq: case CODE_neq: case CODE_implies:
typedef struct {
    int count; /* the union of so many */
    Set set[MOST_SETS];
} Sets;

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
        U from = piece ? low : b->low, left_a = P_sub(high, from), left_b = P_sub(other, from);
        U left = left_a < left_b ? left_a : left_b;
        U to = P_add(from, left);
        int around_0 = to < from;
        if (!is_empty_piece(from, around_0 ? W.mask : to, mask, value, modulus, rest)) return 1;
        if (around_0 && !is_empty_piece(0, to, mask, value, modulus, rest)) return 1;
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
static int same_set(const Set *a, const Set *b) { return a->low == b->low && a->length == b->length && a->mask == b->mask; }
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
