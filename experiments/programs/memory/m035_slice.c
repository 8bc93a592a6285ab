/* A slice of an array, which two pointers bound, loses elements at either end until it is empty.
 *
 * Its length and what it lost are ten together; while it is not empty, both ends lie in the
 * array.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

struct slice {
    int *begin;
    int *end;
};

static int length(const struct slice *slice)
{
    return (int)(slice->end - slice->begin);
}

static int take_first(struct slice *slice)
{
    return *slice->begin++;
}

static int take_last(struct slice *slice)
{
    return *--slice->end;
}

int main(void)
{
    int a[SIZE];
    int taken = 0;
    int sum = 0;

    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_int();
        sum += a[i];
    }
    struct slice slice = {a, a + SIZE};
    while (slice.begin != slice.end) {
        sum -= __VERIFIER_nondet_int() ? take_first(&slice) : take_last(&slice);
        taken++;
        assert(length(&slice) == SIZE - taken);
    }
    assert(taken == SIZE && sum == 0);
    return 0;
}
