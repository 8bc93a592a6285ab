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
extern int abs(int x);
extern long labs(long x);
extern long long llabs(long long x);
extern div_t div(int x, int y);
extern ldiv_t ldiv(long x, long y);
extern lldiv_t lldiv(long long x, long long y);
extern int rand(void);
extern void srand(unsigned int seed);
extern long random(void);
extern void srandom(unsigned int seed);
extern double drand48(void);
extern int atoi(const char *text);
extern long atol(const char *text);
extern long long atoll(const char *text);
extern double atof(const char *text);
extern long strtol(const char *restrict text, char **restrict end, int base);
extern unsigned long strtoul(const char *restrict text, char **restrict end, int base);
extern long long strtoll(const char *restrict text, char **restrict end, int base);
extern unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
extern double strtod(const char *restrict text, char **restrict end);
extern float strtof(const char *restrict text, char **restrict end);
extern void *malloc(size_t size);
extern void *calloc(size_t count, size_t size);
extern void *realloc(void *memory, size_t size);
extern void free(void *memory);
extern void *alloca(size_t size);
extern void abort(void);
extern void exit(int status);
extern void _Exit(int status);
extern void quick_exit(int status);
extern int atexit(void (*last)(void));
extern char *getenv(const char *name);
extern int system(const char *command);
extern void qsort(void *first, size_t count, size_t size, int (*compare)(const void *, const void *));
extern void *bsearch(const void *key, const void *first, size_t count, size_t size, int (*compare)(const void *, const void *));
#endif
