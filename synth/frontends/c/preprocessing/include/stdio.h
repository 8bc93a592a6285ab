/* Input and output. */
#ifndef SYNTH_STDIO_H
#define SYNTH_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
extern int printf(const char *restrict __format, ...);
extern int fprintf(FILE *restrict __file, const char *restrict __format, ...);
extern int sprintf(char *restrict __text, const char *restrict __format, ...);
extern int snprintf(char *restrict __text, size_t __size, const char *restrict __format, ...);
extern int vprintf(const char *restrict __format, va_list __arguments);
extern int vfprintf(FILE *restrict __file, const char *restrict __format, va_list __arguments);
extern int scanf(const char *restrict __format, ...);
extern int fscanf(FILE *restrict __file, const char *restrict __format, ...);
extern int sscanf(const char *restrict __text, const char *restrict __format, ...);
extern int puts(const char *__text);
extern int fputs(const char *restrict __text, FILE *restrict __file);
extern int putchar(int __c);
extern int putc(int __c, FILE *__file);
extern int fputc(int __c, FILE *__file);
extern int getchar(void);
extern int getc(FILE *__file);
extern int fgetc(FILE *__file);
extern int ungetc(int __c, FILE *__file);
extern char *gets(char *__text);
extern char *fgets(char *restrict __text, int __size, FILE *restrict __file);
extern void perror(const char *__text);
extern FILE *fopen(const char *restrict __name, const char *restrict __mode);
extern int fclose(FILE *__file);
extern int fflush(FILE *__file);
extern int feof(FILE *__file);
extern int ferror(FILE *__file);
extern int fseek(FILE *__file, long __offset, int __origin);
extern long ftell(FILE *__file);
extern size_t fread(void *restrict __data, size_t __size, size_t __count, FILE *restrict __file);
extern size_t fwrite(const void *restrict __data, size_t __size, size_t __count, FILE *restrict __file);
#endif
