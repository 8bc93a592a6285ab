/* A double is halved until adding it to one makes no difference.
 *
 * After 53 halvings 1 + x rounds to 1.
 *
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    double x = 1.0;
    int steps = 0;

    while (1.0 + x > 1.0) {
        x = x / 2.0;
        steps++;
    }
    assert(steps == 53);
    return 0;
}
