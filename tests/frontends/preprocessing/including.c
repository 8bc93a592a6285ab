#include <assert.h>
#include "beside.h"
#include "beside.h"

int main(void)
{
    int x = read_one();
    if (x == TWICE(21))
        assert(x != 42);
    return 0;
}
