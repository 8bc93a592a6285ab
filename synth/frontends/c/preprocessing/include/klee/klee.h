/* What KLEE declares. */
#ifndef SYNTH_KLEE_H
#define SYNTH_KLEE_H
#include <stddef.h>
#include <stdint.h>
extern void klee_make_symbolic(void *__object, size_t __size, const char *__name);
extern int klee_int(const char *__name);
extern void klee_assume(uintptr_t __condition);
extern void klee_assert(_Bool __condition);
#endif
