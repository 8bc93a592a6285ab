/* A ring of sixteen places whose indices run on and are masked.
 *
 * Masked by 15, an index is below 16. tail is ahead of head by 16 at most, also where it has
 * wrapped around. There are n rounds.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 16u

struct ring {
    int data[SIZE];
    unsigned head;
    unsigned tail;
};

static int put(struct ring *ring, int x)
{
    if (ring->tail - ring->head == SIZE)
        return 0;
    ring->data[ring->tail & (SIZE - 1)] = x;
    ring->tail++;
    return 1;
}

static int get(struct ring *ring, int *x)
{
    if (ring->tail == ring->head)
        return 0;
    *x = ring->data[ring->head & (SIZE - 1)];
    ring->head++;
    return 1;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    struct ring ring;
    int x = 0;

    ring.head = 0;
    ring.tail = 0;
    for (unsigned i = 0; i < n; i++) {
        if (__VERIFIER_nondet_int())
            put(&ring, x + 1);
        else
            get(&ring, &x);
        assert(ring.tail - ring.head <= SIZE);
    }
    return 0;
}
