/* What a replayed program is linked with: it answers the program's questions, and writes down how the run ends.

   Usage: program ANSWERS REPORT SECONDS. ANSWERS holds words of 64 bits: how many places ask, and how many answers there are; for
   each place whether it has an answer that it keeps, and that answer; then pairs of a place and an answer, in order. REPORT is
   written while the program runs, so that it says how far it came however it ends. */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

enum { RUNNING, FAILED, ASSUMED, ENDED, OUT_OF_ANSWERS };

struct report { uint64_t ending, line, called, answered, undefined; };

struct place { uint64_t keeps, kept, first, next; };

static struct report *report;
static struct place *places;
static uint64_t *values;

void synth_program(void);

static _Noreturn void leave(uint64_t ending)
{
    report->ending = ending;
    _exit(0);
}

/* The next answer for a place that asks. */
unsigned long long synth_take(unsigned place)
{
    struct place *own = &places[place];
    report->answered++;
    if (own->first < own->next)
        return values[own->first++];
    if (!own->keeps) {
        report->answered--;
        leave(OUT_OF_ANSWERS);
    }
    return own->kept;
}

/* What functions return whose value does not matter. */
int synth_any(void)
{
    return 0;
}

/* A function that reports what it is called with is called at a line. */
void synth_here(unsigned line)
{
    report->called = line;
}

/* The assertion at a line fails; 0 where the line is not known. */
void synth_fail(unsigned line)
{
    report->line = line;
    leave(FAILED);
}

/* An assumption does not hold. */
void synth_assumed(void)
{
    leave(ASSUMED);
}

/* What the standard library's assert calls. */
void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    (void)text, (void)file, (void)function;
    synth_fail(line);
}

/* What the compiler's checks call. Their data begins with a place in the source. */
struct checked { const char *file; uint32_t line, column; };

#define FAILS(name) void __ubsan_handle_##name##_abort(const struct checked *at) { synth_fail(at->line); }
#define UNDEFINED(name) void __ubsan_handle_##name(const struct checked *at) { report->undefined = at->line; }

FAILS(out_of_bounds)
FAILS(add_overflow)
FAILS(sub_overflow)
FAILS(mul_overflow)
FAILS(negate_overflow)
FAILS(divrem_overflow)
FAILS(shift_out_of_bounds)
UNDEFINED(divrem_overflow)
UNDEFINED(shift_out_of_bounds)

static void *mapped(const char *file, size_t *size, int writable)
{
    int descriptor = open(file, writable ? O_RDWR : O_RDONLY);
    off_t length = descriptor < 0 ? -1 : lseek(descriptor, 0, SEEK_END);
    void *found = length <= 0 ? MAP_FAILED : mmap(NULL, (size_t)length, PROT_READ | (writable ? PROT_WRITE : 0),
                                                  writable ? MAP_SHARED : MAP_PRIVATE, descriptor, 0);
    if (found == MAP_FAILED) {
        perror(file);
        exit(EXIT_FAILURE);
    }
    close(descriptor);
    *size = (size_t)length;
    return found;
}

/* The answers of each place side by side, in order. */
static void sort(const uint64_t *words)
{
    uint64_t count = words[0], told = words[1];
    const uint64_t *kept = words + 2, *pairs = kept + 2 * count;
    places = calloc(count + 1, sizeof *places);
    values = calloc(told + 1, sizeof *values);
    if (!places || !values)
        exit(EXIT_FAILURE);
    for (uint64_t i = 0; i < told; i++)
        places[pairs[2 * i] + 1].first++;
    for (uint64_t i = 0; i < count; i++) {
        places[i].keeps = kept[2 * i], places[i].kept = kept[2 * i + 1];
        places[i].first += i ? places[i - 1].first : 0;
        places[i].next = places[i].first;
    }
    for (uint64_t i = 0; i < told; i++)
        values[places[pairs[2 * i]].next++] = pairs[2 * i + 1];
}

static void ended(void)
{
    leave(ENDED);
}

static void limit(rlim_t seconds)
{
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 20, 1 << 20});
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

int main(int argc, char **argv)
{
    size_t size;
    if (argc != 4)
        return EXIT_FAILURE;
    sort(mapped(argv[1], &size, 0));
    report = mapped(argv[2], &size, 1);
    limit((rlim_t)strtoul(argv[3], NULL, 10));
    atexit(ended);
    synth_program();
    leave(ENDED);
}
