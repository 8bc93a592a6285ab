
#define EMPTY
#define ID(x) x
#define CAT(a,b) a##b
#define XCAT(a,b) CAT(a,b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define V(...) ff(__VA_ARGS__)
#define W(fmt, ...) ff(fmt, ## __VA_ARGS__)
#define W2(fmt, args...) ff(fmt, ## args)
#define x (x+1)
#define f(a) a*g
#define g(a) f(a)
f(2)(9)
ID(ID)(3) ID(f)(1)(2)
XCAT(ID(a),EMPTY) CAT(,b) CAT(a,) XCAT(CAT(1,2),3)
STR( a  + "b\n" 'c' ) XSTR(x) STR() XSTR(EMPTY) STR(a /* c */ b)
V() V(1) V(1,2,(3,4)) W("a") W("a",1,2) W2("b") W2("b", x)
x x
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
join(x, y)
#define t(x,y,z) x ## y ## z
int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define AA BB
#define BB AA
AA BB
#undef f
#define f() z
f() f
()
#define LPAREN (
#define F(a,b) a+b
F(1,
 2)
int l = __LINE__; ID(__LINE__
)
