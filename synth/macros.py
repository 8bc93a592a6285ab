"""Operators that a specification brings along: a term over parameters, used like a row of the operator table.

SyGuS-IF grammars are made of them: an operator of a narrower sort, a Boolean connective, a define-fun, a let. Their meaning is the
interpretation of the term, so that every evaluator knows them without being told.
"""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from synth import terms
from synth.locks import Lock
from synth.operators import OPERATORS, Domain, Kind, Operator, operator
from synth.terms import Term, TermKind

V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Macro(Operator):
    """An operator defined by `body`, a term over `parameters`; made by `macro`, which gives equal ones one identity.

    pieces      the text around the operands where an application is printed: one more than there are parameters
    primitive   the operator of the table that the body applies to the parameters in order; None where it is anything else
    It carries no algebraic facts: that a shorter equal term exists does not mean that a grammar has it.
    """

    pieces: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    body: Term = terms.WIDTH
    primitive: Operator | None = None

    def text(self, operands: Sequence[str]) -> str:
        """An application to operands that are already text."""
        return self.pieces[0] + "".join(o + p for o, p in zip(operands, self.pieces[1:], strict=True))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return macro, (self.name, self.pieces, self.parameters, self.body)


_made: weakref.WeakValueDictionary[tuple[Any, ...], Macro] = weakref.WeakValueDictionary()
_making = Lock()


def macro(name: str, pieces: Sequence[str], parameters: Sequence[str], body: Term) -> Macro:
    """The operator `name` of `len(parameters)` operands that stands for `body`, a term without calls over the parameters.

    ValueError where the pieces do not fit, or the body mentions anything else.
    """
    if len(pieces) != len(parameters) + 1:
        raise ValueError(f"{name}: {len(pieces)} pieces of text around {len(parameters)} operands")
    key = (name, tuple(pieces), tuple(parameters), id(body))
    with _making:
        found = _made.get(key)
        if found is None:
            _check(name, parameters, body)
            found = _made[key] = Macro(name, len(parameters), Kind.MACRO, "", _meaning(tuple(parameters), body),
                                       boolean=body.boolean, code=_code(name, pieces), pieces=tuple(pieces),
                                       parameters=tuple(parameters), body=body, primitive=_primitive(parameters, body))
    return found


def _code(name: str, pieces: Sequence[str]) -> int:
    """A number for canonical orders; macros come behind the table."""
    return len(OPERATORS) + zlib.crc32("\0".join((name, *pieces)).encode())


def _check(name: str, parameters: Sequence[str], body: Term) -> None:
    for node in terms.postorder(body):
        if node.kind is TermKind.CALL or (node.kind is TermKind.SYMBOL and node.data not in parameters):
            raise ValueError(f"{name}: its body mentions {node.data}")


def _primitive(parameters: Sequence[str], body: Term) -> Operator | None:
    direct = [str(a.data) for a in body.arguments if a.kind is TermKind.SYMBOL] == list(parameters) and (
        len(body.arguments) == len(parameters))
    if direct and isinstance(body.data, Operator) and not isinstance(body.data, Macro):
        return operator(body.data.name)
    return None


def _meaning(parameters: tuple[str, ...], body: Term) -> Callable[..., Any]:
    def meaning(domain: Domain[V], *operands: V) -> V:
        return terms.interpret(body, domain, dict(zip(parameters, operands, strict=True)), terms.no_calls)

    return meaning


def inlined(root: Term) -> Term:
    """An equal term that applies operators of the table only."""
    def body(node: Term) -> Term | None:
        if not isinstance(op := node.data, Macro):
            return None
        return terms.replaced(inlined(op.body), dict(zip(op.parameters, node.arguments, strict=True)))

    return terms.rebuild(root, body)
