/* Which rows make some bits of a goal together with another row, under an operator that has an inverse: sub-goals that are solved by
 * a join on hashes. The rows are entered by their bits in a set; then the set is asked for what each row lacks. */

enum { JOIN_XOR, JOIN_ADD, JOIN_SUB, JOIN_FROM }; /* goal = row ^ rest, row + rest, row - rest, rest - row */

typedef struct {
    int32_t T, words, join; /* a row has T words, of which the first `words` are looked at */
    uint64_t mask;      /* the bits of each word that count */
    const U *values;    /* [count][T] */
    const U *goal;      /* [T] */
    int64_t count;
    uint64_t *set;      /* [slots / 64], of hashes */
    uint64_t slots;     /* a power of two */
    uint8_t *solves;    /* [count] */
} Ranking;

#ifndef PACKED
static uint64_t masked_hash(const U *v, U mask, int T) {
    static __thread U bits[WORDS] __attribute__((aligned(64)));
    for (int t = 0; t < T; t++) bits[t] = v[t] & mask;
    return hash(bits, T);
}

/* The places of a hash in the set. */
static inline uint64_t place_in(const Ranking *r, uint64_t h, int i) { return h >> (i == 0 ? 0 : i == 1 ? 17 : 32) & (r->slots - 1); }
#define RANKING_PLACES 3

/* Enter the rows into an empty set. */
void ranking_enter(Ranking *r) {
    for (int64_t row = 0; row < r->count; row++) {
        uint64_t h = masked_hash(r->values + row * r->T, (U)r->mask, r->words);
        for (int i = 0; i < RANKING_PLACES; i++) {
            uint64_t place = place_in(r, h, i);
            r->set[place >> 6] |= 1ull << (place & 63);
        }
    }
}

/* Say for each row whether what it lacks is in the set, up to hashes that happen to be there. */
void ranking_ask(Ranking *r) {
    static __thread U rest[WORDS] __attribute__((aligned(64)));
    for (int64_t row = 0; row < r->count; row++) {
        const U *v = r->values + row * r->T, *goal = r->goal;
        switch (r->join) {
        case JOIN_XOR: for (int t = 0; t < r->words; t++) rest[t] = goal[t] ^ v[t]; break;
        case JOIN_ADD: for (int t = 0; t < r->words; t++) rest[t] = goal[t] - v[t]; break;
        case JOIN_SUB: for (int t = 0; t < r->words; t++) rest[t] = v[t] - goal[t]; break;
        default: for (int t = 0; t < r->words; t++) rest[t] = goal[t] + v[t];
        }
        uint64_t h = masked_hash(rest, (U)r->mask, r->words);
        uint8_t there = 1;
        for (int i = 0; i < RANKING_PLACES && there; i++) {
            uint64_t place = place_in(r, h, i);
            there = r->set[place >> 6] >> (place & 63) & 1;
        }
        r->solves[row] = there;
    }
}
#endif
