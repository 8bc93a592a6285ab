"""Functions: those that may be called anywhere, as they read and write their parameters only, and those that work on globals."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from experiments.conformance.random_c.draft import Draft, Expression, Place
from experiments.conformance.random_c.expressions import condition, expression
from experiments.conformance.random_c.statements import statements
from experiments.conformance.random_c.types import INT, Type


def functions(made: Draft) -> list[str]:
    """The definitions of functions that are called from then on."""
    found = [_pure(made) for _ in range(made.random.randrange(3))] if made.has("calls") else []
    found += [_recursive(made)] if made.has("recursion") else []
    found += [_pointed(made)] if made.has("function pointers") else []
    found += [_tick(made)] if made.has("effects") and made.has("static") else []
    return found + ([_impure(made) for _ in range(made.random.randrange(3))] if made.has("calls") else [])


def _parameters(made: Draft) -> tuple[list[Place], str]:
    a, b = made.type(), made.type()
    return [Place("p0", a, "p0"), Place("p1", b, "p1")], f"{a.name} p0, {b.name} p1"


def _pure(made: Draft) -> str:
    """A function that reads and writes its parameters only, and so may be called anywhere."""
    own, parameters = _parameters(made)
    result = made.type()
    called = made.functions
    with _alone(made, own):
        made.functions = called
        body = statements(made, 2, 2)
        returned = f"if ({expression(made, 2)}) return {expression(made, 2)}; return {expression(made, 2)};"
    name = _named(made, result)
    return f"static {result.name} {name}({parameters}) {{ {body} {returned} }}"


@contextlib.contextmanager
def _alone(made: Draft, own: list[Place]) -> Iterator[None]:
    """Only these places are in scope, no fuel is spent, and nothing is called."""
    places, arrays, called = made.places, made.arrays, made.functions
    made.places, made.arrays, made.loops, made.functions = own, [], False, []
    yield
    made.places, made.arrays, made.loops, made.functions = places, arrays, True, called


def _named(made: Draft, result: Type) -> str:
    """A name for a function that may be called anywhere from now on."""
    name = made.fresh("f")
    made.functions.append(Expression(name, result))
    return name


def _recursive(made: Draft) -> str:
    """A function that calls itself once or twice, at most three calls deep."""
    own, parameters = _parameters(made)
    result, inner, twice = made.type(), made.fresh("rec"), made.chance(0.3)
    with _alone(made, [*own, Place("left", INT, "left", True)]):
        body, last = statements(made, 1, 2), expression(made, 2)
        calls = [f"{inner}({expression(made, 1)}, {expression(made, 1)}, left - 1)" for _ in range(1 + twice)]
        returned = f" {made.random.choice('+-^')} ".join([*calls[1:], str(expression(made, 1))])
    name, depth = _named(made, result), "2" if twice else made.random.choice(("2", "3", "3", "3", "3", "(int)p0 & 3"))
    head = f"{result.name} {inner}({parameters}, int left)"
    first = f"if (left == 0) return {last}; {result.name} first = {calls[0]};"
    return (f"static {head} {{ {first} {body} return first ^ {returned}; }} "
            f"static {result.name} {name}({parameters}) {{ return {inner}(p0, p1, {depth}); }}")


def _pointed(made: Draft) -> str:
    """A function that calls one of two others through a pointer: of an array, chosen, assigned, or passed."""
    own, parameters = _parameters(made)
    result, table, passed = made.type(), made.fresh("table"), made.fresh("passed")
    names = made.fresh("f"), made.fresh("f")
    with _alone(made, own):
        bodies = [str(expression(made, 3)) for _ in names]
        a, b, chosen = expression(made, 1), expression(made, 1), condition(made, 2)
        index = expression(made, 1)
    pointer, types = result.name + " (*{})(" + ", ".join(place.type.name for place in own) + ")", f"{a}, {b}"
    used = made.random.choice((
        f"return {table}[{index} & 1]({types});", f"return ({chosen} ? {names[0]} : &{names[1]})({types});",
        f"{pointer.format('f')} = {names[0]}; if ({chosen}) f = {table}[1]; return (*f)({types});",
        f"{pointer.format('f')} = 0; if ({chosen}) f = {names[1]}; return f ? f({types}) : {passed}({names[0]}, {types});"))
    defined = [f"static {result.name} {name}({parameters}) {{ return {body}; }}" for name, body in zip(names, bodies, strict=True)]
    return " ".join((*defined, f"static {pointer.format(f'{table}[2]')} = {{ {names[0]}, {names[1]} }};",
                     f"static {result.name} {passed}({pointer.format('f')}, {parameters}) {{ return f(p0, p1); }}",
                     f"static {result.name} {_named(made, result)}({parameters}) {{ {used} }}"))


def _tick(made: Draft) -> str:
    """A function that counts its calls."""
    name, kind = made.fresh("tick"), made.type()
    made.impure.append(Expression(name, INT))
    return f"static int {name}(void) {{ static {kind.name} n = 1; return n++; }}"


def _impure(made: Draft) -> str:
    """A function that works on globals, too."""
    own, parameters = _parameters(made)
    result = made.type()
    with made.block(*own):
        body = statements(made, 2, 2)
        returned = f"if ({expression(made, 2)}) return {expression(made, 1)}; return {expression(made, 2)};"
    name = made.fresh("f")
    made.impure.append(Expression(name, result))
    return f"static {result.name} {name}({parameters}) {{ {body} {returned} }}"


