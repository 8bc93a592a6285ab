/* An array of structs is cleared as bytes.
 *
 * Words whose bytes are all zero are zero.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: true
 * expect memory-safety: true
 */
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 4

struct account {
    int number;
    long long balance;
    unsigned char flags[3];
};

int main(void)
{
    struct account accounts[SIZE];

    for (int i = 0; i < SIZE; i++) {
        accounts[i].number = __VERIFIER_nondet_int();
        accounts[i].balance = __VERIFIER_nondet_int();
    }
    memset(accounts, 0, sizeof accounts);
    for (int i = 0; i < SIZE; i++) {
        assert(accounts[i].number == 0);
        assert(accounts[i].balance == 0);
        for (int j = 0; j < 3; j++)
            assert(accounts[i].flags[j] == 0);
    }
    return 0;
}
