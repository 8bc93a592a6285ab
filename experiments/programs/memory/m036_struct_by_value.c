/* A struct with a pointer is passed by value; the callee changes what the pointer points to and
 * its own copy of the struct.
 *
 * The caller sees the one change and not the other. After i rounds the number has grown by i
 * steps.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
    int *value;
    int step;
};

static void advance(struct counter counter, int times)
{
    for (int i = 0; i < times; i++)
        *counter.value += counter.step;
    counter.value = &counter.step;
    *counter.value = 0;
}

int main(void)
{
    int start = __VERIFIER_nondet_int();
    int step = __VERIFIER_nondet_int();
    int times = __VERIFIER_nondet_int();
    int value = start;
    struct counter counter = {&value, step};

    if (times < 0 || times > 1000)
        return 0;
    advance(counter, times);
    assert(counter.value == &value && counter.step == step);
    assert(value == start + times * step);
    return 0;
}
