/* General utilities. */
#ifndef SYNTH_STDLIB_H
#define SYNTH_STDLIB_H
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
extern int abs(int __x);
extern long labs(long __x);
extern long long llabs(long long __x);
extern div_t div(int __x, int __y);
extern ldiv_t ldiv(long __x, long __y);
extern lldiv_t lldiv(long long __x, long long __y);
extern int rand(void);
extern void srand(unsigned int __seed);
extern long random(void);
extern void srandom(unsigned int __seed);
extern double drand48(void);
extern int atoi(const char *__text);
extern long atol(const char *__text);
extern long long atoll(const char *__text);
extern double atof(const char *__text);
extern long strtol(const char *restrict __text, char **restrict __end, int __base);
extern unsigned long strtoul(const char *restrict __text, char **restrict __end, int __base);
extern long long strtoll(const char *restrict __text, char **restrict __end, int __base);
extern unsigned long long strtoull(const char *restrict __text, char **restrict __end, int __base);
extern double strtod(const char *restrict __text, char **restrict __end);
extern float strtof(const char *restrict __text, char **restrict __end);
extern void *malloc(size_t __size);
extern void *calloc(size_t __count, size_t __size);
extern void *realloc(void *__memory, size_t __size);
extern void free(void *__memory);
extern void *alloca(size_t __size);
extern void abort(void);
extern void exit(int __status);
extern void _Exit(int __status);
extern void quick_exit(int __status);
extern int atexit(void (*__last)(void));
extern char *getenv(const char *__name);
extern int system(const char *__command);
extern void qsort(void *__first, size_t __count, size_t __size, int (*__compare)(const void *, const void *));
extern void *bsearch(const void *__key, const void *__first, size_t __count, size_t __size, int (*__compare)(const void *, const void *));
#endif
