"""Words in terms replaced by other terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from synth.frontends.c.lowering.simplify import Builder
from synth.operators import Operator
from synth.terms import Term, TermKind, call, postorder


def substituted(roots: Sequence[Term], words: Mapping[str, Term], builder: Builder,
                called: Callable[[str, Sequence[Term]], Term] = call, known: Mapping[int, Term] | None = None) -> list[Term]:
    """The terms with words replaced, simplified anew; `called` says what a call of a function of a name comes to, and `known` what
    other terms are, by their identity."""
    new: dict[int, Term] = {}
    for node in postorder(*roots):
        if known is not None and id(node) in known:
            new[id(node)] = known[id(node)]
        elif node.kind is TermKind.SYMBOL:
            new[id(node)] = words.get(str(node.data), node)
        elif isinstance(node.data, Operator):
            new[id(node)] = _built(node, [new[id(a)] for a in node.arguments], builder)
        elif node.kind is TermKind.CALL:
            new[id(node)] = called(str(node.data), [new[id(a)] for a in node.arguments])
        else:
            new[id(node)] = node
    return [new[id(root)] for root in roots]


def known_as(conditions: Mapping[Term, Term], builder: Builder) -> dict[int, Term]:
    """What conditions are, and their negations, where it is known whether they hold: for `substituted`."""
    return {id(c): holds for c, holds in conditions.items()} | {
        id(builder.negation(c)): builder.negation(holds) for c, holds in conditions.items()}


def _built(node: Term, arguments: list[Term], builder: Builder) -> Term:
    assert isinstance(node.data, Operator)
    if all(a is b for a, b in zip(node.arguments, arguments, strict=True)):
        return node
    if node.boolean and node.data.name in ("and", "or"):
        return (builder.both if node.data.name == "and" else builder.either)(*arguments)
    if node.data.name == "ite":
        return builder.ite(builder.truth(arguments[0]), *arguments[1:])
    return builder.apply(node.data.name, *arguments)
