"""Random C programs that both gcc and we understand: they end, and have no undefined behaviour under -fwrapv.

Inputs are calls of functions in0, in1, …; every loop spends fuel, and a program that runs out of it fails an assertion. It ends
with the assertion that a checksum over everything is not what expected() returns.
"""

from __future__ import annotations

from random import Random

TYPES = ("int", "unsigned", "short", "unsigned char", "signed char", "long", "unsigned long long", "_Bool")
FUEL = 40


class Generator:
    """One program."""

    def __init__(self, random: Random, types: tuple[str, ...] = TYPES) -> None:
        self.random, self.types, self.element = random, types, random.choice(types)
        self.inputs: list[str] = []
        self.scalars: list[str] = []
        self.labels = self.functions = self.made = 0
        self.inside = False
        self.lines: list[str] = []

    def program(self) -> str:
        """The text; `inputs` then holds the types of in0, in1, …"""
        r = self.random
        globals_ = [f"static {r.choice(self.types)} g{i}{r.choice(['', f' = {r.randrange(-9, 99)}'])};" for i in range(2)]
        self.scalars = ["g0", "g1", "arr[1]", "arr[3]", "rec.a", "rec.b[0]"]
        helpers = [self.function() for _ in range(r.randrange(3))]
        locals_ = []
        for i in range(r.randrange(2, 5)):
            kind = r.choice(self.types)
            locals_.append(f"{kind} v{i} = {self.expression(2)};")
            self.scalars.append(f"v{i}")
        locals_.append(f"{kind} *last = &v{i}; {self.element} *two = arr + 1, *far = &arr[3];")
        self.scalars += ["(*last)", "two[1]", "far[-1]"]
        body = self.block(3, 5)
        total = " ".join(f"sum = sum * 31 + (unsigned){name};" for name in (*self.scalars, "arr[0]", "arr[2]", "rec.b[1]"))
        declared = [f"extern {kind} in{i}(void);" for i, kind in enumerate(self.inputs)]
        return "\n".join([
            "extern void assert_(int); extern unsigned expected(void);", *declared,
            f"struct R {{ {r.choice(self.types)} a; {r.choice(self.types)} b[2]; }};",
            f"enum K {{ K0, K1 = {r.randrange(2, 9)}, K2 }};",
            f"static struct R rec = {{ 3, {{ 1 }} }}; static {self.element} arr[4] = {{ 1, [2] = 5 }};", *globals_,
            "static int fuel;", *helpers, "int main(void) {", *locals_, body, f"unsigned sum = 0; {total}",
            "__VERIFIER_assert(sum != expected());", "return 0;", "}", ""])

    def function(self) -> str:
        r, before = self.random, self.scalars
        self.scalars = ["g0", "p0", "p1", "loc", "(*pp)", "pp[1]"]
        a, b, result = (r.choice(self.types) for _ in range(3))
        self.inside = True
        body = self.block(1, 2)
        text = (f"static {result} f{self.functions}({a} p0, {b} p1, {self.element} *pp) {{ static int loc = 1; {body} "
                f"if ({self.expression(1)}) return {self.expression(1)}; return {self.expression(2)}; }}")
        self.scalars, self.inside = before, False
        self.functions += 1
        return text

    def block(self, depth: int, count: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.random.randrange(1, count + 1)))

    def statement(self, depth: int) -> str:
        r = self.random
        kinds = [self.assignment] * 4
        if depth > 0:
            kinds += [lambda: self.conditional(depth)] * 2 + [lambda: self.loop(depth)] * 2
            kinds += [lambda: self.switch(depth), lambda: self.jumping(depth), lambda: self.assertion(depth)]
        return r.choice(kinds)()

    def target(self) -> str:
        r = self.random
        if r.random() < 0.8:
            return r.choice(self.scalars)
        return f"arr[{self.expression(1)} & 3]" if r.random() < 0.5 else f"rec.b[({self.expression(1)}) & 1]"

    def assignment(self) -> str:
        r = self.random
        target = self.target()
        if self.functions and not self.inside and r.random() < 0.15:
            name = r.choice(self.scalars)
            left = f"{name} {'' if '[' in name or '*' in name else r.choice(['', '+'])}= f{r.randrange(self.functions)}"
            passed = r.choice(["arr", "two", "arr + 2", f"&arr[({self.expression(1)}) & 1]", "far - 1"])
            return f"{left}({self.expression(1)}, {self.expression(1)}, {passed});"
        operator = r.choice(["=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^="])
        if r.random() < 0.2 and "[" not in target:
            return r.choice([f"{target}++;", f"--{target};"])
        return f"{target} {operator} {self.expression(3)};"

    def conditional(self, depth: int) -> str:
        other = f" else {{ {self.block(depth - 1, 2)} }}" if self.random.random() < 0.6 else ""
        return f"if ({self.condition(2, True)}) {{ {self.block(depth - 1, 3)} }}{other}"

    def loop(self, depth: int) -> str:
        r = self.random
        spend = f"__VERIFIER_assert(++fuel < {FUEL});"
        inner = r.choice(["", f"if ({self.condition(2, True)}) break;", f"if ({self.condition(2, True)}) continue;"])
        body = f"{{ {spend} {self.block(depth - 1, 2)} {inner} {self.block(depth - 1, 2)} }}"
        self.made += 1
        count = f"i{self.made}"
        if r.random() < 0.2 and not self.inside:
            walk = f"w{self.made}"
            self.scalars.append(f"(*{walk})")
            text = (f"for ({self.element} *{walk} = arr; {walk} < far + 1; {walk}++) "
                    f"{{ {spend} {self.block(depth - 1, 2)} {inner} {self.block(depth - 1, 1)} }}")
            self.scalars.remove(f"(*{walk})")
            return text
        return r.choice([f"while ({self.condition(2, True)}) {body}", f"do {body} while ({self.condition(2, True)});",
                         f"for (int {count} = 0; {count} < {r.randrange(1, 5)}; {count}++) {body}"])

    def switch(self, depth: int) -> str:
        r = self.random
        labels = r.sample(["-1", "0", "1", "K1", "77", "'a'"], 3)
        cases = [f"case {i}: {self.block(depth - 1, 2)} {r.choice(['break;', ''])}" for i in labels]
        cases.insert(r.randrange(4), f"default: {self.block(0, 1)} {r.choice(['break;', ''])}")
        return f"switch (({self.expression(1)}) % 3) {{ {' '.join(cases)} }}"

    def jumping(self, depth: int) -> str:
        self.labels += 1
        name = f"L{self.labels}"
        if self.random.random() < 0.5:
            return f"if ({self.condition(2, True)}) goto {name}; {self.block(depth - 1, 2)} {name}: ;"
        return (f"{name}: __VERIFIER_assert(++fuel < {FUEL}); {self.block(depth - 1, 2)} "
                f"if ({self.condition(2, True)}) goto {name};")

    def assertion(self, depth: int) -> str:
        r = self.random
        return r.choice([f"__VERIFIER_assert(({self.expression(1)}) != {r.randrange(5)});", f"if ({self.condition(2, True)} && "
                         f"{self.condition(1)}) abort();", self.assignment()])

    def condition(self, depth: int, effects: bool = False) -> str:
        """A condition; with side effects only where what comes before and after is sequenced."""
        r = self.random
        kind = r.random()
        if depth == 0 or kind < 0.5:
            inner = max(depth - 1, 0)
            return f"({self.expression(inner)} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {self.expression(inner)})"
        if kind < 0.6 and effects:
            return f"(({r.choice(self.scalars)} = {self.expression(depth - 1)}) {r.choice(['<', '!='])} 3)"
        if kind < 0.66:
            return f"!{self.condition(depth - 1, effects)}"
        return f"({self.condition(depth - 1, effects)} {r.choice(['&&', '||'])} {self.condition(depth - 1, effects)})"

    def expression(self, depth: int) -> str:
        r = self.random
        if depth == 0 or r.random() < 0.3:
            return self.leaf()
        a = self.expression(depth - 1)
        match r.randrange(10):
            case 0:
                return f"({r.choice('-~!+')} {a})"
            case 1:
                return f"(({r.choice(self.types)}){a})"
            case 2:
                return f"({self.condition(depth - 1)} ? {a} : {self.expression(depth - 1)})"
            case 3:
                return f"arr[({a}) & 3]"
            case 4:
                return f"({a} {r.choice('/%')} (({self.expression(depth - 1)} & 7) + 1))"
            case 5:
                return f"({a} {r.choice(['<<', '>>'])} ({self.expression(depth - 1)} & 15))"
        return f"({a} {r.choice(['+', '-', '*', '&', '^', '|', '<', '==', '>='])} {self.expression(depth - 1)})"

    def leaf(self) -> str:
        r = self.random
        choice = r.random()
        if choice < 0.1:
            self.inputs.append(r.choice(self.types))
            return f"in{len(self.inputs) - 1}()"
        if choice < 0.6:
            return r.choice(self.scalars)
        return r.choice(["0", "1", "2", "-1", "K2", "255u", "0x80000000", "'z'", "100000L", "3ull", "(int)sizeof(rec)",
                         str(r.randrange(1000))])
