"""Whole programs: what a file declares, its functions, main with a checksum over everything at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from experiments.conformance.cases import FINAL, Case, vectors
from experiments.conformance.random_c import blocks, numbers
from experiments.conformance.random_c.draft import Array, Draft, Expression, Place, draft
from experiments.conformance.random_c.expressions import expression
from experiments.conformance.random_c.functions import functions
from experiments.conformance.random_c.statements import statements
from experiments.conformance.random_c.types import INT, Type

RUNS = 6
_HEADERS = ("#include <stdlib.h>", "#include <string.h>")


def case(seed: int, index: int, small: bool = False, runs: int = RUNS) -> Case:
    """Case number `index` of `seed`, on the inputs of so many runs; a small one is read fast."""
    random = Random(f"random {seed}/{index}")
    made = draft(random)
    text = _program(made, small)
    return Case(f"random-{seed}-{index}", text, "random", tuple(made.inputs), vectors(random, made.inputs, runs),
                {"allocation": "succeeds"}, defined=True)


def _program(made: Draft, small: bool) -> str:
    """The text, a declaration or statement of main a line."""
    declared = [*_typedefs(made), *_enumerations(made), *_globals(made), *_aggregates(made)]
    declared += numbers.functions() if made.has("numbers") else []
    declared += blocks.LISTS if made.has("lists") else []
    bodies = functions(made)
    body = [*_locals(made), statements(made, 2 if small else 3, 3 if small else 5), statements(made, 1 if small else 2, 3)]
    result = made.random.choice(("unsigned char", "unsigned char", "_Bool")) if _widest(made) <= 8 else "unsigned"
    inputs = [f"extern {kind} in{i}(void);" for i, kind in enumerate(made.inputs)]
    return "\n".join([*_HEADERS, "extern void abort(void);", f"extern {result} expected(void);", *inputs, *declared,
                      "static unsigned char fuel;", *bodies, "int main(void) {", *body, *_sum(made, result), FINAL,
                      "return 0;", "}", ""])


def _widest(made: Draft) -> int:
    return max(t.bits for t in made.types)


def _typedefs(made: Draft) -> list[str]:
    """Another name of a type."""
    if not made.has("typedefs"):
        return []
    kind, name = made.type(), made.fresh("T")
    made.types = (*made.types, replace(kind, name=name))
    return [f"typedef {kind.name} {name};"]


def _enumerations(made: Draft) -> list[str]:
    if not made.has("enumerations"):
        return []
    r = made.random
    low = r.choice((0, -1, -3)) if _widest(made) > 1 else 0
    values = ", ".join(["K0" if not low else f"K0 = {low}", f"K1 = {r.choice((5, 100, 300, 70000))}", "K2", "K3 = K1 - K0"])
    made.constants += [Expression(f"K{i}", INT) for i in range(4)]
    kind = Type("enum K", 32, low < 0, INT.rank)
    if _widest(made) >= 32:
        made.types = (*made.types, kind)
    return [f"enum K {{ {values} }};"]


def _globals(made: Draft) -> list[str]:
    """Scalars, with or without a first value; those that may be declared again have external linkage."""
    found = []
    for _ in range(made.random.randrange(1, 4)):
        kind, name = made.type(), made.fresh("g")
        first = made.random.choice(("", f" = {made.random.randrange(-9, 99)}", " = 'x' + 1", f" = ({kind.name})-1"))
        found.append(f"{kind.name} {name}{first};")
        made.places.append(Place(name, kind, name))
    return found


def _aggregates(made: Draft) -> list[str]:
    r, element, found = made.random, made.type(), list[str]()
    if made.chance(0.7):
        found.append(f"static {element.name} arr[4] = {{ 1, [2] = {r.randrange(-3, 200)} }};")
        made.places += [Place(f"arr[{i}]", element, "arr") for i in (0, 3)]
        made.arrays.append(Array("arr", element, "arr", 4))
    if made.has("structs"):
        a, b, c = made.type(), made.type(), made.type()
        found += [f"struct R {{ {a.name} a; {b.name} b[2]; struct {{ {c.name} c; }} s; }};",
                  "static struct R rec = { 3, { 1 } }, rows[2] = { [1] = { .b = { 2, 3 }, .s = { 1 } } };"]
        made.places += [Place("rec.a", a, "rec"), Place("rec.b[1]", b, "rec"), Place("rec.s.c", c, "rec"),
                        Place("rows[1].b[0]", b, "rows"), Place("rows[0].a", a, "rows")]
        made.arrays += [Array("rec.b", b, "rec", 2), Array("rows[1].b", b, "rows", 2)]
    if made.has("unions"):
        pairs = [(x, y) for x in made.types for y in made.types if x.bits == y.bits > 1 and x != y]
        if pairs:
            x, y = r.choice(pairs)
            found.append(f"static union {{ {x.name} x; {y.name} y; }} un = {{ 1 }};")
            made.places += [Place("un.x", x, "un"), Place("un.y", y, "un")]
    return found


def _locals(made: Draft) -> list[str]:
    """Scalars, and pointers to some of them."""
    found = []
    for _ in range(made.random.randrange(2, 5)):
        kind, name = made.type(), made.fresh("v")
        found.append(f"{kind.name} {name} = {expression(made, 2)};")
        made.places.append(Place(name, kind, name))
        if made.has("pointers", 0.4):
            pointer = made.fresh("q")
            found.append(f"{kind.name} *{pointer} = &{name};")
            made.places.append(Place(f"(*{pointer})", kind, name))
    if made.has("numbers"):
        for format in ("float", "double"):
            name = made.fresh("n")
            found.append(f"{format} {name} = {numbers.number(made, 2, expression)};")
            made.numbers.append(name)
    return found


def _sum(made: Draft, result: str) -> Sequence[str]:
    """The checksum over all places."""
    operator = made.random.choice(("sum * 31 +", "sum ^")) if result != "unsigned" else "sum * 31 +"
    lines = [f"{result} sum = 0;"]
    for place in made.places:
        low = f"(unsigned){place.text}" if result == "unsigned" else place.text
        lines.append(f"sum = {operator} {low};")
        if place.type.bits == 64:
            lines.append(f"sum ^= (unsigned)((unsigned long){place.text} >> 32);")
    for name in made.numbers:
        lines.append(f"sum = {operator} cut_uchar({name});")
    return lines
