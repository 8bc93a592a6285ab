"""Grammars as the file has them, in the normal form of `synth.grammar`: no unit productions, no nested right-hand sides.

A production that is one non-terminal stands for all that this one derives; a nested operand, an argument or a literal below an
operator becomes an anonymous non-terminal. Non-terminals that cannot be reached are left out, rules that no program can use too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from synth import terms
from synth.evaluation.integers import evaluate
from synth.frontends.sygus.lower import Lowering
from synth.frontends.sygus.nodes import Kind, Node, Production, Signature, Sort, head_text, node, postorder, substituted
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import Macro, macro


@dataclass(frozen=True)
class Normal:
    """A grammar in normal form; for each of its non-terminals the sort, and how its literals are spelled."""

    grammar: Grammar
    sorts: tuple[Sort, ...]
    spellings: tuple[Mapping[int, str], ...]


@dataclass
class _Place:
    """A non-terminal being collected; `units` are those that it may stand for."""

    name: str
    sort: Sort
    arguments: set[int] = field(default_factory=set)
    literals: dict[int, str] = field(default_factory=dict)
    any_constant: bool = False
    rules: dict[Rule, None] = field(default_factory=dict)
    units: list[int] = field(default_factory=list)


def normal_form(signature: Signature, lowering: Lowering, width: int) -> Normal:
    """The grammar of a synth-fun that has one, over words of `width` bits."""
    return _Builder(signature, lowering, width).build()


class _Builder:
    def __init__(self, signature: Signature, lowering: Lowering, width: int) -> None:
        self._groups = signature.grammar or ()
        self._parameters = signature.parameters
        self._lowering = lowering
        self._width = width
        self._places = [_Place(g.name, g.sort) for g in self._groups]
        self._number = {g.name: i for i, g in enumerate(self._groups)}
        self._anonymous: dict[tuple[object, ...], int] = {}

    def build(self) -> Normal:
        for number, group in enumerate(self._groups):
            for production in group.productions:
                if production.pieces:
                    self._add_let(number, production)
                else:
                    self._add_nested(number, production.node)
        places = [self._closed(number) for number in range(len(self._places))]
        _drop_unproductive(places)
        order = _reachable(places)
        chosen = [places[i] for i in order]
        renumbered = {old: new for new, old in enumerate(order)}
        return Normal(Grammar(tuple(self._finished(p, renumbered) for p in chosen)), tuple(p.sort for p in chosen),
                      tuple(p.literals for p in chosen))

    def _add_nested(self, number: int, root: Node) -> None:
        """Enter a right-hand side into place `number`, and what is nested in it into anonymous places."""
        numbers: dict[int, int] = {}
        for item in postorder(root):
            operands = tuple(numbers[id(child)] for child in item.children)
            if item is root:
                self._add(number, item, operands)
            else:
                numbers[id(item)] = self._operand(item, operands)

    def _operand(self, item: Node, operands: tuple[int, ...] = ()) -> int:
        """The non-terminal for an operand: the one that it is, or an anonymous one; equal operands share it."""
        if item.kind is Kind.HOLE:
            return self._number[item.name]
        key = (item.kind, item.name, item.indices, item.sort, operands)
        if key not in self._anonymous:
            self._anonymous[key] = number = len(self._places)
            self._places.append(_Place(f"_{number}", item.sort))
            self._add(number, item, operands)
        return self._anonymous[key]

    def _add(self, number: int, item: Node, operands: tuple[int, ...]) -> None:
        place = self._places[number]
        match item.kind:
            case Kind.HOLE:
                place.units.append(self._number[item.name])
            case Kind.CONSTANT:
                place.any_constant = True
            case Kind.ANY:
                place.arguments |= {i for i, (_, sort) in enumerate(self._parameters) if sort == item.sort}
            case Kind.PARAMETER:
                place.arguments |= {i for i, (name, _) in enumerate(self._parameters) if name == item.name}
            case Kind.LITERAL:
                place.literals.setdefault(item.value, item.name)
            case _ if not item.children:
                place.literals.setdefault(self._value(item), head_text(item))
            case _:
                place.rules[Rule(self._operator(item), operands)] = None

    def _value(self, item: Node) -> int:
        """The value of a define-fun without parameters."""
        return evaluate(self._lowering.lower(item, {}), {}, {}, self._width)

    def _operator(self, item: Node) -> Macro:
        names = tuple(f"x{i}" for i in range(len(item.children)))
        operands = [node(Kind.PARAMETER, name, c.sort) for name, c in zip(names, item.children, strict=True)]
        pieces = (f"({head_text(item)} ", *(" " for _ in names[1:]), ")")
        return self._macro(item.name, pieces, names, node(item.kind, item.name, item.sort, operands, item.indices))

    def _add_let(self, number: int, production: Production) -> None:
        names = tuple(f"x{i}" for i in range(len(production.holes)))
        leaves = {id(h): node(Kind.PARAMETER, name, h.sort) for name, h in zip(names, production.holes, strict=True)}
        made = self._macro("let", production.pieces, names, substituted(production.node, leaves))
        self._places[number].rules[Rule(made, tuple(self._operand(h) for h in production.holes))] = None

    def _macro(self, name: str, pieces: tuple[str, ...], names: tuple[str, ...], body: Node) -> Macro:
        return macro(name, pieces, names, self._lowering.lower(body, {n: terms.symbol(n) for n in names}))

    def _closed(self, number: int) -> _Place:
        """A place with all that it derives through unit productions, its own first."""
        start = self._places[number]
        found = _Place(start.name, start.sort)
        reached = {number: None}
        waiting = [number]
        while waiting:
            place = self._places[waiting.pop()]
            found.arguments |= place.arguments
            found.any_constant |= place.any_constant
            found.literals = place.literals | found.literals
            found.rules |= place.rules
            new = [unit for unit in place.units if unit not in reached]
            reached |= dict.fromkeys(new)
            waiting += reversed(new)
        return found

    def _finished(self, place: _Place, renumbered: Mapping[int, int]) -> NonTerminal:
        rules = tuple(Rule(r.operator, tuple(renumbered[o] for o in r.operands)) for r in place.rules)
        bits = None if place.sort.width == self._width else place.sort.width
        return NonTerminal(place.name, bits, tuple(sorted(place.arguments)), tuple(place.literals), place.any_constant, rules)


def _drop_unproductive(places: list[_Place]) -> None:
    """Leave out the rules with an operand from which nothing finite can be derived."""
    users: dict[int, list[tuple[int, Rule]]] = defaultdict(list)
    for number, place in enumerate(places):
        for rule in place.rules:
            for operand in rule.operands:
                users[operand].append((number, rule))
    productive = {i for i, p in enumerate(places) if p.arguments or p.literals or p.any_constant}
    for found in (queue := sorted(productive)):
        new = {number for number, rule in users[found] if productive.issuperset(rule.operands)} - productive
        productive |= new
        queue += sorted(new)
    for place in places:
        place.rules = {r: None for r in place.rules if productive.issuperset(r.operands)}


def _reachable(places: list[_Place]) -> list[int]:
    """The places that rules lead to from the first, nearest first."""
    order = {0: None}
    for number in (queue := [0]):
        new = dict.fromkeys(o for r in places[number].rules for o in r.operands if o not in order)
        order |= new
        queue += new
    return list(order)
