"""Expressions of SLH files: s-expressions with their names looked up and their sorts checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from synth import terms
from synth.booleans import FALSE, TRUE
from synth.frontends.sexpr import Kind, SExpr, symbol_text, text_of
from synth.frontends.slh.theory import INFINITY, NAMES, NUMBERS, Sort, SortError, Value, applied, truth
from synth.frontends.trampoline import Task, run
from synth.heap.formulas import FREED, NULL, HeapTerm, Observed

WIDTH, WIDEST = 32, 64
"""Bits of words where nothing says otherwise, and at most."""


@dataclass
class Names:
    """What the names of a scope mean.

    words   numbers and truths that may be any
    width   the bits of words; None while nothing has said it
    """

    pointers: list[str] = field(default_factory=list)
    heaps: dict[str, HeapTerm] = field(default_factory=dict)
    words: dict[str, Sort] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    said: int | None = None

    @property
    def width(self) -> int:
        """Bits of words."""
        return self.said or WIDTH

    def copy(self) -> Names:
        """The same, which others may be added to."""
        return Names(list(self.pointers), dict(self.heaps), dict(self.words), dict(self.definitions), self.said)

    def knows(self, name: str) -> bool:
        """Whether the name has a meaning."""
        return name in self.pointers or name in self.heaps or name in self.words or name in self.definitions

    def use_width(self, item: SExpr, given: int | None = None) -> None:
        """Words have as many bits as a numeral says, or as are given; InputError where others had another number of them."""
        if given is None:
            given = int(item.text) if item.kind is Kind.NUMERAL and len(item.text) < 4 else 0
            if not 2 <= given <= WIDEST:
                item.fail(f"not supported: words of {text_of(item)} bits (2 to {WIDEST} are)")
        if self.said not in (None, given):
            item.fail(f"words of {given} bits beside words of {self.said} bits: all have the same width")
        self.said = given

    def sort(self, item: SExpr) -> Sort:
        """The sort that an s-expression names; InputError where it is none."""
        if item.head == "_" and len(item.items) == 3 and item.items[1].symbol == "BitVec":
            self.use_width(item.items[2])
            return Sort.WORD
        for sort in (Sort.BOOL, Sort.LENGTH, Sort.POINTER, Sort.HEAP):
            if item.symbol == sort.value:
                return sort
        item.fail(f"expected a sort: Heap, Pointer, Bool, Length or (_ BitVec w), given {text_of(item)}")


@dataclass(frozen=True)
class Definition:
    """What `define-fun` and `define-const` define: a body in the names that were known there, and what it is without parameters."""

    parameters: tuple[tuple[str, Sort], ...]
    sort: Sort
    body: SExpr
    names: Names
    value: Value | None = None


class Expressions:
    """A reader of the expressions of one scope; what they see of heaps is entered into `observed`."""

    def __init__(self, names: Names, observed: Observed, bound: Mapping[str, Value] | None = None) -> None:
        self._names, self._observed = names, observed
        self._bound = {name: [value] for name, value in (bound or {}).items()}

    def read(self, item: SExpr) -> Value:
        """The expression; InputError, with its place, where it is none."""
        return run(self._expression(item))

    def read_as(self, item: SExpr, sort: Sort) -> Value:
        """The expression, which must have this sort; words are lengths."""
        return self._as(item, self.read(item), sort)

    def _as(self, item: SExpr, found: Value, sort: Sort) -> Value:
        if sort is Sort.LENGTH and found.sort in NUMBERS:
            return replace(found, sort=Sort.LENGTH)
        if found.sort is not sort:
            item.fail(f"expected {sort.value}, given {found.sort.value}: {text_of(item)}")
        return found

    def _expression(self, item: SExpr) -> Task[Value]:
        if not item.is_list:
            return self._atom(item)
        if item.head == "let":
            found: Value = yield self._let(item)
            return found
        if item.head == "_":
            return self._indexed(item)
        if item.head in ("forall", "exists", "!", "as", "match"):
            item.fail(f"not supported: {item.head}")
        name = item.items[0].symbol if item.items else None
        if name is None:
            item.fail(f"expected an expression, given {text_of(item)}")
        operands: list[Value] = []
        for operand in item.items[1:]:
            operands.append((yield self._expression(operand)))
        if name in self._names.definitions:
            found = yield self._called(item, self._names.definitions[name], operands)
            return found
        return self._applied(item, name, operands)

    def _applied(self, item: SExpr, name: str, operands: list[Value]) -> Value:
        if name not in NAMES:
            item.items[0].fail(f"{symbol_text(name)} is no function" if self._names.knows(name) or name in self._bound
                               else f"unknown function {symbol_text(name)}")
        try:
            return applied(name, operands, self._observed)
        except SortError as error:
            text = str(error)
            words = text.split(":", maxsplit=1)[0].split()
            place = item.items[int(words[1])] if words[0] == "operand" else item
            place.fail(f"{name}: {text}")

    def _called(self, item: SExpr, own: Definition, operands: list[Value]) -> Task[Value]:
        if len(operands) != len(own.parameters):
            item.fail(f"{item.items[0].text}: expected {len(own.parameters)} operands, given {len(operands)}")
        bound = {name: self._as(place, value, sort)
                 for (name, sort), value, place in zip(own.parameters, operands, item.items[1:], strict=True)}
        found: Value = yield Expressions(own.names, self._observed, bound)._expression(own.body)
        return self._as(own.body, found, own.sort)

    def _let(self, item: SExpr) -> Task[Value]:
        if len(item.items) != 3 or not item.items[1].is_list or not item.items[1].items:
            item.fail("expected (let ((name expression) …) expression)")
        bound: dict[str, Value] = {}
        for binding in item.items[1].items:
            name = binding.items[0].symbol if len(binding.items) == 2 else None
            if name is None or name in bound:
                binding.fail(f"expected (name expression) with a new name, given {text_of(binding)}")
            bound[name] = yield self._expression(binding.items[1])
        for name, value in bound.items():
            self._bound.setdefault(name, []).append(value)
        body: Value = yield self._expression(item.items[2])
        for name in bound:
            self._bound[name].pop()
        return body

    def _atom(self, item: SExpr) -> Value:
        name = item.symbol
        if name is None:
            return self._literal(item)
        if self._bound.get(name):
            return self._bound[name][-1]
        names = self._names
        if name in names.pointers or name in (NULL, FREED):
            return Value(Sort.POINTER, pointer=name)
        if name in names.heaps:
            return Value(Sort.HEAP, heap=names.heaps[name])
        if name in names.words:
            return self._word(name, names.words[name])
        if name in names.definitions and (value := names.definitions[name].value) is not None:
            return value
        if name in ("true", "false"):
            return truth(TRUE if name == "true" else FALSE)
        if name == "infinity":
            return INFINITY
        known = name in NAMES or name in names.definitions
        item.fail(f"{symbol_text(name)} is a function, and needs operands" if known else f"unknown name {symbol_text(name)}")

    def _word(self, name: str, sort: Sort) -> Value:
        """A number or truth that may be any. A length is infinite where a word of its own is not 0."""
        word = terms.symbol(name)
        if sort is Sort.BOOL:
            return truth(word != 0)
        if sort is Sort.WORD:
            return Value(sort, word)
        finite = terms.symbol(f"{name}|infinite") == 0
        return Value(sort, terms.ite(finite, word, 0), finite)

    def _literal(self, item: SExpr) -> Value:
        if item.kind is Kind.BITS:
            digits = item.text[2:]
            hexadecimal = item.text[1] == "x"
            self._names.use_width(item, len(digits) * (4 if hexadecimal else 1))
            return Value(Sort.WORD, terms.constant(int(digits, 16 if hexadecimal else 2)))
        if item.kind is not Kind.NUMERAL:
            item.fail(f"not supported: {item.kind.value} ({text_of(item)}) as an expression")
        return self._number(item, item.text)

    def _indexed(self, item: SExpr) -> Value:
        """(_ bvN w)."""
        name = item.items[1].symbol if len(item.items) == 3 else None
        if name is None or not name.startswith("bv") or not name[2:].isdecimal():
            item.fail(f"expected an expression, given {text_of(item)}")
        self._names.use_width(item.items[2])
        return self._number(item, name[2:])

    def _number(self, item: SExpr, digits: str) -> Value:
        if len(digits) > 20 or int(digits) >> self._names.width:
            item.fail(f"{digits[:20]} does not fit {self._names.width} bits")
        return Value(Sort.WORD, terms.constant(int(digits)))
