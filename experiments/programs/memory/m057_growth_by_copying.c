/* n numbers are appended to a block that is replaced by one twice as large when it is full.
 *
 * The numbers are copied before the old block is freed. size is at most capacity. Where memory
 * runs out the appending stops, with the old block in place.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    int *data;
    int size;
    int capacity;
};

static int grow(struct vector *vector)
{
    int capacity = vector->capacity == 0 ? 1 : 2 * vector->capacity;
    int *data = malloc(capacity * sizeof *data);

    if (data == NULL)
        return 0;
    for (int i = 0; i < vector->size; i++)
        data[i] = vector->data[i];
    free(vector->data);
    vector->data = data;
    vector->capacity = capacity;
    return 1;
}

static int append(struct vector *vector, int x)
{
    if (vector->size == vector->capacity && !grow(vector))
        return 0;
    vector->data[vector->size++] = x;
    return 1;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct vector vector = {NULL, 0, 0};

    if (n < 0 || n > 1000000)
        return 0;
    for (int i = 0; i < n; i++) {
        if (!append(&vector, i))
            break;
        assert(vector.size == i + 1 && vector.size <= vector.capacity);
    }
    for (int i = 0; i < vector.size; i++)
        assert(vector.data[i] == i);
    free(vector.data);
    return 0;
}
