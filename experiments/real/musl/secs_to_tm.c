/* musl's date of any time: the month's days are looked up within their table.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#define locale_t void *
#include "__secs_to_tm.c"

extern long long __VERIFIER_nondet_longlong(void);

int main(void)
{
    struct tm date;
    if (__secs_to_tm(__VERIFIER_nondet_longlong(), &date) != 0)
        return 1;
    assert(date.tm_mon >= 0 && date.tm_mon < 12 && date.tm_mday >= 1 && date.tm_mday <= 31);
    assert(date.tm_hour >= 0 && date.tm_hour < 24 && date.tm_wday >= 0 && date.tm_wday < 7);
}
