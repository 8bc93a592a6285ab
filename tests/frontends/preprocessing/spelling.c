
int a\
b = 1; // a comment \
 goes on
char s[] = "ab\
cd"; /* x
 y */ int z; int arr<:3:> = <% 1 %>;
%:define Q 7
int q = Q;
# /* null */
#pragma GCC diagnostic push
#define M(a, b) \
   a + \
   b
int m = M(1, 2); int m2 = M((1,2), "," );
int n = M(
 1
 ,
 2); int after;
#line 100
int w;
int x = 1 + + 1 - - 2 +-3 ; int y = 0x1p-3 + 1e+5 + .5e-3f + 1.;
