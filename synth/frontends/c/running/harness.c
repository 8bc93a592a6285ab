/* What a replayed program is linked with: it answers the program's questions, and writes down how the run ends.

   Usage: program ANSWERS REPORT SECONDS [RUNS SEED ROUNDS]. ANSWERS holds words of 64 bits: how many places ask, how many answers
   there are, how many words to choose from at random, and whether what is allocated is looked for at the end (1 where it is lost, 2
   where it is there at all); for each place whether it has an answer that it keeps, and that answer; then pairs of a place and an
   answer, in order; then the words. REPORT is written while the program runs, so that it says how far it came however it ends. With
   RUNS, the program is run so often, each time in a process of its own, with a report of its own and with random answers behind
   those that are told; each run has at most so many ROUNDS of loops, and all of them SECONDS. */

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { RUNNING, FAILED, ASSUMED, ENDED, OUT_OF_ANSWERS, STOPPED, UNDEFINED, CONTRADICTED, UNTRIED, REPORTED,
       NO_MEMORY };
enum { FIRST = 8, MOST_ALONE = 1000, REPORTS = 99, MOST_BLOCKS = 1 << 16, LARGEST = 1 << 28 };
enum { NOT_ASKED, LOST, LEFT };

/* `first` holds the first answers, `fact` what was contradicted, `rounds` how often a loop's head was come to. */
struct report { uint64_t ending, line, called, answered, undefined, fact, rounds, first[FIRST]; };

struct place { uint64_t keeps, kept, first, next; };

static struct report *report;
static struct place *places;
static uint64_t *values, pooled, rounds, chance;
static const uint64_t *pool;
static int random_answers, leaks;

/* What is allocated, known by the complement of where it is: the leak checker is to find no pointers here. */
static struct block { uintptr_t hidden; size_t size; unsigned line; } blocks[MOST_BLOCKS];
static size_t allocated;

__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

void synth_program(void);

static _Noreturn void leave(uint64_t ending)
{
    report->ending = ending;
    _exit(0);
}

/* A random word (Marsaglia, Xorshift RNGs, 2003; Vigna's multiplier). */
static uint64_t drawn(void)
{
    chance ^= chance >> 12, chance ^= chance << 25, chance ^= chance >> 27;
    return chance * 0x2545F4914F6CDD1Du;
}

/* A power of two, or a word beside it, or the negative of that. */
static uint64_t corner(void)
{
    uint64_t word = ((uint64_t)1 << drawn() % 64) + drawn() % 3 - 1;
    return drawn() % 2 ? word : -word;
}

/* A number that is no integer, or one that floating point has besides numbers. */
static uint64_t floating(void)
{
    static const double odd[] = {0.0, -0.0, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 0.1, 1e-40, 1e30, 1e-310, 1e300};
    uint64_t number = drawn() % 64, narrow = drawn() % 2;
    union { double value; uint64_t word; } wide = {number < 10 ? odd[number] : ((double)(drawn() % 400) - 200) / 4};
    union { float value; uint32_t word; } slim = {(float)wide.value};
    return narrow ? slim.word : wide.word;
}

/* A random answer: any word, a corner, a small number, a word to choose from, one of the first answers once more. */
static uint64_t guess(void)
{
    uint64_t known = report->answered < FIRST ? report->answered : FIRST;
    switch (drawn() % 10) {
    case 0: return drawn();
    case 1: return corner();
    case 2: return floating();
    case 3: case 4: return drawn() % 40 - 8;
    case 5: case 6: return drawn() % 4;
    case 7: return known ? report->first[drawn() % known] + drawn() % 3 - 1 : 0;
    default: return pooled ? pool[drawn() % pooled] : drawn() % 300;
    }
}

/* A random answer for a place; some places answer a whole run alike. */
static uint64_t guessed(struct place *own)
{
    uint64_t word = guess();
    if (own->keeps == 0 && drawn() % 4 == 0)
        own->keeps = 1, own->kept = word;
    return own->keeps == 1 ? own->kept : word;
}

static uint64_t answer(struct place *own)
{
    if (own->first < own->next)
        return values[own->first++];
    if (random_answers)
        return guessed(own);
    if (!own->keeps)
        leave(OUT_OF_ANSWERS);
    return own->kept;
}

static uint64_t noted(uint64_t word)
{
    if (report->answered < FIRST)
        report->first[report->answered] = word;
    report->answered++;
    return word;
}

/* The next answer for a place that asks. */
unsigned long long synth_take(unsigned place)
{
    return noted(answer(&places[place]));
}

/* What is asked for where the certificate says nothing of it. */
unsigned long long synth_any(void)
{
    return random_answers ? noted(guess()) : 0;
}

/* How many arguments the program is given: not fewer than 0 (C11 5.1.2.2.1). */
int synth_count(int count)
{
    return random_answers ? count & INT_MAX : count;
}

/* A block, or null, as is told for a call; at random, one of eight is null. Answers: whether it is null, how many parts of it hold
   what is told, and of each the offset, the size and the value. */
static void *begun(struct place *own, int fails, unsigned line, size_t size, int zero)
{
    int told = own->first < own->next;
    uint64_t null = random_answers ? fails && drawn() % 8 == 0 : answer(own) && fails;
    uint64_t count = told ? values[own->first++] : 0;
    if (null)
        return NULL;
    char *made = size > LARGEST || allocated == MOST_BLOCKS ? NULL : zero ? calloc(1, size) : malloc(size);
    if (made == NULL)
        leave(NO_MEMORY);
    for (; count > 0; count--, own->first += 3) {
        uint64_t offset = values[own->first], bytes = values[own->first + 1], word = values[own->first + 2];
        if (offset + bytes > size)
            continue;
        switch (bytes) {
        case 1: *(uint8_t *)(made + offset) = (uint8_t)word; break;
        case 2: *(uint16_t *)(made + offset) = (uint16_t)word; break;
        case 4: *(uint32_t *)(made + offset) = (uint32_t)word; break;
        default: *(uint64_t *)(made + offset) = word;
        }
    }
    blocks[allocated++] = (struct block){~(uintptr_t)made, size, line};
    return made;
}

static int is_block(void *block)
{
    for (size_t i = allocated; i-- > 0;)
        if (blocks[i].hidden == ~(uintptr_t)block)
            return 1;
    return 0;
}

/* The size of an allocated block, which is known no more; 0 where there is none. */
static size_t forgotten(void *block)
{
    for (size_t i = allocated; i-- > 0;)
        if (blocks[i].hidden == ~(uintptr_t)block) {
            size_t size = blocks[i].size;
            blocks[i] = blocks[--allocated];
            return size;
        }
    return 0;
}

void *synth_malloc(unsigned place, int fails, unsigned line, size_t size)
{
    return begun(&places[place], fails, line, size, 0);
}

void synth_free(void *block)
{
    forgotten(block);
    free(block);
}

/* What is larger than there can be is null. */
void *synth_calloc(unsigned place, int fails, unsigned line, size_t count, size_t size)
{
    size_t whole;
    int too_large = __builtin_mul_overflow(count, size, &whole);
    void *made = begun(&places[place], fails, line, too_large ? 0 : whole, 1);
    if (!too_large)
        return made;
    synth_free(made);
    return NULL;
}

void *synth_realloc(unsigned place, int fails, unsigned line, void *old, size_t size)
{
    if (!is_block(old)) {
        free(old); /* the library, or a sanitizer, tells what is none */
        old = NULL;
    }
    char *made = begun(&places[place], fails, line, size, 0);
    if (made == NULL)
        return NULL;
    size_t before = forgotten(old);
    if (old)
        memcpy(made, old, before < size ? before : size);
    free(old);
    return made;
}

/* What is said of a state holds, or not. */
void synth_fact(unsigned fact, int holds)
{
    if (holds)
        return;
    report->fact = fact;
    leave(CONTRADICTED);
}

/* A rank of some words, for a state of a loop nest: it is below the last one, or not. `last` is that, behind whether there is one. */
void synth_rank(unsigned fact, unsigned count, const unsigned long long *rank, unsigned long long *last)
{
    unsigned same = 0;
    while (same < count && rank[same] == last[same + 1])
        same++;
    synth_fact(fact, !last[0] || (same < count && rank[same] < last[same + 1]));
    last[0] = 1;
    for (unsigned i = 0; i < count; i++)
        last[i + 1] = rank[i];
}

/* A loop's head is come to. One that is `alone` does not go round, as `fact` says. */
void synth_round(int alone, unsigned fact)
{
    static unsigned before, times;
    times = alone && before == fact ? times + 1 : 1;
    before = alone ? fact : 0;
    synth_fact(fact, times < MOST_ALONE);
    if (report->rounds++ == rounds && rounds)
        leave(RUNNING);
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

/* The line of the program that a line of one of its files is: a file is called by how many lines are before it. */
static unsigned numbered(const char *file, unsigned line)
{
    unsigned before = 0;
    return sscanf(file, "unit%u.c", &before) == 1 ? before + line : line;
}

/* What the standard library's assert calls; a program in which that is no failure has its own. */
__attribute__((weak)) void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    (void)text, (void)function;
    synth_fail(numbered(file, line));
}

/* What the compiler's checks call. Their data begins with a place in the source. */
struct checked { const char *file; uint32_t line, column; };

static void undefined(unsigned line)
{
    report->undefined = line;
    if (random_answers)
        leave(UNDEFINED);
}

#define FAILS(name) void __ubsan_handle_##name##_abort(const struct checked *at) { synth_fail(numbered(at->file, at->line)); }
#define LEFT_OPEN(name) void __ubsan_handle_##name(const struct checked *at) { undefined(numbered(at->file, at->line)); }

/* An index that is outside of an array, which is told with the array's type. A type's `info` has its sign as the lowest bit. */
struct type { uint16_t kind, info; char name[]; };
struct indexed { struct checked at; const struct type *array, *index; };

void __ubsan_handle_out_of_bounds_abort(const struct indexed *data, uintptr_t index)
{
    if (data->index->info & 1)
        dprintf(STDERR_FILENO, "index %lld of %s\n", (long long)(intptr_t)index, data->array->name);
    else
        dprintf(STDERR_FILENO, "index %llu of %s\n", (unsigned long long)index, data->array->name);
    synth_fail(numbered(data->at.file, data->at.line));
}

FAILS(vla_bound_not_positive)
FAILS(add_overflow)
FAILS(sub_overflow)
FAILS(mul_overflow)
FAILS(negate_overflow)
FAILS(divrem_overflow)
FAILS(shift_out_of_bounds)
LEFT_OPEN(divrem_overflow)
LEFT_OPEN(shift_out_of_bounds)
LEFT_OPEN(float_cast_overflow)

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

/* The answers of each place side by side, in order, and the words to choose from. */
static void sort(const uint64_t *words)
{
    uint64_t count = words[0], told = words[1];
    const uint64_t *kept = words + 4, *pairs = kept + 2 * count;
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
    pool = pairs + 2 * told, pooled = words[2], leaks = (int)words[3];
}

/* The program returns, or calls exit, where its functions still know what they know: what it leaves is looked for, and told with the
   lines that allocated it. */
static void returned(void)
{
    if (leaks == NOT_ASKED || allocated == 0)
        leave(ENDED);
    for (size_t i = 0; i < allocated; i++)
        dprintf(STDERR_FILENO, "left %u\n", blocks[i].line);
    int lost = leaks == LOST && __lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check();
    leave(leaks == LEFT || lost ? REPORTED : ENDED);
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

static _Noreturn void run(void)
{
    atexit(returned);
    synth_program();
    returned();
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A run in a process of its own, which has so many milliseconds; what stops it is the last thing that it reports. */
static void run_apart(unsigned milliseconds)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        limit(10);
        setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}}, NULL);
        run();
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        exit(EXIT_FAILURE);
    if (WIFSIGNALED(status))
        report->ending = WTERMSIG(status) == SIGALRM ? RUNNING : WTERMSIG(status) == SIGABRT ? ENDED : STOPPED;
    else if (WEXITSTATUS(status) == REPORTS)
        report->ending = REPORTED;
}

/* Many runs, each with the random answers that its number gives; those that there is no time for are untried. */
static void run_often(struct report *reports, uint64_t runs, uint64_t seed, double seconds)
{
    double until = now() + seconds;
    random_answers = 1;
    for (uint64_t i = 0; i < runs; i++) {
        report = &reports[i];
        report->ending = UNTRIED;
        if (now() >= until)
            continue;
        chance = (seed + i + 1) * 0x9E3779B97F4A7C15u;
        report->ending = RUNNING;
        dprintf(STDERR_FILENO, "run %llu\n", (unsigned long long)i);
        run_apart((unsigned)(seconds * 250) + 1);
    }
}

int main(int argc, char **argv)
{
    size_t size;
    if (argc != 4 && argc != 7)
        return EXIT_FAILURE;
    sort(mapped(argv[1], &size, 0));
    report = mapped(argv[2], &size, 1);
    limit((rlim_t)strtod(argv[3], NULL) + 2);
    if (argc == 4)
        run();
    rounds = strtoull(argv[6], NULL, 10);
    run_often(report, strtoull(argv[4], NULL, 10), strtoull(argv[5], NULL, 10), strtod(argv[3], NULL));
}
