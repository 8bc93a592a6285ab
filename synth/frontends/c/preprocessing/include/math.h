/* Mathematics. */
#ifndef SYNTH_MATH_H
#define SYNTH_MATH_H
typedef float float_t;
typedef double double_t;
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
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
extern double acos(double x);
extern float acosf(float x);
extern double acosh(double x);
extern float acoshf(float x);
extern double asin(double x);
extern float asinf(float x);
extern double asinh(double x);
extern float asinhf(float x);
extern double atan(double x);
extern float atanf(float x);
extern double atanh(double x);
extern float atanhf(float x);
extern double cbrt(double x);
extern float cbrtf(float x);
extern double ceil(double x);
extern float ceilf(float x);
extern double cos(double x);
extern float cosf(float x);
extern double cosh(double x);
extern float coshf(float x);
extern double erf(double x);
extern float erff(float x);
extern double erfc(double x);
extern float erfcf(float x);
extern double exp(double x);
extern float expf(float x);
extern double exp2(double x);
extern float exp2f(float x);
extern double expm1(double x);
extern float expm1f(float x);
extern double fabs(double x);
extern float fabsf(float x);
extern double floor(double x);
extern float floorf(float x);
extern double lgamma(double x);
extern float lgammaf(float x);
extern double log(double x);
extern float logf(float x);
extern double log10(double x);
extern float log10f(float x);
extern double log1p(double x);
extern float log1pf(float x);
extern double log2(double x);
extern float log2f(float x);
extern double logb(double x);
extern float logbf(float x);
extern double nearbyint(double x);
extern float nearbyintf(float x);
extern double rint(double x);
extern float rintf(float x);
extern double round(double x);
extern float roundf(float x);
extern double sin(double x);
extern float sinf(float x);
extern double sinh(double x);
extern float sinhf(float x);
extern double sqrt(double x);
extern float sqrtf(float x);
extern double tan(double x);
extern float tanf(float x);
extern double tanh(double x);
extern float tanhf(float x);
extern double tgamma(double x);
extern float tgammaf(float x);
extern double trunc(double x);
extern float truncf(float x);
extern double atan2(double x, double y);
extern float atan2f(float x, float y);
extern double copysign(double x, double y);
extern float copysignf(float x, float y);
extern double fdim(double x, double y);
extern float fdimf(float x, float y);
extern double fmax(double x, double y);
extern float fmaxf(float x, float y);
extern double fmin(double x, double y);
extern float fminf(float x, float y);
extern double fmod(double x, double y);
extern float fmodf(float x, float y);
extern double hypot(double x, double y);
extern float hypotf(float x, float y);
extern double nextafter(double x, double y);
extern float nextafterf(float x, float y);
extern double pow(double x, double y);
extern float powf(float x, float y);
extern double remainder(double x, double y);
extern float remainderf(float x, float y);
extern double nan(const char *tag);
extern float nanf(const char *tag);
extern double fma(double x, double y, double z);
extern float fmaf(float x, float y, float z);
extern double ldexp(double x, int power);
extern float ldexpf(float x, int power);
extern double frexp(double x, int *power);
extern float frexpf(float x, int *power);
extern double modf(double x, double *whole);
extern float modff(float x, float *whole);
extern int ilogb(double x);
extern int ilogbf(float x);
extern long lround(double x);
extern long lroundf(float x);
extern long lrint(double x);
extern long lrintf(float x);
extern long long llround(double x);
extern long long llroundf(float x);
extern long long llrint(double x);
extern long long llrintf(float x);
#endif
