/* What a second constant may be, where t is of a set. */

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
    Big from = goal + fewest * low, to = goal + times * high;
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
        /* side 0: t < k, side 1: k < t; k is larger than t, or may equal it, and else less */
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
