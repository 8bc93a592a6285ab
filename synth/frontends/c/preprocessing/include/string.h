/* Strings. */
#ifndef SYNTH_STRING_H
#define SYNTH_STRING_H
#include <stddef.h>
extern void *memcpy(void *restrict __target, const void *restrict __source, size_t __size);
extern void *memmove(void *__target, const void *__source, size_t __size);
extern void *memset(void *__target, int __value, size_t __size);
extern int memcmp(const void *__a, const void *__b, size_t __size);
extern void *memchr(const void *__where, int __what, size_t __size);
extern char *strcpy(char *restrict __target, const char *restrict __source);
extern char *strncpy(char *restrict __target, const char *restrict __source, size_t __size);
extern char *strcat(char *restrict __target, const char *restrict __source);
extern char *strncat(char *restrict __target, const char *restrict __source, size_t __size);
extern int strcmp(const char *__a, const char *__b);
extern int strncmp(const char *__a, const char *__b, size_t __size);
extern int strcoll(const char *__a, const char *__b);
extern char *strchr(const char *__where, int __what);
extern char *strrchr(const char *__where, int __what);
extern char *strstr(const char *__where, const char *__what);
extern char *strpbrk(const char *__where, const char *__any);
extern size_t strspn(const char *__where, const char *__any);
extern size_t strcspn(const char *__where, const char *__none);
extern char *strtok(char *restrict __text, const char *restrict __separators);
extern char *strdup(const char *__text);
extern size_t strlen(const char *__text);
extern size_t strnlen(const char *__text, size_t __size);
extern char *strerror(int __number);
#endif
