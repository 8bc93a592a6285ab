/* What a search keeps between two calls. */

/* Lanes: candidates for the last but one instruction that leave the same results for the last one to use. */
typedef struct {
    uint32_t left; /* those results, as a bit mask */
    int lanes, n, needs, need[3];
    Instruction instruction[LANES];
    U value[PROBES][LANES], alive[LANES];
} Group;

/* ite as last: sets of probes as bit masks. A branch is served where a row is the goal on it, or where the goal is constant. */
typedef uint16_t Probes;
typedef struct {
    int served, served_else; /* how many */
    Probes by[ROWS + PROBES], elsewhere[2 * ROWS];
} Branches;

/* Siblings: under one prefix, of two instructions with the same values that leave the same results unused, the later one is
 * redundant. Values are compared by 128 bits of hash; a full table only forgets. */
#define SIBLING_DEPTHS 4
#define SIBLING_SLOTS (1u << 17)
typedef struct {
    uint32_t stamp, count;
    struct {
        uint64_t a, b;
        uint32_t stamp;
    } slot[SIBLING_SLOTS];
} Siblings;

/* Lanes of one last but one instruction that have equal values and leave the same results are one. */
#define LANE_SLOTS (1u << 16)
#define FEW_SLOTS (1u << 13)
typedef struct {
    uint32_t stamp, count;
    struct {
        uint64_t hash;
        uint32_t stamp;
        int32_t number;
    } slot[LANE_SLOTS];
} LanesSeen;

/* Instructions that may stand where the last one of the stack does, each value once, in order: of those that come later, each is a
 * candidate for the last but one that does not use it. They are the same for all that stand there. */
#define BESIDE (1u << 16)
typedef struct {
    int32_t count, all, examples; /* whether these are all; how many examples were known, 0: none were gathered */
    Instruction instruction[BESIDE];
    uint32_t consumed[BESIDE]; /* the results that it uses, as a bit mask */
    U value[PROBES][BESIDE];
} Beside;

/* Words of 8 bits: tables over a lane's values on the first probes tell whether any last instruction is possible at all, which few
 * lanes pass. A goal of Booleans is reached too often for that. */
#define FIRST 3
typedef struct {
    int32_t examples; /* how many were known when these were made; 0: there are none */
    uint32_t by_row[FIRST][256][256]; /* [probe][a row's word][the lane's]: which operators, on both in any order, give the goal there */
    uint8_t alone[1u << 16];          /* [first word << 8 | second]: whether one does without a result but the lane's */
    uint8_t sort[FIRST][256];         /* 1: not 0, 2: the goal */
    /* for the rows that there are now */
    uint32_t by_results[FIRST][256];
    uint8_t chosen[1 << 2 * FIRST]; /* [sorts of the first words]: whether an ite may do */
} Possible;
static const uint32_t nowhere[256];

struct Workspace {
    Context context; /* first: see C */
    Possible possible;
    LanesSeen lanes_seen;
    Beside beside;
    Group groups[GROUPS];
    Branches branches;
    Siblings siblings[SIBLING_DEPTHS];
    int32_t examples; /* how many were known to the call before */
};
const uint64_t workspace_size = sizeof(Workspace);
#define groups workspace->groups
#define branches workspace->branches
#define siblings workspace->siblings
#define lanes_seen workspace->lanes_seen
#define beside workspace->beside
#define possible workspace->possible
