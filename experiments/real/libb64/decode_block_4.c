/* libb64's decoder on four characters, of any kind: '{' reads behind its table.
 *
 * expect memory-safety: false
 * expect termination: true
 */
#include "cdecode.c"

extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char code[4], plain[4];
    for (int i = 0; i < 4; i++)
        code[i] = __VERIFIER_nondet_char();
    base64_decodestate state;
    base64_init_decodestate(&state);
    return base64_decode_block(code, 4, plain, &state);
}
