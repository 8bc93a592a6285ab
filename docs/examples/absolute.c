extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int size = x < 0 ? -x : x;
    if (size < 0)
        reach_error();
}
