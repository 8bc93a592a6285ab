/* jansson's UTF-8 of a code point: four bytes hold it, and the first tells how many they are.
 *
 * expect memory-safety: true
 * expect safety: true
 * expect termination: true
 */
#include <assert.h>
#include <stdint.h>
#include "utf.c"

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char bytes[4];
    size_t size;
    if (utf8_encode(__VERIFIER_nondet_int(), bytes, &size) != 0)
        return 1;
    assert(size >= 1 && size <= 4 && utf8_check_first(bytes[0]) == size);
}
