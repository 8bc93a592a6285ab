"""Lowering: typed expressions of several sorts as terms over words of one width, define-funs inlined, sharing kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from synth import terms
from synth.errors import InputError
from synth.evaluation.integers import evaluate
from synth.frontends.sygus.nodes import Definition, Kind, Node, Signature, Sort, postorder
from synth.frontends.sygus.theory import THEORY, Words
from synth.frontends.trampoline import Task, run
from synth.terms import Term, TermKind

LARGEST = 300_000
"""Terms that a file may expand to."""

Call = Callable[[str, Sequence[Term]], Term]
"""The term of a synth-fun applied to terms."""


class Lowering:
    """What turns nodes into terms at `width` bits.

    variables   the sorts of the ∀ words
    call        is asked for the term of an application of a synth-fun
    A value of n bits stays below 2^n where the parameters and calls do.
    """

    def __init__(self, width: int, definitions: Mapping[str, Definition], variables: Mapping[str, Sort], call: Call) -> None:
        self._words = Words(width)
        self._definitions = definitions
        self._call = call
        self._variables = {name: self._words.cut(terms.symbol(name), sort.width) for name, sort in variables.items()}
        self._made = 0
        self._instances: dict[tuple[object, ...], tuple[Term, tuple[Term, ...]]] = {}

    def lower(self, item: Node, parameters: Mapping[str, Term]) -> Term:
        """The term of a node over these parameters."""
        return run(self._frame(item, parameters))

    def _frame(self, root: Node, parameters: Mapping[str, Term]) -> Task[Term]:
        """All nodes below `root`, each once; a define-fun opens a frame of its own."""
        done: dict[int, Term] = {}
        for item in postorder(root):
            operands = [done[id(child)] for child in item.children]
            self._count()
            if item.kind is Kind.DEFINED:
                done[id(item)] = yield self._inlined(self._definitions[item.name], operands)
            else:
                done[id(item)] = self._term(item, operands, parameters)
        return done[id(root)]

    def _count(self) -> None:
        self._made += 1
        if self._made > LARGEST:
            raise InputError(f"not supported: its define-funs expand to more than {LARGEST:,} operators")

    def _inlined(self, definition: Definition, operands: list[Term]) -> Task[Term]:
        key = (definition.name, *map(id, operands))
        if key not in self._instances:
            names = [name for name, _ in definition.parameters]
            found = yield self._frame(definition.body, dict(zip(names, operands, strict=True)))
            self._instances[key] = (found, tuple(operands))  # the operands are kept, so that their ids stay theirs
        return self._instances[key][0]

    def _term(self, item: Node, operands: list[Term], parameters: Mapping[str, Term]) -> Term:
        match item.kind:
            case Kind.LITERAL:
                return terms.constant(item.value)
            case Kind.VARIABLE:
                return self._variables[item.name]
            case Kind.PARAMETER:
                return parameters[item.name]
            case Kind.CALL:
                return self._call(item.name, operands)
            case Kind.THEORY:
                found = THEORY[item.name].meaning(self._words, item, operands)
                return self._folded(found) if all(o.kind is TermKind.CONSTANT for o in operands) else found
        raise ValueError(f"a {item.kind.value} of a grammar has no meaning of its own")

    def _folded(self, term: Term) -> Term:
        return terms.constant(evaluate(term, {}, {}, self._words.width))


def truth(term: Term) -> Term:
    """A word that is 0 or 1 as a Boolean."""
    if term.kind is TermKind.CONSTANT and isinstance(term.data, int):
        return terms.constant(term.data != 0)
    return term if term.boolean else terms.apply("neq", term, 0)


def widest(roots: Iterable[Node], definitions: Mapping[str, Definition], signatures: Iterable[Signature]) -> int:
    """The width of the widest sort of anything that is used: in `roots`, in the define-funs they apply, in the signatures."""
    widths = {1}
    waiting = list(roots)
    for signature in signatures:
        widths |= {sort.width for _, sort in signature.parameters} | {signature.sort.width}
        for group in signature.grammar or ():
            widths.add(group.sort.width)
            waiting += [production.node for production in group.productions]
    for item in used(waiting, definitions):
        widths.add(item.sort.width)
    return max(widths)


def used(roots: Iterable[Node], definitions: Mapping[str, Definition]) -> list[Node]:
    """Every node below `roots` and below the bodies of the define-funs that are applied there."""
    found: list[Node] = []
    waiting, opened = list(roots), set[str]()
    while waiting:
        layer = postorder(*waiting)
        found += layer
        names = dict.fromkeys(n.name for n in layer if n.kind is Kind.DEFINED and n.name not in opened)
        opened.update(names)
        waiting = [definitions[name].body for name in names]
    return found
