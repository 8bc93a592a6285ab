/* musl's time of any date, months out of their range included.
 *
 * expect memory-safety: true
 * expect termination: true
 */
#define locale_t void *
#include "__month_to_secs.c"
#include "__year_to_secs.c"
#include "__tm_to_secs.c"

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    struct tm date = {.tm_year = __VERIFIER_nondet_int(), .tm_mon = __VERIFIER_nondet_int(), .tm_mday = __VERIFIER_nondet_int()};
    return __tm_to_secs(&date) == 0;
}
