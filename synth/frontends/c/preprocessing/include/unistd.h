/* What POSIX declares. */
#ifndef SYNTH_UNISTD_H
#define SYNTH_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
extern ssize_t read(int file, void *buffer, size_t size);
extern ssize_t write(int file, const void *buffer, size_t size);
extern int close(int file);
extern unsigned int sleep(unsigned int seconds);
extern int usleep(useconds_t microseconds);
extern unsigned int alarm(unsigned int seconds);
extern int pause(void);
extern pid_t fork(void);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern uid_t getuid(void);
extern void _exit(int status);
#endif
