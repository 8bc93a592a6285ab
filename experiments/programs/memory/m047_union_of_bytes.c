/* A word and its four bytes share a union.
 *
 * The first byte is the lowest (the machine is little-endian). Bytes in the other order make the
 * word that is swapped; twice swapped it is as before.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned whole;
    unsigned char bytes[4];
};

static unsigned swapped(unsigned x)
{
    union word from;
    union word to;

    from.whole = x;
    for (int i = 0; i < 4; i++)
        to.bytes[i] = from.bytes[3 - i];
    return to.whole;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    union word word;

    word.whole = x;
    for (int i = 0; i < 4; i++)
        assert(word.bytes[i] == (x >> 8 * i & 0xff));
    word.bytes[0] = 0;
    assert(word.whole == x - (x & 0xff));
    assert(swapped(swapped(x)) == x);
    return 0;
}
