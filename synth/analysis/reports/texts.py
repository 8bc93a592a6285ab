"""Terms over a program's variables as text: infix for people, in C's own words; listings of L for records, and back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter

from synth.algebra.folding import folded
from synth.analysis.reports.conditions import Vocabulary, said, told_in_parts
from synth.analysis.reports.phrases import number_text
from synth.booleans import conjunction, conjuncts
from synth.errors import InputError
from synth.operators import OPERATORS
from synth.program import applied, of_term, parse_listing
from synth.terms import Term, TermKind, constant, postorder, replaced
from synth.transition import Files, TransitionSystem, Variable, symbols

_LONG = 400
"""The longest text in which nothing is named."""


def names(system: TransitionSystem, place: int | None = None) -> dict[str, str]:
    """What variables are called at a place, as in the source: where two that matter there have one name, by their functions,
    `f::x`, or by the lines of their declarations, `x@12`.
    """
    live = [v for v in system.variables if place is None or v.name in system.needed[place]]
    found = {v.name: v.text or v.name for v in system.variables}
    for say in (_by_function, partial(_by_line, files=system.files), attrgetter("name")):
        taken = Counter(found[v.name] for v in live)
        found.update({v.name: say(v) for v in live if taken[found[v.name]] > 1})
    return found


def _by_function(variable: Variable) -> str:
    return f"{variable.function}::{variable.text}" if variable.function else variable.text


def _by_line(variable: Variable, files: Files) -> str:
    return f"{variable.text}@{files.told(variable.line).removeprefix('line ')}"


def vocabulary(system: TransitionSystem, place: int | None = None) -> Vocabulary:
    """How the words of a system are said at a place, its inputs with them."""
    inputs = {i.name: i for e in system.edges for i in e.inputs}
    return Vocabulary({**inputs, **{v.name: v for v in system.variables}}, system.width, names(system, place))


def readable(term: Term, system: TransitionSystem, place: int | None = None, given: Sequence[Term] = (),
             unsigned: bool = False) -> str:
    """The term as C would say it of the variables at a place, where some conditions hold: `0 <= i <= 10`, `i in {1, 4, 9}`; where
    it reads a signed word as unsigned, or the other way round, a cast says so. With `unsigned` it comes to no negative number.

    What a long term holds more than once is told once: "t2 < x where t1 = x + y, t2 = t1 << t1".
    """
    words = vocabulary(system, place)
    text = said(term, words, given, unsigned).text
    if len(text) > _LONG:
        term = folded(term, system.width)
        text, parts = told_in_parts(term, words, _repeated(term))
        text += f" where {', '.join(f'{name} = {own}' for name, own in parts)}" if parts else ""
    return _with_objects(text, system, words)


def _with_objects(text: str, system: TransitionSystem, words: Vocabulary) -> str:
    """The text with names of objects instead of their numbers."""
    for variable in system.variables:
        objects, name = dict(variable.objects), words.names.get(variable.name, variable.name)
        if objects and name in text:
            text = re.sub(rf"{re.escape(name)} (==|!=|<=|>=|in) (\d+\b|{{[\d, ]+}})",
                          lambda match, name=name, objects=objects: _objects(match, name, objects), text)  # type: ignore[misc]
    return text


def _objects(match: re.Match[str], name: str, objects: Mapping[int, str]) -> str:
    """What is said of the number of an object, of the object."""
    sign, numbers = match[1], [int(n) for n in re.findall(r"\d+", match[2])]
    if sign in ("<=", ">="):
        numbers = [n for n in objects if (n <= numbers[0] if sign == "<=" else n >= numbers[0])]
        sign = "in" if len(numbers) != 1 else "=="
    if not numbers or not set(numbers) <= set(objects):
        return match[0]
    told = [objects[n] for n in numbers]
    return f"{name} {sign} {told[0] if sign != 'in' else '{' + ', '.join(told) + '}'}"


def _repeated(term: Term) -> frozenset[int]:
    """The terms that are operands of more than one."""
    uses = Counter(id(a) for node in postorder(term) for a in node.arguments)
    return frozenset(node for node, times in uses.items() if times > 1)


def settled(term: Term, place: int, system: TransitionSystem) -> Term:
    """What a term says at a place of variables that matter there: the system sets others to 0 on the way, C does not."""
    entering = [e for e in system.edges if e.target == place]
    gone = {v.name: constant(0) for i, v in enumerate(system.variables) if v.name not in system.needed[place]
            and all(e.update[i] is constant(0) for e in entering)}
    if not gone:
        return term
    facts = [replaced(f, gone) for f in conjuncts(term)] if term.boolean else [replaced(term, gone)]
    return conjunction([f for f in facts if symbols((f,))]) if term.boolean else facts[0]


def value_text(value: int, variable: Variable) -> str:
    """The value of a variable as C would print it."""
    if (named := dict(variable.objects).get(value)) is not None:
        return named
    if variable.floating:
        return number_text(value, variable.bits)
    return str(value - (1 << variable.bits) if variable.signed and value >> (variable.bits - 1) else value)


def _parameters(system: TransitionSystem) -> tuple[str, ...]:
    """What parameters of listings stand for: the variables by number, since C's names may not do."""
    return tuple(f"v{i}" for i in range(len(system.variables)))


def listing(term: Term, system: TransitionSystem) -> str:
    """The term as a program of L over v0, v1, …, the variables in order."""
    program = of_term(term, [v.name for v in system.variables])
    return program.listing(_parameters(system))


def from_listing(text: object, system: TransitionSystem, boolean: bool = False) -> Term:
    """The term that `listing` told; InputError for what is none."""
    if not isinstance(text, str):
        raise InputError(f"no program: {text!r}")
    try:
        program = parse_listing(text, len(system.variables), _parameters(system), OPERATORS)
        term = applied(program, [v.term for v in system.variables])
    except ValueError as error:
        raise InputError(str(error)) from None
    if boolean and not term.boolean:
        return constant(bool(term.data)) if term.kind is TermKind.CONSTANT else term != 0
    return term
