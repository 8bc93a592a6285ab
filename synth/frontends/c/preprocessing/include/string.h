/* Strings. */
#ifndef SYNTH_STRING_H
#define SYNTH_STRING_H
#include <stddef.h>
extern void *memcpy(void *restrict target, const void *restrict source, size_t size);
extern void *memmove(void *target, const void *source, size_t size);
extern void *memset(void *target, int value, size_t size);
extern int memcmp(const void *a, const void *b, size_t size);
extern void *memchr(const void *where, int what, size_t size);
extern char *strcpy(char *restrict target, const char *restrict source);
extern char *strncpy(char *restrict target, const char *restrict source, size_t size);
extern char *strcat(char *restrict target, const char *restrict source);
extern char *strncat(char *restrict target, const char *restrict source, size_t size);
extern int strcmp(const char *a, const char *b);
extern int strncmp(const char *a, const char *b, size_t size);
extern int strcoll(const char *a, const char *b);
extern char *strchr(const char *where, int what);
extern char *strrchr(const char *where, int what);
extern char *strstr(const char *where, const char *what);
extern char *strpbrk(const char *where, const char *any);
extern size_t strspn(const char *where, const char *any);
extern size_t strcspn(const char *where, const char *none);
extern char *strtok(char *restrict text, const char *restrict separators);
extern char *strdup(const char *text);
extern size_t strlen(const char *text);
extern size_t strnlen(const char *text, size_t size);
extern char *strerror(int number);
#endif
