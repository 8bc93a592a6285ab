/* _Noreturn. */
#define noreturn _Noreturn
