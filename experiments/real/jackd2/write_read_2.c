/* JACK's ring buffer of 4 bytes: up to two are written wherever its pointers are, read back, and are the same.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include "ringbuffer.c"

extern size_t __VERIFIER_nondet_size_t(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char bytes[4], in[2] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()}, out[2];
    size_t at = __VERIFIER_nondet_size_t(), n = __VERIFIER_nondet_size_t();
    if (at >= 4 || n > 2)
        return 1;
    jack_ringbuffer_t ring = {.buf = bytes, .write_ptr = at, .read_ptr = at, .size = 4, .size_mask = 3};
    assert(jack_ringbuffer_write(&ring, in, n) == n);
    assert(jack_ringbuffer_read(&ring, out, n) == n);
    for (size_t i = 0; i < n; i++)
        assert(out[i] == in[i]);
}
