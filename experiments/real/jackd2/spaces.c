/* JACK's ring buffer: what can be read and what can be written are all its bytes but one, wherever its pointers are.
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
    jack_ringbuffer_t ring = {.size = __VERIFIER_nondet_size_t()};
    ring.size_mask = ring.size - 1;
    ring.read_ptr = __VERIFIER_nondet_size_t();
    ring.write_ptr = __VERIFIER_nondet_size_t();
    if (ring.size == 0 || (ring.size & ring.size_mask) != 0 || ring.read_ptr >= ring.size || ring.write_ptr >= ring.size)
        return 1;
    assert(jack_ringbuffer_read_space(&ring) + jack_ringbuffer_write_space(&ring) == ring.size - 1);
}
