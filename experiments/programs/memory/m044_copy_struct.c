/* A struct with numbers and an array is copied as bytes.
 *
 * All its fields are the same afterwards, and stay so when the original changes.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct measurement {
    int time;
    short channel;
    char unit[6];
    double scale;
};

int main(void)
{
    struct measurement old;
    struct measurement new;
    int time = __VERIFIER_nondet_int();

    old.time = time;
    old.channel = (short)__VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++)
        old.unit[i] = (char)__VERIFIER_nondet_int();
    old.scale = 0.5;
    memcpy(&new, &old, sizeof new);
    assert(new.time == old.time);
    assert(new.channel == old.channel);
    for (int i = 0; i < 6; i++)
        assert(new.unit[i] == old.unit[i]);
    assert(new.scale == old.scale);
    old.time++;
    assert(new.time == time);
    return 0;
}
