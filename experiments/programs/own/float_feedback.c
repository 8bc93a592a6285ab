/* A filter with feedback runs until its output is steady (after Brain, 2013).
 *
 * x = x / 2 + 1 gets to 2 exactly in 25 steps, from 0.
 *
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    float x = 0.0f;
    float before;

    do {
        before = x;
        x = x * 0.5f + 1.0f;
    } while (x != before);
    assert(x == 2.0f);
    return 0;
}
