/* A session handles n requests, of which one may close it.
 *
 * The request that closes it frees its block, which is asked afterwards whether the session is
 * open.
 *
 * Words of int have 32 bits; signed arithmetic wraps around.
 * expect termination: true
 * expect safety: false
 * expect memory-safety: false
 * violates: valid-deref
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session {
    int requests;
    int open;
};

static void handle(struct session *session, int request)
{
    session->requests++;
    if (request == 0) {
        session->open = 0;
        free(session);
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct session *session = malloc(sizeof *session);

    if (session == NULL)
        return 1;
    session->requests = 0;
    session->open = 1;
    for (int i = 0; i < n; i++) {
        handle(session, __VERIFIER_nondet_int());
        if (!session->open)
            return 0;
    }
    int count = session->requests;
    free(session);
    return count != n;
}
