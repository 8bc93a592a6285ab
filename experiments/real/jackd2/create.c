/* JACK's ring buffer is made and freed. The next power of two is sought for ever from 2^63 on: 1 << 31 is negative, or 2^64 - 2^31.
 *
 * expect memory-safety: true
 * expect termination: false
 */
#include "ringbuffer.c"

extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    jack_ringbuffer_t *ring = jack_ringbuffer_create(__VERIFIER_nondet_size_t());
    if (ring != NULL)
        jack_ringbuffer_free(ring);
}
