/* Mathematics. */
#ifndef SYNTH_MATH_H
#define SYNTH_MATH_H
typedef float float_t;
typedef double double_t;
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VALL (__builtin_huge_vall())
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
extern double acos(double __x);
extern float acosf(float __x);
extern double acosh(double __x);
extern float acoshf(float __x);
extern double asin(double __x);
extern float asinf(float __x);
extern double asinh(double __x);
extern float asinhf(float __x);
extern double atan(double __x);
extern float atanf(float __x);
extern double atanh(double __x);
extern float atanhf(float __x);
extern double cbrt(double __x);
extern float cbrtf(float __x);
extern double ceil(double __x);
extern float ceilf(float __x);
extern double cos(double __x);
extern float cosf(float __x);
extern double cosh(double __x);
extern float coshf(float __x);
extern double erf(double __x);
extern float erff(float __x);
extern double erfc(double __x);
extern float erfcf(float __x);
extern double exp(double __x);
extern float expf(float __x);
extern double exp2(double __x);
extern float exp2f(float __x);
extern double expm1(double __x);
extern float expm1f(float __x);
extern double fabs(double __x);
extern float fabsf(float __x);
extern double floor(double __x);
extern float floorf(float __x);
extern double lgamma(double __x);
extern float lgammaf(float __x);
extern double log(double __x);
extern float logf(float __x);
extern double log10(double __x);
extern float log10f(float __x);
extern double log1p(double __x);
extern float log1pf(float __x);
extern double log2(double __x);
extern float log2f(float __x);
extern double logb(double __x);
extern float logbf(float __x);
extern double nearbyint(double __x);
extern float nearbyintf(float __x);
extern double rint(double __x);
extern float rintf(float __x);
extern double round(double __x);
extern float roundf(float __x);
extern double sin(double __x);
extern float sinf(float __x);
extern double sinh(double __x);
extern float sinhf(float __x);
extern double sqrt(double __x);
extern float sqrtf(float __x);
extern double tan(double __x);
extern float tanf(float __x);
extern double tanh(double __x);
extern float tanhf(float __x);
extern double tgamma(double __x);
extern float tgammaf(float __x);
extern double trunc(double __x);
extern float truncf(float __x);
extern double atan2(double __x, double __y);
extern float atan2f(float __x, float __y);
extern double copysign(double __x, double __y);
extern float copysignf(float __x, float __y);
extern double fdim(double __x, double __y);
extern float fdimf(float __x, float __y);
extern double fmax(double __x, double __y);
extern float fmaxf(float __x, float __y);
extern double fmin(double __x, double __y);
extern float fminf(float __x, float __y);
extern double fmod(double __x, double __y);
extern float fmodf(float __x, float __y);
extern double hypot(double __x, double __y);
extern float hypotf(float __x, float __y);
extern double nextafter(double __x, double __y);
extern float nextafterf(float __x, float __y);
extern double pow(double __x, double __y);
extern float powf(float __x, float __y);
extern double remainder(double __x, double __y);
extern float remainderf(float __x, float __y);
extern double nan(const char *__tag);
extern float nanf(const char *__tag);
extern double fma(double __x, double __y, double __z);
extern float fmaf(float __x, float __y, float __z);
extern double ldexp(double __x, int __power);
extern float ldexpf(float __x, int __power);
extern double scalbn(double __x, int __power);
extern float scalbnf(float __x, int __power);
extern double scalbln(double __x, long __power);
extern float scalblnf(float __x, long __power);
extern double frexp(double __x, int *__power);
extern float frexpf(float __x, int *__power);
extern double modf(double __x, double *__whole);
extern float modff(float __x, float *__whole);
extern int ilogb(double __x);
extern int ilogbf(float __x);
extern long lround(double __x);
extern long lroundf(float __x);
extern long lrint(double __x);
extern long lrintf(float __x);
extern long long llround(double __x);
extern long long llroundf(float __x);
extern long long llrint(double __x);
extern long long llrintf(float __x);
#endif
