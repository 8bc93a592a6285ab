"""C programs become transition systems: places, variables, edges."""

from __future__ import annotations

from synth import terms
from synth.frontends.c.load import load_text
from synth.transition import Kind, TransitionSystem


def system(text: str, **options: str) -> TransitionSystem:
    return load_text(text, "program.c", **options).system


def edges(made: TransitionSystem) -> dict[tuple[int, int], tuple[str, ...]]:
    return {(e.source, e.target): tuple(terms.text(t) for t in (e.guard, *e.update)) for e in made.edges}


def test_a_loop_is_a_place_with_its_line_and_condition() -> None:
    made = system("int main(void) {\n  unsigned x = nondet();\n  while (x > 0)\n    x--;\n  return 0;\n}\n")
    assert [(p.kind, p.line, p.column, p.text) for p in made.places] == [
        (Kind.ENTRY, None, None, ""), (Kind.HEAD, 3, 3, "x > 0"), (Kind.EXIT, None, None, "")]
    assert [(v.name, v.bits, v.signed) for v in made.variables] == [("x", 32, False)]
    assert edges(made) == {(0, 1): ("1", "nondet!1"), (1, 1): ("ult(0, x)", "sub(x, 1)"), (1, 2): ("ule(x, 0)", "0")}
    assert (made.width, made.fixed) == (32, False)
