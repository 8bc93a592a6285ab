/* libb64's decoder on four characters of its alphabet, into the three bytes that they are: it reads a fourth, to keep it.
 *
 * expect memory-safety: false
 * expect termination: true
 */
#include "cdecode.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char code[4], plain[3];
    for (int i = 0; i < 4; i++) {
        code[i] = __VERIFIER_nondet_char();
        if (code[i] < 'A' || code[i] > 'Z')
            return 1;
    }
    base64_decodestate state;
    base64_init_decodestate(&state);
    return base64_decode_block(code, 4, plain, &state);
}
