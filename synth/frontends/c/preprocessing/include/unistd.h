/* What POSIX declares. */
#ifndef SYNTH_UNISTD_H
#define SYNTH_UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
extern ssize_t read(int __file, void *__buffer, size_t __size);
extern ssize_t write(int __file, const void *__buffer, size_t __size);
extern int close(int __file);
extern unsigned int sleep(unsigned int __seconds);
extern int usleep(useconds_t __microseconds);
extern unsigned int alarm(unsigned int __seconds);
extern int pause(void);
extern pid_t fork(void);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern uid_t getuid(void);
extern void _exit(int __status);
#endif
