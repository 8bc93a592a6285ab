/* Diagnostics. Included anew, it heeds NDEBUG anew. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
extern void assert(_Bool __condition);
#endif
#ifndef SYNTH_ASSERT_H
#define SYNTH_ASSERT_H
#define static_assert _Static_assert
#endif
