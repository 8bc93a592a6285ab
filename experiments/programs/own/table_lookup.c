/* The days of a year that are left, month by month from a table.
 *
 * The twelve months have 365 days; day falls by one month at a time.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static const int DAYS[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void)
{
    int day = __VERIFIER_nondet_int();
    int month = 0;

    if (day < 0 || day >= 365) {
        return 0;
    }
    while (day >= DAYS[month]) {
        day -= DAYS[month];
        month++;
        assert(month < 12);
    }
    assert(day >= 0 && day < 31);
    return 0;
}
