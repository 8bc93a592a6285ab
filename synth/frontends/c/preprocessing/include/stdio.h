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
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
extern int printf(const char *restrict format, ...);
extern int fprintf(FILE *restrict file, const char *restrict format, ...);
extern int sprintf(char *restrict text, const char *restrict format, ...);
extern int snprintf(char *restrict text, size_t size, const char *restrict format, ...);
extern int vprintf(const char *restrict format, va_list arguments);
extern int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments);
extern int scanf(const char *restrict format, ...);
extern int fscanf(FILE *restrict file, const char *restrict format, ...);
extern int sscanf(const char *restrict text, const char *restrict format, ...);
extern int puts(const char *text);
extern int fputs(const char *restrict text, FILE *restrict file);
extern int putchar(int c);
extern int putc(int c, FILE *file);
extern int fputc(int c, FILE *file);
extern int getchar(void);
extern int getc(FILE *file);
extern int fgetc(FILE *file);
extern int ungetc(int c, FILE *file);
extern char *gets(char *text);
extern char *fgets(char *restrict text, int size, FILE *restrict file);
extern void perror(const char *text);
extern FILE *fopen(const char *restrict name, const char *restrict mode);
extern int fclose(FILE *file);
extern int fflush(FILE *file);
extern int feof(FILE *file);
extern int ferror(FILE *file);
extern int fseek(FILE *file, long offset, int origin);
extern long ftell(FILE *file);
extern size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict file);
extern size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict file);
#endif
