/* Hours, minutes and seconds carry into one another for a day.
 *
 * now = 3600 hours + 60 minutes + seconds with the last two below 60, throughout.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

struct time {
    int hours;
    int minutes;
    int seconds;
};

int main(void)
{
    struct time clock = {0, 0, 0};
    int now = 0;

    while (clock.hours < 24) {
        now++;
        clock.seconds++;
        if (clock.seconds < 60) {
            continue;
        }
        clock.seconds = 0;
        clock.minutes++;
        if (clock.minutes == 60) {
            clock.minutes = 0;
            clock.hours++;
        }
    }
    assert(now == 86400 && clock.minutes == 0 && clock.seconds == 0);
    return 0;
}
