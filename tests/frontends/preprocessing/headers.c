
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <stdint.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <math.h>
#include <float.h>
#include <ctype.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
#include <iso646.h>
#include <unistd.h>
#include <sys/types.h>
#include <stdarg.h>
#include "verifier.h"
int a[] = { INT_MAX, UINT_MAX, CHAR_MIN, LONG_MIN, ULLONG_MAX, INT8_MIN, INT64_MIN, UINT64_MAX, SIZE_MAX, UINT8_C(3), INT64_C(4), UINTMAX_C(5), INTMAX_MAX };
char *b = "%" PRId64 "%" PRIu32 PRIxPTR;
bool c = true and false; double d = DBL_EPSILON + INFINITY; int e = isnan(d) || isinf(NAN);
void *p = NULL; int f = errno; int g = EXIT_FAILURE + RAND_MAX; clock_t h = CLOCKS_PER_SEC; int i = EOF;
#define NDEBUG
#include <assert.h>
void q(void) { assert(3 < 2); }
#undef NDEBUG
#include <assert.h>
void r(void) { assert(3 < 2); fprintf(stderr, "x"); }
