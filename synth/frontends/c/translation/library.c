/* What functions of the standard library and gcc's builtins compute, as far as that can be said in the C that is read here.

   A call of one that a file does not define is a call of the one here. Where C leaves a result open, it is the one of gcc without
   optimisation and glibc, in the C locale, and any of those that gcc computes where that depends on how it is called; what is
   undefined is __builtin_unreachable(). */

/* -- characters -- */

#define RANGE(first, last) (c >= (first) && c <= (last))
#define CLASS(name, mask, condition) int name(int c) { return (condition) ? (mask) : 0; }

CLASS(isupper, 256, RANGE('A', 'Z'))
CLASS(islower, 512, RANGE('a', 'z'))
CLASS(isalpha, 1024, RANGE('A', 'Z') || RANGE('a', 'z'))
/* The builtin gives 1, and the macro of glibc's header 2048. */
CLASS(isdigit, __synth_nondet_bool() ? 2048 : 1, RANGE('0', '9'))
CLASS(isxdigit, 4096, RANGE('0', '9') || RANGE('A', 'F') || RANGE('a', 'f'))
CLASS(isspace, 8192, c == ' ' || RANGE(9, 13))
CLASS(isprint, 16384, RANGE(32, 126))
CLASS(isgraph, 32768, RANGE(33, 126))
CLASS(isblank, 1, c == ' ' || c == 9)
CLASS(iscntrl, 2, RANGE(0, 31) || c == 127)
CLASS(ispunct, 4, RANGE(33, 47) || RANGE(58, 64) || RANGE(91, 96) || RANGE(123, 126))
CLASS(isalnum, 8, RANGE('0', '9') || RANGE('A', 'Z') || RANGE('a', 'z'))
CLASS(isascii, 1, RANGE(0, 127))
int toascii(int c) { return c & 127; }
/* What is below EOF is undefined; glibc takes it for a character that was negative. */
#define CASED(first, last, distance) (RANGE(first, last) ? c + (distance) : RANGE(-128, -2) ? c + 256 : c)
int toupper(int c) { return CASED('a', 'z', -32); }
int tolower(int c) { return CASED('A', 'Z', 32); }

/* -- integers -- */

#define ABSOLUTE(name, type) type name(type x) { return x < 0 ? -x : x; } type __builtin_##name(type x) { return x < 0 ? -x : x; }
ABSOLUTE(abs, int)
ABSOLUTE(labs, long)
ABSOLUTE(llabs, long long)
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
#define DIVISION(name, type) \
    name##_t name(type x, type y) { name##_t result; result.quot = x / y; result.rem = x % y; return result; }
DIVISION(div, int)
DIVISION(ldiv, long)
DIVISION(lldiv, long long)

/* Bits. */
#define COUNTED(x) \
    x = x - (x >> 1 & (word)0x5555555555555555u); \
    x = (x & (word)0x3333333333333333u) + (x >> 2 & (word)0x3333333333333333u); \
    x = x + (x >> 4) & (word)0x0f0f0f0f0f0f0f0fu; \
    x = x + (x >> 8); \
    x = x + (x >> 16); \
    if (sizeof(word) == 8) \
        x = x + (x >> sizeof(word) * 4);
#define FILLED(x) \
    x = x | x >> 1; \
    x = x | x >> 2; \
    x = x | x >> 4; \
    x = x | x >> 8; \
    x = x | x >> 16; \
    if (sizeof(word) == 8) \
        x = x | x >> sizeof(word) * 4;
#define BITS(suffix, type) \
    int __builtin_popcount##suffix(unsigned type x) \
    { \
        typedef unsigned type word; \
        COUNTED(x) \
        return (int)(x & 127); \
    } \
    int __builtin_parity##suffix(unsigned type x) \
    { \
        typedef unsigned type word; \
        COUNTED(x) \
        return (int)(x & 1); \
    } \
    int __builtin_ctz##suffix(unsigned type x) \
    { \
        typedef unsigned type word; \
        if (x == 0) \
            __builtin_unreachable(); \
        x = (x & -x) - 1; \
        COUNTED(x) \
        return (int)(x & 127); \
    } \
    int __builtin_ffs##suffix(type given) \
    { \
        typedef unsigned type word; \
        word x = given; \
        if (x == 0) \
            return 0; \
        x = (x & -x) - 1; \
        COUNTED(x) \
        return (int)(x & 127) + 1; \
    } \
    int __builtin_clz##suffix(unsigned type x) \
    { \
        typedef unsigned type word; \
        if (x == 0) \
            __builtin_unreachable(); \
        FILLED(x) \
        COUNTED(x) \
        return (int)(sizeof(word) * 8) - (int)(x & 127); \
    } \
    int __builtin_clrsb##suffix(type given) \
    { \
        typedef unsigned type word; \
        word x = given < 0 ? ~given : given; \
        FILLED(x) \
        COUNTED(x) \
        return (int)(sizeof(word) * 8) - (int)(x & 127) - 1; \
    }
BITS(, int)
BITS(l, long)
BITS(ll, long long)
int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }

unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
unsigned int __builtin_bswap32(unsigned int x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }
unsigned long long __builtin_bswap64(unsigned long long x)
{
    x = x << 32 | x >> 32;
    x = (x & 0xffff0000ffffu) << 16 | (x >> 16 & 0xffff0000ffffu);
    return (x & 0xff00ff00ff00ffu) << 8 | (x >> 8 & 0xff00ff00ff00ffu);
}

/* -- strings, and bytes in memory; a comparison gives the difference of two characters, or its sign -- */

#define TEXT(result, name, parameters, ...) result name parameters __VA_ARGS__ result __builtin_##name parameters __VA_ARGS__
#define DIFFERENCE(a, b) ((a) == (b) ? 0 : __synth_nondet_bool() ? (a) - (b) : (a) < (b) ? -1 : 1)
#define size_t __SIZE_TYPE__
TEXT(size_t, strlen, (const char *s), { size_t n = 0; while (s[n]) n++; return n; })
size_t strnlen(const char *s, size_t most) { size_t n = 0; while (n < most && s[n]) n++; return n; }
TEXT(char *, strcpy, (char *to, const char *from), { size_t i = 0; while ((to[i] = from[i])) i++; return to; })
TEXT(char *, stpcpy, (char *to, const char *from), { size_t i = 0; while ((to[i] = from[i])) i++; return to + i; })
TEXT(char *, strncpy, (char *to, const char *from, size_t n),
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
})
TEXT(char *, strcat, (char *to, const char *from),
{
    size_t n = 0, i = 0;
    while (to[n])
        n++;
    while ((to[n + i] = from[i]))
        i++;
    return to;
})
TEXT(char *, strncat, (char *to, const char *from, size_t most),
{
    size_t n = 0, i = 0;
    while (to[n])
        n++;
    for (; i < most && from[i]; i++)
        to[n + i] = from[i];
    to[n + i] = 0;
    return to;
})
TEXT(int, strcmp, (const char *a, const char *b),
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return DIFFERENCE((unsigned char)a[i], (unsigned char)b[i]);
})
TEXT(int, strncmp, (const char *a, const char *b, size_t n),
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i == n ? 0 : DIFFERENCE((unsigned char)a[i], (unsigned char)b[i]);
})
TEXT(char *, strchr, (const char *s, int c),
{
    size_t i = 0;
    while (s[i] && s[i] != (char)c)
        i++;
    return s[i] == (char)c ? (char *)s + i : (char *)0;
})
TEXT(char *, strrchr, (const char *s, int c),
{
    char *found = 0;
    size_t i = 0;
    for (; s[i]; i++)
        if (s[i] == (char)c)
            found = (char *)s + i;
    return (char)c ? found : (char *)s + i;
})
TEXT(int, memcmp, (const void *a, const void *b, size_t n),
{
    const unsigned char *x = a, *y = b;
    int found = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i] && !found)
            found = DIFFERENCE(x[i], y[i]);
    return found;
})
TEXT(void *, memchr, (const void *s, int c, size_t n),
{
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (unsigned char *)p + i;
    return 0;
})
/* What copying.py leaves to these. */
TEXT(void *, memcpy, (void *to, const void *from, size_t n),
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++)
        t[i] = f[i];
    return to;
})
TEXT(void *, memmove, (void *to, const void *from, size_t n),
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f)
        for (size_t i = 0; i < n; i++)
            t[i] = f[i];
    else
        for (size_t i = n; i > 0; i--)
            t[i - 1] = f[i - 1];
    return to;
})
TEXT(void *, memset, (void *to, int c, size_t n),
{
    unsigned char *t = to;
    for (size_t i = 0; i < n; i++)
        t[i] = (unsigned char)c;
    return to;
})

/* -- floating-point numbers: `bits` of the fraction, `bias` of the exponent -- */

/* Of zeros of both signs either one, as C and compilers leave open. */
#define EITHER(x, y) (x == 0 && y == 0 && __synth_nondet_bool() ? y : x)
#define BOTH(name, result, parameters, suffix, ...) \
    result name##suffix parameters __VA_ARGS__ result __builtin_##name##suffix parameters __VA_ARGS__
#define FLOATING(suffix, type, word, bits, bias) \
    int __builtin_isnan##suffix(type x) { return x != x; } \
    int __builtin_isinf##suffix(type x) { return x == 1e999##suffix || x == -1e999##suffix; } \
    int __builtin_isinf_sign##suffix(type x) { return x == 1e999##suffix ? 1 : x == -1e999##suffix ? -1 : 0; } \
    int __builtin_isfinite##suffix(type x) { return x > -1e999##suffix && x < 1e999##suffix; } \
    int __builtin_isnormal##suffix(type x) \
    { \
        union { type number; word pattern; } own; \
        own.number = x; \
        word exponent = own.pattern >> bits & (2 * bias + 1); \
        return exponent != 0 && exponent != 2 * bias + 1; \
    } \
    int __builtin_fpclassify##suffix(int nan, int infinite, int normal, int subnormal, int zero, type x) \
    { \
        return x != x ? nan : x == 1e999##suffix || x == -1e999##suffix ? infinite : x == 0 ? zero \
            : __builtin_isnormal##suffix(x) ? normal : subnormal; \
    } \
    int __builtin_isgreater##suffix(type x, type y) { return x > y; } \
    int __builtin_isgreaterequal##suffix(type x, type y) { return x >= y; } \
    int __builtin_isless##suffix(type x, type y) { return x < y; } \
    int __builtin_islessequal##suffix(type x, type y) { return x <= y; } \
    int __builtin_islessgreater##suffix(type x, type y) { return x < y || x > y; } \
    int __builtin_isunordered##suffix(type x, type y) { return x != x || y != y; } \
    BOTH(fabs, type, (type x), suffix, \
    { \
        union { type number; word pattern; } own; \
        own.number = x; \
        own.pattern = own.pattern & ~((word)1 << (sizeof(word) * 8 - 1)); \
        return own.number; \
    }) \
    BOTH(copysign, type, (type x, type y), suffix, \
    { \
        union { type number; word pattern; } own; \
        union { type number; word pattern; } other; \
        word sign = (word)1 << (sizeof(word) * 8 - 1); \
        own.number = x; \
        other.number = y; \
        if (y != y) \
            other.pattern = __synth_nondet_bool() ? sign : 0; \
        own.pattern = (own.pattern & ~sign) | (other.pattern & sign); \
        return own.number; \
    }) \
    BOTH(fmax, type, (type x, type y), suffix, { return x != x ? y : y != y ? x : x < y ? y : EITHER(x, y); }) \
    BOTH(fmin, type, (type x, type y), suffix, { return x != x ? y : y != y ? x : y < x ? y : EITHER(x, y); }) \
    BOTH(trunc, type, (type x), suffix, \
    { \
        union { type number; word pattern; } own; \
        own.number = x; \
        word exponent = own.pattern >> bits & (2 * bias + 1); \
        if (exponent < bias) \
            own.pattern = own.pattern & (word)1 << (sizeof(word) * 8 - 1); \
        else if (exponent < bias + bits) \
            own.pattern = own.pattern & ~((((word)1 << bits) - 1) >> (exponent - bias)); \
        return own.number; \
    }) \
    BOTH(floor, type, (type x), suffix, \
    { \
        type whole = __builtin_trunc##suffix(x); \
        return whole > x ? whole - 1.0##suffix : whole; \
    }) \
    BOTH(ceil, type, (type x), suffix, \
    { \
        type whole = __builtin_trunc##suffix(x); \
        return whole < x ? whole + 1.0##suffix : whole; \
    }) \
    BOTH(round, type, (type x), suffix, \
    { \
        type whole = __builtin_trunc##suffix(x); \
        type rest = x - whole; \
        return rest >= 0.5##suffix ? whole + 1.0##suffix : rest <= -0.5##suffix ? whole - 1.0##suffix : whole; \
    }) \
    BOTH(rint, type, (type x), suffix, \
    { \
        type size = __builtin_fabs##suffix(x), large = (word)1 << bits; \
        return size < large ? __builtin_copysign##suffix(size + large - large, x) : x; \
    }) \
    BOTH(nearbyint, type, (type x), suffix, { return __builtin_rint##suffix(x); }) \
    BOTH(lround, long, (type x), suffix, { return INTEGER(long, __builtin_round##suffix(x)); }) \
    BOTH(llround, long long, (type x), suffix, { return INTEGER(long long, __builtin_round##suffix(x)); }) \
    BOTH(lrint, long, (type x), suffix, { return INTEGER(long, __builtin_rint##suffix(x)); }) \
    BOTH(llrint, long long, (type x), suffix, { return INTEGER(long long, __builtin_rint##suffix(x)); }) \
    BOTH(fdim, type, (type x, type y), suffix, { return x != x || y != y ? x + y : x > y ? x - y : 0; }) \
    /* Only the last product is rounded: where an earlier one would be, too, the result is 0. */ \
    BOTH(scalbn, type, (type x, int n), suffix, \
    { \
        union { type number; word pattern; } large, small, power; \
        int down = 2 + bits - bias; \
        large.pattern = (word)(2 * bias) << bits; \
        small.pattern = (word)(down + bias) << bits; \
        for (int i = 0; i < 2; i++) \
            if (n > bias) { \
                x = x * large.number; \
                n = n - bias; \
            } else if (n < 1 - bias) { \
                x = x * small.number; \
                n = n - down; \
            } \
        n = n > bias ? bias : n < 1 - bias ? 1 - bias : n; \
        power.pattern = (word)(n + bias) << bits; \
        return x * power.number; \
    }) \
    BOTH(ldexp, type, (type x, int n), suffix, { return __builtin_scalbn##suffix(x, n); }) \
    BOTH(scalbln, type, (type x, long n), suffix, \
    { \
        return __builtin_scalbn##suffix(x, n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n); \
    }) \
    BOTH(frexp, type, (type x, int *power), suffix, \
    { \
        union { type number; word pattern; } own; \
        own.number = x; \
        int exponent = own.pattern >> bits & (2 * bias + 1), more = 0; \
        if (x == 0 || exponent == 2 * bias + 1) { \
            *power = x == 0 ? 0 : __synth_nondet_int(); \
            return x; \
        } \
        if (exponent == 0) { \
            own.number = x * (type)((word)1 << bits); \
            exponent = own.pattern >> bits & (2 * bias + 1); \
            more = bits; \
        } \
        *power = exponent - (bias - 1) - more; \
        own.pattern = (own.pattern & ~((word)(2 * bias + 1) << bits)) | (word)(bias - 1) << bits; \
        return own.number; \
    }) \
    BOTH(modf, type, (type x, type *whole), suffix, \
    { \
        type own = __builtin_trunc##suffix(x); \
        *whole = own; \
        return x == own ? __builtin_copysign##suffix(0, x) : x - own; \
    }) \
    BOTH(ilogb, int, (type x), suffix, \
    { \
        int power; \
        if (x == 0 || x != x) \
            return -2147483647 - 1; \
        if (!__builtin_isfinite##suffix(x)) \
            return 2147483647; \
        __builtin_frexp##suffix(x, &power); \
        return power - 1; \
    }) \
    BOTH(logb, type, (type x), suffix, \
    { \
        return x == 0 ? -1e999##suffix : __builtin_isfinite##suffix(x) ? (type)__builtin_ilogb##suffix(x) : x * x; \
    }) \
    BOTH(nextafter, type, (type x, type y), suffix, \
    { \
        union { type number; word pattern; } own; \
        own.number = x; \
        if (x != x || y != y) \
            return x + y; \
        if (x == y) \
            return y; \
        if (x == 0) { \
            own.pattern = 1; \
            return __builtin_copysign##suffix(own.number, y); \
        } \
        own.pattern = (x < y) == (x > 0) ? own.pattern + 1 : own.pattern - 1; \
        return own.number; \
    }) \
    /* Digit by digit, one more than the result has: as that is never the last of an exact root, it alone tells how to round. */ \
    BOTH(sqrt, type, (type x), suffix, \
    { \
        union { type number; word pattern; } own; \
        int power; \
        if (x != x || x == 0 || x == 1e999##suffix) \
            return x; \
        if (x < 0) \
            return (x - x) / (x - x); \
        own.number = __builtin_frexp##suffix(x, &power); \
        word rest = ((own.pattern & ((word)1 << bits) - 1) | (word)1 << bits) << 1, root = 0, twice = 0; \
        power = power - 1; \
        if (power & 1) { \
            rest = rest << 1; \
            power = power - 1; \
        } \
        for (word digit = (word)1 << (bits + 1); digit != 0; digit = digit >> 1) { \
            if (twice + digit <= rest) { \
                rest = rest - (twice + digit); \
                twice = twice + 2 * digit; \
                root = root + digit; \
            } \
            rest = rest << 1; \
        } \
        own.pattern = ((word)(power / 2 + (bias - 1)) << bits) + ((root + 1) >> 1); \
        return own.number; \
    }) \
    BOTH(fmod, type, (type x, type y), suffix, \
    { \
        union { type number; word pattern; } a, b; \
        a.number = __builtin_fabs##suffix(x); \
        b.number = __builtin_fabs##suffix(y); \
        if (y == 0 || y != y || !__builtin_isfinite##suffix(x)) \
            return (x * y) / (x * y); \
        if (a.number < b.number) \
            return x; \
        word rest = a.pattern & ((word)1 << bits) - 1, by = b.pattern & ((word)1 << bits) - 1; \
        int above = a.pattern >> bits, power = b.pattern >> bits; \
        rest = above ? rest | (word)1 << bits : rest; \
        by = power ? by | (word)1 << bits : by; \
        power = power ? power : 1; \
        rest = rest % by; \
        for (int left = (above ? above : 1) - power; left > 0; left--) { \
            rest = rest << 1; \
            rest = rest >= by ? rest - by : rest; \
        } \
        return __builtin_copysign##suffix(__builtin_scalbn##suffix((type)rest, power - bias - bits), x); \
    })
/* A whole number as one of a type; C does not say which one where the type does not hold it. */
#define INTEGER(kind, number) \
    (number >= -(sizeof(kind) == 8 ? 0x1p63 : 0x1p31) && number < (sizeof(kind) == 8 ? 0x1p63 : 0x1p31) ? (kind)number \
        : sizeof(kind) == 8 ? __synth_nondet_longlong() : __synth_nondet_int())
FLOATING(, double, unsigned long long, 52, 1023)
FLOATING(f, float, unsigned int, 23, 127)
int __builtin_signbit(double x)
{
    if (x != x)
        return __synth_nondet_bool();
    union { double number; unsigned long long pattern; } own;
    own.number = x;
    return own.pattern >> 63 != 0;
}
int __builtin_signbitf(float x)
{
    int set = __synth_nondet_bool() ? 1 : (int)0x80000000u; /* 1 of a constant */
    if (x != x)
        return __synth_nondet_bool() ? set : 0;
    union { float number; unsigned int pattern; } own;
    own.number = x;
    return own.pattern >> 31 ? set : 0;
}
