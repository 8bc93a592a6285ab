/* Types of the system's. */
#ifndef SYNTH_SYS_TYPES_H
#define SYNTH_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long ino_t;
typedef unsigned long dev_t;
#else
typedef int ssize_t;
typedef unsigned long ino_t;
typedef unsigned long long dev_t;
#endif
typedef long time_t;
typedef long clock_t;
typedef long off_t;
typedef long long loff_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int pid_t;
typedef int clockid_t;
typedef unsigned int id_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
#endif
