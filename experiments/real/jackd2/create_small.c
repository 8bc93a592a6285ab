/* JACK's ring buffer of up to 2^30 bytes is made, reset and freed: it is a power of two.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "ringbuffer.c"

extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t size = __VERIFIER_nondet_size_t();
    if (size > 1u << 30)
        return 1;
    jack_ringbuffer_t *ring = jack_ringbuffer_create(size);
    if (ring == NULL)
        return 1;
    assert(ring->size >= size && (ring->size & ring->size_mask) == 0);
    jack_ringbuffer_free(ring);
}
