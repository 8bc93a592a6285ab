
#if -1 > 0u
int a;
#else
int b;
#endif
#if 'a' == 97 && '\n' == 10 && '\x41' == 65 && '\0' == 0 && '\'' == 39
int c;
#endif
#if 0
don't stop "here
@ ` \ 
#else
int d;
#endif
#if (2 || 1/0) && (0 ? 1/0 : 2) && !(0 && 1/0)
int e;
#endif
#if -1 >> 1 == -1 && ~0u >> 63 == 1 && (1 << 63) < 0 && 0x8000000000000000 > 0 && -1 == ~0 && 18446744073709551615u == -1
int g;
#endif
#if (0 ? 1u : -1) > 0
int h;
#endif
#if 1 << -1 == 0 && -8 >> -2 == -32 && 1 << 64 == 0 && -1 >> 100 == -1
int i;
#endif
#if __STDC_VERSION__ >= 201112L && defined __GNUC__ && __GNUC__ >= 4 && __CHAR_BIT__ == 8
int k;
#endif
#ifdef __LP64__
int lp64;
#elif defined(__ILP32__)
int ilp32;
#endif
#ifndef FOO_H
#define FOO_H
int m;
#endif
#if __SIZEOF_LONG__ == 8 && __INT_MAX__ == 2147483647
int n;
#endif
#if 1 ? 2 ? 0 : 1 : 1
int o;
#endif
#if -7 / 2 == -3 && -7 % 2 == -1 && 7u / -2 == 0
int p;
#endif
#ifdef linux
int q;
#endif
#if 010 == 8 && 0b11 == 3 && 10LLU == 10
#endif
