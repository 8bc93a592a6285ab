/* Date and time. */
#ifndef SYNTH_TIME_H
#define SYNTH_TIME_H
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
struct timespec { time_t tv_sec; long tv_nsec; };
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
extern clock_t clock(void);
extern time_t time(time_t *__result);
extern double difftime(time_t __later, time_t __earlier);
extern time_t mktime(struct tm *__moment);
extern struct tm *localtime(const time_t *__moment);
extern struct tm *gmtime(const time_t *__moment);
extern char *asctime(const struct tm *__moment);
extern char *ctime(const time_t *__moment);
extern size_t strftime(char *__text, size_t __size, const char *__format, const struct tm *__moment);
extern int nanosleep(const struct timespec *__wanted, struct timespec *__left);
extern int clock_gettime(int __clock, struct timespec *__result);
#endif
