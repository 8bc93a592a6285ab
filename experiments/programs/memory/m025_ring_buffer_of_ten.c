/* A ring of ten places whose indices are masked as if ten were a power of two.
 *
 * Masked by 9, the indices 0 and 2 are the same: the third element overwrites the first. All
 * masked indices lie within the ring.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 10u

struct ring {
    unsigned data[SIZE];
    unsigned head;
    unsigned tail;
};

static void put(struct ring *ring, unsigned x)
{
    ring->data[ring->tail & (SIZE - 1)] = x;
    ring->tail++;
}

static unsigned get(struct ring *ring)
{
    unsigned x = ring->data[ring->head & (SIZE - 1)];

    ring->head++;
    return x;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    struct ring ring;

    if (n > SIZE)
        return 0;
    ring.head = 0;
    ring.tail = 0;
    for (unsigned i = 0; i < n; i++)
        put(&ring, i);
    for (unsigned i = 0; i < n; i++)
        assert(get(&ring) == i);
    return 0;
}
