"""Small C programs by chance that read and write elements of arrays, by whatever ways lead to them, without any input."""

from __future__ import annotations

import random

SIZE = 12
"""The length of the arrays: as many elements as are looked at where not only some of them are followed."""

INNER = 3
"""The length of the arrays within elements."""

BEFORE = f"""#include <assert.h>
#include <string.h>
struct pair {{ int x; short y; }};
struct row {{ int w[{INNER}]; struct pair p; union {{ unsigned u; unsigned char b[4]; }} v; unsigned low : 5, high : 9; }};
static int a[{SIZE}], b[{SIZE}];
static unsigned char c[{SIZE}];
static struct pair s[{SIZE}];
static struct row r[{SIZE}];
static int i, j, t;
"""

_VARIABLES = ("i", "j", "t")
_POINTED = {"p": ("int", ("a", "b")), "q": ("struct pair", ("s",)), "e": ("unsigned char", ("c",)), "o": ("struct row", ("r",))}


class _Maker:
    """Makes one program: first its functions, each of which calls those before it, then main, which has pointers, too."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._pointers: tuple[str, ...] = ()
        self._called = 0

    def program(self, holds: bool) -> str:
        """The program, with an assertion at its end, or with the opposite one where that is not to be the one that `holds`."""
        functions = []
        for number in range(self._random.randrange(3)):
            functions.append(f"static int f{number}(int n)\n{{\n{self._body(2, 1)}    return {self.value(1)};\n}}")
            self._called = number + 1
        self._pointers = tuple(_POINTED)
        declared = "".join(f"    {type} *{name} = {self._random.choice(arrays)} + {self._place()};\n"
                           for name, (type, arrays) in _POINTED.items())
        begin = "".join(f"    {self._lvalue(0)} = {self._number()};\n" for _ in range(self._random.randrange(3)))
        claim = f"{self.value(1)} {self._random.choice(('==', '!=', '<', '<='))} {self.value(1)}"
        asserted = claim if holds else f"!({claim})"
        main = f"int main(void)\n{{\n{declared}{begin}{self._body(5, 2)}    assert({asserted});\n    return 0;\n}}"
        return "\n".join((BEFORE, *functions, main, ""))

    def _one_of(self, *texts: str) -> str:
        return self._random.choice(texts)

    def _number(self) -> int:
        return self._random.choice((0, 1, 2, 3, 5, 7, 200, -1))

    def _place(self) -> int:
        return self._random.choice((0, 1, 2, 3, 6, 7, SIZE - 2))

    def _index(self, length: int = SIZE) -> str:
        """An index that lies within an array, with room for one more element."""
        word = self._random.choice(_VARIABLES)
        mask = 7 if length == SIZE else 1
        kind = self._random.randrange(5)
        if kind < 2:
            return str(self._place() if length == SIZE else self._random.randrange(length))
        if kind < 4:
            return f"{word} & {mask}"
        return f"({self._element('a', str(self._place()))} + {word}) & {mask}"

    def _element(self, array: str, index: str) -> str:
        return self._one_of(f"{array}[{index}]", f"{array}[{index}]", f"(*({array} + ({index})))")

    def _lvalue(self, depth: int) -> str:
        """An element, or a part of one."""
        index = self._index() if depth else str(self._place())
        own = [self._element(self._one_of("a", "b"), index), f"c[{index}]", f"s[{index}].{self._one_of('x', 'y')}",
               f"r[{index}].w[{self._index(INNER)}]", f"r[{index}].p.{self._one_of('x', 'y')}",
               f"r[{index}].{self._one_of('low', 'high', 'v.u')}", f"r[{index}].v.b[{self._random.randrange(4)}]"]
        if self._pointers:
            own += [f"p[{self._random.randrange(2)}]", "(*p)", f"q->{self._one_of('x', 'y')}", f"(*q).{self._one_of('x', 'y')}",
                    "(*e)", f"o->w[{self._index(INNER)}]", f"o->p.{self._one_of('x', 'y')}"]
        return self._random.choice(own)

    def value(self, depth: int) -> str:
        """An expression without side effects."""
        kind = self._random.randrange(8)
        if kind < 4 or not depth:
            return self._lvalue(depth)
        if kind == 4:
            return str(self._number())
        left, right = self.value(depth - 1), self.value(depth - 1)
        if kind == 5:
            return f"({self._random.choice(_VARIABLES)} > 1 ? {left} : {right})"
        return f"({left} {self._random.choice(('+', '-', '^', '&', '&&', '||', '!=', '<'))} {right})"

    def _body(self, most: int, depth: int) -> str:
        return "".join(f"    {self.statement(depth)}\n" for _ in range(self._random.randint(2, most)))

    def statement(self, depth: int) -> str:
        """A statement; one that contains others where there is depth left."""
        makers = [self._assignment, self._assignment, self._assignment, self._stepped, self._copied, self._variable]
        makers += [self._call, self._call] if self._called else []
        makers += [self._moved] if self._pointers else []
        makers += [self._if, self._loop, self._jump] if depth else []
        return self._random.choice(makers)(depth)

    def _assignment(self, depth: int) -> str:
        return f"{self._lvalue(1)} {self._one_of('=', '=', '+=', '^=')} {self.value(1)};"

    def _stepped(self, depth: int) -> str:
        to = self._one_of("t = ", f"{self._random.choice(_VARIABLES)} += ", "")
        return f"{to}{self._lvalue(1)}{self._one_of('++', '--')};"

    def _copied(self, depth: int) -> str:
        index, other = self._index(), self._index()
        return self._one_of(f"s[{index}] = s[{other}];", f"r[{index}] = r[{other}];", f"r[{index}].p = s[{other}];",
                            f"memcpy(&a[{index}], &b[{other}], {self._random.randint(1, 2)} * sizeof *a);",
                            f"memmove(c + ({index}), c + ({other}), 2);",
                            f"memset(&c[{index}], {self._random.randrange(3)}, 2);")

    def _variable(self, depth: int) -> str:
        return f"{self._random.choice(_VARIABLES)} = {self.value(1)};"

    def _call(self, depth: int) -> str:
        call = f"f{self._random.randrange(self._called)}({self._number()})"
        return f"{self._one_of(self._lvalue(1), 't')} {self._one_of('=', '=', '+=')} {call};"

    def _moved(self, depth: int) -> str:
        name = self._random.choice(self._pointers)
        return f"{name} = {self._random.choice(_POINTED[name][1])} + ({self._index()});"

    def _if(self, depth: int) -> str:
        return f"if ({self.value(1)}) {{ {self.statement(depth - 1)} }} else {{ {self.statement(depth - 1)} }}"

    def _loop(self, depth: int) -> str:
        own, inside = f"k{depth}", self.statement(depth - 1)
        return f"for (int {own} = 0; {own} < {self._random.randint(1, 3)}; {own}++) {{ {inside} {self.statement(0)} }}"

    def _jump(self, depth: int) -> str:
        name = f"again{self._random.randrange(1 << 30)}"
        return f"{{ int k = 0; {name}: {self.statement(depth - 1)} if (++k < {self._random.randint(1, 3)}) goto {name}; }}"


def made(seed: int, holds: bool = True) -> str:
    """The text of the program of a seed, which asserts one thing or, where not `holds`, its opposite."""
    return _Maker(seed).program(holds)
