/* jansson's UTF-8 of any code point but surrogates is decoded to the same.
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
    int32_t point = __VERIFIER_nondet_int(), read;
    if (point >= 0xd800 && point <= 0xdfff || utf8_encode(point, bytes, &size) != 0)
        return 1;
    const char *end = utf8_iterate(bytes, size, &read);
    assert(end == bytes + size && read == point);
}
