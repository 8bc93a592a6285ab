/* Programs with one value in the middle, of words of at most 8 bits: a term of the pool makes the value, and up to three further
 * instructions, on the value and the leaves, make the goal of it (bidirectional search).
 *
 * The instructions are enumerated without the value: each is a table, on the first points, of what becomes of each of its words.
 * Which words become the goal is the inverse image of the goal; with none, on any of these points, no value does. Otherwise the
 * values of the pool that are in all of these sets are looked up by their words on these points. */

#define STAGE_POINTS 8
#define STAGE_LEAVES 16
#define STAGE_STEPS 3
#define STAGE_WORDS 256
#define STAGE_USES 8192
#define STAGE_SLOTS 16384 /* at least twice STAGE_USES */
#define STAGE_LOOKUPS 2048 /* words in the middle that are tried for one table at most; so many of them count as one more: */
#define STAGE_CHARGE 8

typedef struct {
    int32_t width, T, leaves, operators, steps, finished;
    int32_t operator[32], point[STAGE_POINTS]; /* the points of the tables */
    const U *values, *goal; /* the pool, whose first rows are the leaves, [count][T]; and [T] */
    int64_t first, count;   /* the rows that may be in the middle */
    const uint64_t *keys;   /* their words on these points, [count - first] */
    const uint8_t *mine;    /* which of all rows are to be in the middle; 0: all of these */
    int32_t *heads, *next;  /* rows by their keys: [slots] and [count - first], -1: none */
    int64_t slots;
    uint8_t *three, *four;  /* which first three words there are, and which first four, maybe: bits, [2^24] and [2^27] */
    int32_t at[STAGE_STEPS]; /* the next use of each step */
    int32_t stride;          /* how many first steps there are to the next one: one of several threads has each `stride`th */
    int64_t budget, tried;
    int32_t found, row, length; /* what was found in this call */
    Use step[STAGE_STEPS];
} Stage;

#if SHIFT_MASK == 7 && !defined(PACKED) /* words of 8 bits, on a machine whose first byte is the least significant one */
typedef U Table[STAGE_POINTS][STAGE_WORDS];
typedef struct {
    Table row[STAGE_LEAVES + 1 + STAGE_STEPS] __attribute__((aligned(64)));
    Use use[STAGE_STEPS][STAGE_USES];
    int uses[STAGE_STEPS], words, lookups;
    uint64_t known[STAGE_SLOTS]; /* the tables of one instruction, by hash; 0: none */
    struct {
        uint64_t hash;
        int32_t stamp;
    } seen[STAGE_SLOTS]; /* those behind the first instruction that there is now */
    int32_t stamp;
    Use step[STAGE_STEPS];
    uint8_t fitting[STAGE_POINTS][STAGE_WORDS]; /* the words that become the goal */
    int fit[STAGE_POINTS];                      /* how many they are */
} Stages;
static __thread Stages stage_space;

static inline uint64_t spread_key(uint64_t key) {
    key *= 0x9e3779b97f4a7c15ull;
    return key ^ key >> 32;
}
static inline uint32_t bit_of_four(uint32_t key) { return (key * 0x9e3779b1u) >> 5; }

/* Enter the rows that may be in the middle into the empty index. */
void stage_index(Stage *s) {
    for (int64_t i = 0; i < s->count - s->first; i++) {
        if (s->mine && !s->mine[s->first + i]) continue;
        uint64_t key = s->keys[i];
        uint32_t bit = bit_of_four((uint32_t)key), three = (uint32_t)key & 0xffffff;
        int64_t slot = (int64_t)(spread_key(key) & (uint64_t)(s->slots - 1));
        s->next[i] = s->heads[slot];
        s->heads[slot] = (int32_t)i;
        s->three[three >> 3] |= (uint8_t)(1 << (three & 7));
        s->four[bit >> 3] |= (uint8_t)(1 << (bit & 7));
    }
}

static void add_uses(const Stage *s, int step, int rows, int needed) { /* of every operator on rows, one of them from `needed` on */
    Stages *g = &stage_space;
    g->uses[step] = 0;
    for (int i = 0; i < s->operators; i++) {
        int op = s->operator[i], unary = FACTS[op].arity == 1;
        for (int a = 0; a < rows; a++)
            for (int b = FACTS[op].commutative ? a : 0; b < (unary ? 1 : rows); b++)
                if ((a >= needed || (!unary && b >= needed)) && g->uses[step] < STAGE_USES)
                    g->use[step][g->uses[step]++] = (Use){op, a, unary ? a : b};
    }
}
static void tabulate(const Use *u, Table *row, int result) {
    for (int e = 0; e < STAGE_POINTS; e++)
        evaluate(u->op, row[u->a][e], row[u->b][e], row[u->b][e], row[result][e], stage_space.words);
}
static int is_constant(const Table *t) { /* whatever the value */
    for (int e = 0; e < STAGE_POINTS; e++)
        for (int v = 1; v < stage_space.words; v++)
            if ((*t)[e][v] != (*t)[e][0]) return 0;
    return 1;
}
static uint64_t hash_of_table(const Table *t) {
    uint64_t h = 1;
    for (int e = 0; e < STAGE_POINTS; e++) h = (h ^ hash((*t)[e], stage_space.words)) * 0x9e3779b97f4a7c15ull;
    return h ? h : 1;
}
/* whether the program that is there makes the goal of a row */
static int reaches_goal(const Stage *s, int64_t row, int length) {
    static __thread U result[STAGE_STEPS][WORDS] __attribute__((aligned(64)));
    const U *rows[STAGE_LEAVES + 1 + STAGE_STEPS];
    for (int i = 0; i < s->leaves; i++) rows[i] = s->values + (int64_t)i * s->T;
    rows[s->leaves] = s->values + row * s->T;
    for (int i = 0; i < length; i++) {
        const Use *u = &stage_space.step[i];
        evaluate(u->op, rows[u->a], rows[u->b], rows[u->b], result[i], s->T);
        rows[s->leaves + 1 + i] = result[i];
    }
    return !memcmp(result[length - 1], s->goal, sizeof(U) * (size_t)s->T);
}
static int look_up(Stage *s, int length, int e, uint64_t key) {
    Stages *g = &stage_space;
    if (e == 3 && !(s->three[(key & 0xffffff) >> 3] >> (key & 7) & 1)) return 0;
    if (e == 4) {
        uint32_t bit = bit_of_four((uint32_t)key);
        if (!(s->four[bit >> 3] >> (bit & 7) & 1)) return 0;
    }
    if (e == STAGE_POINTS) {
        for (int32_t i = s->heads[spread_key(key) & (uint64_t)(s->slots - 1)]; i >= 0; i = s->next[i]) {
            int64_t row = s->first + i;
            if (s->keys[i] != key || !reaches_goal(s, row, length)) continue;
            s->found = 1, s->row = (int32_t)row, s->length = length;
            memcpy(s->step, g->step, sizeof g->step);
            return 1;
        }
        return 0;
    }
    for (int i = 0; i < g->fit[e]; i++) {
        if (g->lookups-- <= 0) return 0;
        if (look_up(s, length, e + 1, key | (uint64_t)g->fitting[e][i] << 8 * e)) return 1;
    }
    return 0;
}
/* whether a value makes the goal by the first `length` steps, of which the last has been `made` a table, or has not yet */
static int complete(Stage *s, int length, const Table *made, const Use *last) {
    Stages *g = &stage_space;
    U out[STAGE_WORDS] __attribute__((aligned(64)));
    s->tried++;
    for (int e = 0; e < STAGE_POINTS; e++) {
        const U *values = out;
        U goal = s->goal[s->point[e]], fits[STAGE_WORDS] __attribute__((aligned(64)));
        int n = 0;
        if (made) values = (*made)[e];
        else evaluate(last->op, g->row[last->a][e], g->row[last->b][e], g->row[last->b][e], out, g->words);
        for (int v = 0; v < g->words; v++) fits[v] = values[v] == goal;
        for (int v = 0; v < g->words; v += 8) {
            uint64_t eight;
            memcpy(&eight, fits + v, 8);
            for (; eight; eight &= eight - 1) g->fitting[e][n++] = (uint8_t)(v + __builtin_ctzll(eight) / 8);
        }
        if (!n) return 0;
        g->fit[e] = n;
    }
    g->lookups = STAGE_LOOKUPS;
    int found = look_up(s, length, 0, 0);
    s->tried += (STAGE_LOOKUPS - g->lookups) / STAGE_CHARGE;
    return found;
}
static uint32_t slot_of_table(uint64_t h) { return (uint32_t)(h >> 40) % STAGE_SLOTS; }
/* where a table of one instruction is known, or would be */
static uint64_t *known_table(uint64_t h) {
    uint32_t slot = slot_of_table(h);
    while (stage_space.known[slot] && stage_space.known[slot] != h) slot = (slot + 1) % STAGE_SLOTS;
    return &stage_space.known[slot];
}
static int is_new_table(const Table *t) {
    Stages *g = &stage_space;
    uint64_t h = hash_of_table(t);
    uint32_t slot = slot_of_table(h);
    if (*known_table(h)) return 0;
    for (; g->seen[slot].stamp == g->stamp; slot = (slot + 1) % STAGE_SLOTS)
        if (g->seen[slot].hash == h) return 0;
    g->seen[slot].hash = h, g->seen[slot].stamp = g->stamp;
    return 1;
}
/* the leaves, and the value; and the first steps that differ from each other */
static void begin_stages(const Stage *s) {
    Stages *g = &stage_space;
    int value = s->leaves;
    set_width(s->width);
    g->words = s->width < 3 ? 8 : 1 << s->width; /* more than there are do no harm */
    memset(g->row, 0, sizeof g->row);
    memset(g->known, 0, sizeof g->known);
    for (int e = 0; e < STAGE_POINTS; e++)
        for (int v = 0; v < g->words; v++) {
            for (int i = 0; i < s->leaves; i++) g->row[i][e][v] = s->values[(int64_t)i * s->T + s->point[e]];
            g->row[value][e][v] = (U)v;
        }
    uint64_t own = hash_of_table(&g->row[value]);
    *known_table(own) = own;
    for (int step = 1; step < s->steps; step++) add_uses(s, step, value + 1 + step, value + step);
    add_uses(s, 0, value + 1, value);
    int kept = 0;
    for (int i = 0; i < g->uses[0]; i++) {
        tabulate(&g->use[0][i], g->row, value + 1);
        if (is_constant(&g->row[value + 1])) continue;
        uint64_t h = hash_of_table(&g->row[value + 1]);
        if (*known_table(h)) continue;
        *known_table(h) = h;
        g->use[0][kept++] = g->use[0][i];
    }
    g->uses[0] = kept;
}
/* Search until something is found, or `budget` tables were made; `finished` after the last. */
void stage_search(Stage *s) {
    Stages *g = &stage_space;
    int value = s->leaves, one = value + 1, two = value + 2;
    begin_stages(s);
    s->found = 0;
    int64_t until = s->tried + s->budget;
    int first = -1; /* of which there is a table */
    while (s->at[0] < g->uses[0]) {
        if (s->tried >= until) return;
        g->step[0] = g->use[0][s->at[0]];
        if (first != s->at[0]) {
            first = s->at[0], g->stamp++;
            tabulate(&g->step[0], g->row, one);
            if (s->at[1] == 0 && complete(s, 1, &g->row[one], 0)) { s->at[1] = 1; return; }
            if (s->at[1] == 0) s->at[1] = 1; /* 1 is the first second step, before it the first alone */
        }
        int alone = g->uses[0] - 1 - s->at[0], both = s->steps > 1 ? g->uses[1] + alone : 0; /* second steps beside the first one */
        if (s->at[1] > both) {
            s->at[0] += s->stride, s->at[1] = s->at[2] = 0;
            continue;
        }
        int beside = s->at[1] > g->uses[1];
        g->step[1] = beside ? g->use[0][s->at[0] + s->at[1] - g->uses[1]] : g->use[1][s->at[1] - 1];
        tabulate(&g->step[1], g->row, two);
        if (s->at[2] == 0 && (is_constant(&g->row[two]) || (!beside && !is_new_table(&g->row[two])))) {
            s->at[1]++;
            continue;
        }
        if (s->at[2] == 0 && !beside && complete(s, 2, &g->row[two], 0)) { s->at[2] = 1; return; }
        if (s->at[2] == 0) s->at[2] = 1;
        while (s->steps > 2 && s->at[2] <= g->uses[2]) {
            const Use *last = &g->use[2][s->at[2]++ - 1];
            if (beside && last->a != one && last->b != one) continue;
            g->step[2] = *last;
            if (complete(s, 3, 0, last)) return;
        }
        s->at[1]++, s->at[2] = 0;
    }
    s->finished = 1;
}
#endif
