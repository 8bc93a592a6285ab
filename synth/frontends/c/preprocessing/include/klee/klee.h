/* What KLEE declares. */
#ifndef SYNTH_KLEE_H
#define SYNTH_KLEE_H
#include <stddef.h>
#include <stdint.h>
extern void klee_make_symbolic(void *object, size_t size, const char *name);
extern int klee_int(const char *name);
extern void klee_assume(uintptr_t condition);
extern void klee_assert(_Bool condition);
#endif
