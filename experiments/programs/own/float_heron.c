/* Heron's square root of two, until it does not fall any more (after Brain, 2013).
 *
 * From 2 the steps fall; a float cannot fall for ever.
 *
 * expect termination: true
 * expect safety: true
 */
#include <assert.h>

int main(void)
{
    float x = 2.0f;
    float next = 1.5f;

    while (next < x) {
        x = next;
        next = (x + 2.0f / x) * 0.5f;
    }
    assert(x > 1.4142f && x < 1.4143f);
    return 0;
}
