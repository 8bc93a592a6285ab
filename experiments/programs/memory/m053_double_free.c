/* Ten numbers are read into a block, which is freed when one of them is negative.
 *
 * The block is freed again at the end, on all paths. Where memory runs out nothing is done.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-free
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 10

struct block {
    int *data;
    int failed;
};

static void fill(struct block *block)
{
    for (int i = 0; i < SIZE; i++) {
        block->data[i] = __VERIFIER_nondet_int();
        if (block->data[i] < 0) {
            block->failed = 1;
            free(block->data);
            return;
        }
    }
}

int main(void)
{
    struct block block = {malloc(SIZE * sizeof(int)), 0};
    int sum = 0;

    if (block.data == NULL)
        return 1;
    fill(&block);
    if (!block.failed) {
        for (int i = 0; i < SIZE; i++)
            sum += block.data[i];
    }
    free(block.data);
    return sum == 0;
}
