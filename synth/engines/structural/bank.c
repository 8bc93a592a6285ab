/* Pools of value vectors: every combination of known vectors under one operator, kept where it is new; and the search for a goal
 * among combinations that are not kept.
 *
 * A vector has a row of `T` words. An operator is a short straight-line program over the operands and some constants, so that what a
 * specification defines runs as fast as what the table has. Vectors are told apart by a hash of 64 bits. */
#include <string.h>

#include "primitives.h"

#define REGISTERS 48
#define WORDS 4096 /* most words of a vector */
#define BLOCK 16
#define OPERANDS 8

typedef struct {
    int32_t op, operand[3];
} Step;

typedef struct {
    /* the operator: registers are the operands, the constants, the results of the steps */
    int32_t width, T, arity, constants, steps, symmetric;
    const Step *step;
    const uint64_t *constant;
    uint64_t tail; /* which bits of a vector's last word count */
    /* the operands: rows [from, to) of three pools; `at` is where to go on */
    const U *operand[OPERANDS];
    int64_t from[OPERANDS], to[OPERANDS], at[OPERANDS];
    int64_t budget; /* how many combinations to try in this call; what is left of it afterwards */
    int64_t tried;
    /* the pool that new vectors go to */
    U *values;        /* [capacity][T] */
    uint64_t *keys;   /* [slots], 0: empty */
    int32_t *places;  /* [slots], the row of a key */
    int32_t *origins; /* [capacity][1 + operands]: rule, rows of the operands */
    int64_t count, capacity, slots;
    int32_t rule, operands;
    int32_t finished;
    /* the goal, where combinations are only compared: (value ^ goal) & care is 0, or bit `value` of goal is set */
    const U *goal, *care;
    const uint64_t *allowed;
    int64_t found;
    const int32_t *next; /* of operand `split`, for each row the next one, itself perhaps, that is to be combined; 0: all are */
    int32_t split;
} Job;

static inline uint64_t hash(const U *v, int T) {
    const int n = (int)((T * sizeof(U)) / 8);
    const uint64_t K = 0x9e3779b97f4a7c15ull, L = 0xc2b2ae3d27d4eb4full;
    uint64_t a = 0x1234567887654321ull, b = 0x8765432112345678ull, w;
    int i = 0;
    for (; i + 1 < n; i += 2) {
        memcpy(&w, (const char *)v + 8 * i, 8);
        a = (a ^ w) * K;
        a ^= a >> 29;
        memcpy(&w, (const char *)v + 8 * (i + 1), 8);
        b = (b ^ w) * L;
        b ^= b >> 31;
    }
    if (i < n) {
        memcpy(&w, (const char *)v + 8 * i, 8);
        a = (a ^ w) * K;
        a ^= a >> 29;
    }
    uint64_t h = (a ^ (b << 32 | b >> 32)) * K;
    h ^= h >> 32;
    return h ? h : 1;
}

static __thread U registers[REGISTERS][WORDS] __attribute__((aligned(64)));

static void load_constants(const Job *j) {
    for (int i = 0; i < j->constants; i++)
        for (int t = 0; t < j->T; t++) registers[j->arity + i][t] = P_const((U)j->constant[i]);
}

static inline const U *read_register(const Job *j, const U *const *operands, int r) {
    return r < j->arity ? operands[r] : registers[r];
}

static inline void apply(const Job *j, const U *const *operands, U *out, int T) {
    int result = j->arity + j->constants;
    for (int s = 0; s < j->steps; s++, result++) {
        const Step *step = &j->step[s];
        U *target = s + 1 == j->steps ? out : registers[result];
        evaluate(step->op, read_register(j, operands, step->operand[0]), read_register(j, operands, step->operand[1]),
                 read_register(j, operands, step->operand[2]), target, T);
    }
    if (!j->steps) memcpy(out, read_register(j, operands, j->arity + j->constants - 1), T * sizeof(U));
}

/* The slot of a hash, or of where it would be. */
static inline int64_t slot_of(const uint64_t *keys, int64_t slots, uint64_t h) {
    int64_t at = (int64_t)(h & (uint64_t)(slots - 1));
    while (keys[at] && keys[at] != h) at = (at + 1) & (slots - 1);
    return at;
}

static int insert(Job *j, const U *v, uint64_t h, const int64_t *rows) {
    int64_t slot = slot_of(j->keys, j->slots, h);
    if (j->keys[slot]) return 0;
    j->keys[slot] = h;
    j->places[slot] = (int32_t)j->count;
    memcpy(j->values + j->count * j->T, v, j->T * sizeof(U));
    int32_t *origin = j->origins + (1 + j->operands) * j->count;
    origin[0] = j->rule;
    for (int i = 0; i < j->operands; i++) origin[1 + i] = i < j->arity ? (int32_t)rows[i] : -1;
    j->count++;
    return 1;
}

static inline int64_t next_row(const Job *j, int i, int64_t row) {
    return j->next && i == j->split && row < j->to[i] ? j->next[row] : row;
}

/* Go to the next combination; 0 after the last. */
static inline int advance(Job *j) {
    for (int i = j->arity - 1; i >= 0; i--) {
        j->at[i] = next_row(j, i, j->at[i] + 1);
        if (j->at[i] < j->to[i]) {
            if (j->symmetric && i == 0) j->at[1] = j->at[0];
            return 1;
        }
        j->at[i] = next_row(j, i, j->from[i]);
    }
    return 0;
}

static inline void point_at(const Job *j, const U **operands) {
    for (int i = 0; i < j->arity; i++) operands[i] = j->operand[i] + j->at[i] * j->T;
}

/* Keep every new combination until the budget or the room is used up; `finished` once all were tried. */
void bank_combine(Job *j) {
    static __thread U out[BLOCK][WORDS] __attribute__((aligned(64)));
    uint64_t hashes[BLOCK];
    int64_t rows[BLOCK][OPERANDS];
    set_width(j->width);
    load_constants(j);
    while (!j->finished && j->budget > 0 && j->count + BLOCK <= j->capacity) {
        int n = 0;
        while (n < BLOCK && !j->finished) {
            const U *operands[OPERANDS];
            point_at(j, operands);
            apply(j, operands, out[n], j->T);
            out[n][j->T - 1] &= (U)j->tail;
            hashes[n] = hash(out[n], j->T);
            __builtin_prefetch(&j->keys[hashes[n] & (uint64_t)(j->slots - 1)]);
            for (int i = 0; i < j->arity; i++) rows[n][i] = j->at[i];
            n++;
            j->finished = !advance(j);
        }
        for (int i = 0; i < n; i++) insert(j, out[i], hashes[i], rows[i]);
        j->budget -= n;
        j->tried += n;
    }
}

static inline int meets(const Job *j, const U *v, int from, int to) {
    if (j->allowed) {
        for (int t = from; t < to; t++)
            if (!(j->allowed[t] >> (v[t] & 63) & 1)) return 0;
        return 1;
    }
    U wrong = 0;
    for (int t = from; t < to; t++) wrong |= (v[t] ^ j->goal[t]) & j->care[t];
    return !wrong;
}

/* Look for a combination that meets the goal without keeping any; `found` is 1 where `at` is one. */
void bank_seek(Job *j) {
    static __thread U out[WORDS] __attribute__((aligned(64)));
    const int probe = j->T < 16 ? j->T : 16;
    set_width(j->width);
    load_constants(j);
    j->found = 0;
    while (!j->finished && j->budget-- > 0) {
        const U *operands[OPERANDS];
        point_at(j, operands);
        apply(j, operands, out, probe);
        j->tried++;
        if (meets(j, out, 0, probe)) {
            apply(j, operands, out, j->T);
            if (meets(j, out, probe, j->T)) {
                j->found = 1;
                return;
            }
        }
        j->finished = !advance(j);
    }
}

/* The first row of operand 0, from `at` on, that meets the goal; `found` is 1 where there is one. */
void bank_match(Job *j) {
    const int probe = j->T < 16 ? j->T : 16;
    j->found = 0;
    for (; j->at[0] < j->to[0]; j->at[0]++) {
        const U *row = j->operand[0] + j->at[0] * j->T;
        if (meets(j, row, 0, probe) && meets(j, row, probe, j->T)) {
            j->found = 1;
            return;
        }
    }
}

/* Leave a combination that was found behind. */
void bank_skip(Job *j) { j->finished = !advance(j); }

/* Enter rows [0, count) into an emptied table. */
void bank_rehash(Job *j) {
    for (int64_t i = 0; i < j->count; i++) {
        uint64_t h = hash(j->values + i * j->T, j->T);
        int64_t slot = slot_of(j->keys, j->slots, h);
        if (!j->keys[slot]) {
            j->keys[slot] = h;
            j->places[slot] = (int32_t)i;
        }
    }
}

/* For each of n vectors the row of the pool that equals it, or -1. */
void bank_find(const Job *j, const U *vectors, int64_t n, int32_t *rows) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t h = hash(vectors + i * j->T, j->T);
        int64_t slot = slot_of(j->keys, j->slots, h);
        rows[i] = j->keys[slot] ? j->places[slot] : -1;
    }
}

/* Keep one vector, a leaf; whether it was new. */
int bank_keep(Job *j, const U *vector) {
    const int64_t none[OPERANDS] = {0};
    return insert(j, vector, hash(vector, j->T), none);
}

/* The results of one operator on n tuples of rows, into `out`. */
void bank_apply(Job *j, const int32_t *rows, int64_t n, U *out) {
    set_width(j->width);
    load_constants(j);
    for (int64_t i = 0; i < n; i++) {
        const U *operands[OPERANDS];
        for (int k = 0; k < j->arity; k++) operands[k] = j->operand[k] + rows[j->arity * i + k] * (int64_t)j->T;
        apply(j, operands, out + i * j->T, j->T);
        out[i * j->T + j->T - 1] &= (U)j->tail;
    }
}

#include "completion.h"
#include "ranking.h"
#include "stages.h"
