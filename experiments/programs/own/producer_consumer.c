/* A stock that is filled and emptied through functions over global words, within a bound.
 *
 * 0 <= stock <= 8 and made = used + stock throughout, modulo 2^32. The environment may go on for
 * ever.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: false
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define LIMIT 8u

unsigned made;
unsigned used;
unsigned stock;

static void produce(void)
{
    if (stock < LIMIT) {
        stock++;
        made++;
    }
}

static void consume(void)
{
    if (stock > 0) {
        stock--;
        used++;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            produce();
        } else {
            consume();
        }
        assert(made - used <= LIMIT);
    }
    return 0;
}
