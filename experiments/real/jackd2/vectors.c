/* JACK's ring buffer of 8 bytes: the parts that can be written lie within it.
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
    char bytes[8];
    jack_ringbuffer_t ring = {.buf = bytes, .size = 8, .size_mask = 7};
    ring.read_ptr = __VERIFIER_nondet_size_t() & 7;
    ring.write_ptr = __VERIFIER_nondet_size_t() & 7;
    jack_ringbuffer_data_t parts[2];
    jack_ringbuffer_get_write_vector(&ring, parts);
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < parts[i].len; k++)
            parts[i].buf[k] = 1;
    assert(parts[0].len + parts[1].len == jack_ringbuffer_write_space(&ring));
}
