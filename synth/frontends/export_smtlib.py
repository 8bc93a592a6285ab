"""A specification as SMT-LIB 2, and the parts of that which SyGuS-IF shares: names, signatures, helper functions, formulas."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence

from synth.evaluation.floats import Format
from synth.evaluation.smttext import Expression, SmtText, text
from synth.frontends.sorts import BOOL, Signature, Sort, cut, parameters_of, sort_text, sorts_of, widened
from synth.frontends.symbols import quoted, symbols
from synth.macros import Macro
from synth.operators import Kind, Operator
from synth.specification import Specification
from synth.terms import Term, apply, interpret, rebuild

_LINE = 120
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def smt2(spec: Specification) -> str:
    """∃ functions as uninterpreted ones, and assertions that quantify over the ∀ words: sat where some functions do.

    What operators and grammars the functions are made of is not said. Results in floating point are more ∀ words, which have to be
    the patterns of what they stand for: SMT-LIB has no function from numbers to patterns.
    """
    writer = Writer(spec)
    formulas = [_quantified({} if spec.points else dict.fromkeys(writer.words.values(), writer.sort), patterns, formula)
                for patterns, formula in writer.formulas()]
    logic = "ALL" if spec.uses_floats else "UFBV"
    declared = [f"(declare-fun {s.symbol} ({' '.join(map(sort_text, s.sorts))}) {sort_text(s.result)})"
                for s in writer.signatures.values()]
    return "\n".join([*writer.comments(), f"(set-logic {logic})", *writer.helpers, *declared,
                      *(f"(assert {formula})" for formula in formulas), "(check-sat)", ""])


def _quantified(words: Mapping[str, Sort], patterns: Mapping[str, Sort], formula: str) -> str:
    """The formula for all words."""
    bound = " ".join(f"({word} {sort_text(sort)})" for word, sort in (*words.items(), *patterns.items()))
    return f"(forall ({bound})\n  {formula})" if bound else formula


class Writer:
    """Names for everything that a specification mentions, and its formulas.

    signatures   of the ∃ functions, by their names
    words        the symbols of the ∀ words, by their names
    sort         of the ∀ words: Bool where there is nothing but Booleans
    taken        names that are in use everywhere
    local        names that grammars use, which helpers avoid
    helpers      definitions of the operators that SMT-LIB does not have, as they are asked for
    """

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.domain = SmtText(spec.width, self._pattern)
        self._patterns: dict[int, tuple[Expression, Expression, Format]] = {}
        names = [*(f.name for f in spec.exists), *(str(s.data) for s in spec.forall)]
        found = dict(zip(names, symbols(names), strict=True))
        self.words = {str(s.data): found[str(s.data)] for s in spec.forall}
        functions = [found[f.name] for f in spec.exists]
        self.signatures = {f.name: Signature(found[f.name], tuple(symbols(parameters_of(f), functions)), *sorts_of(f, spec))
                           for f in spec.exists}
        boolean = all(s.result == BOOL and set(s.sorts) <= {BOOL} for s in self.signatures.values())
        self.sort = BOOL if spec.width == 1 and boolean else spec.width
        self.taken = {*found.values(), *(p for s in self.signatures.values() for p in s.parameters)}
        self.local = set[str]()
        self.helpers: list[str] = []
        self._helpers: dict[tuple[Operator, tuple[Sort, ...], Sort], str] = {}

    def comments(self) -> list[str]:
        """What the specification says of itself, and which names were changed."""
        changed = {**{n: s.symbol for n, s in self.signatures.items()}, **self.words}
        return [*(f"; {line}".rstrip() for line in (self.spec.doc or self.spec.name).splitlines()),
                *(f"; {symbol} stands for {name!r}" for name, symbol in changed.items() if symbol != quoted(name))]

    def helper(self, op: Operator, sorts: tuple[Sort, ...], result: Sort) -> str:
        """The name of a defined function that is `op` between these sorts."""
        key = (op, sorts, result)
        if key not in self._helpers:
            name = symbols([op.name if isinstance(op, Macro) else f"word-{op.name}"], self.taken | self.local)[0]
            letters = _letters(op.arity)
            body = self.between(op, sorts, result, [self.operand(n, s) for n, s in zip(letters, sorts, strict=True)])
            declared = Signature(name, letters, sorts, result).declared
            self.helpers.append(filled(f"(define-fun {declared}", [text(body)], "  ") + ")")
            self.taken.add(name)
            self._helpers[key] = name
        return self._helpers[key]

    def operand(self, name: str, sort: Sort) -> Expression:
        """An atom of this sort."""
        return self.domain.apply(name, boolean=sort == BOOL)

    def between(self, op: Operator, sorts: Sequence[Sort], result: Sort, operands: Sequence[Expression]) -> Expression:
        """`op` on operands of these sorts, written out."""
        words = [widened(self.domain, operand, sort) for operand, sort in zip(operands, sorts, strict=True)]
        return cut(self.domain, op(self.domain, *words), result)

    def formulas(self) -> list[tuple[dict[str, Sort], str]]:
        """The formula that is to hold for all words, or the formulas of the points, with all words put in; and the patterns of
        numbers, which are words that each is to hold for, too.
        """
        root = rebuild(self.spec.formula, self._named)
        if not self.spec.points:
            return [self._formula(root, {name: self.operand(symbol, self.sort) for name, symbol in self.words.items()})]
        return [self._formula(root, {n: self.domain.constant(v) for n, v in point.items()}) for point in self.spec.points]

    def _formula(self, root: Term, words: dict[str, Expression]) -> tuple[dict[str, Sort], str]:
        self._patterns = {}
        value = interpret(root, self.domain, words, lambda name, arguments: self.signatures[name].applied(self.domain, arguments))
        given, claim = [self.domain.is_pattern(*pattern) for pattern in self._patterns.values()], self.domain.truth(value)
        if given:
            claim = self.domain.apply("=>", *given, claim, boolean=True)
        return {word.head: form.width for word, _, form in self._patterns.values()}, text(claim)

    def _pattern(self, number: Expression, form: Format) -> Expression:
        """A new word for the pattern of a number."""
        if id(number) not in self._patterns:
            name = symbols([f"pattern{len(self._patterns)}"], self.taken)[0]
            self._patterns[id(number)] = self.domain.apply(name), number, form
        return self._patterns[id(number)][0]

    def _named(self, node: Term) -> Term | None:
        """An application of an operator that would be long written out, as one of its helper."""
        op = node.data
        if not isinstance(op, Operator) or not _is_long(op):
            return None
        return apply(dataclasses.replace(op, meaning=self._call_of(op)), *node.arguments)

    def _call_of(self, op: Operator) -> Callable[..., Expression]:
        result = BOOL if op.boolean else self.spec.width

        def called(domain: SmtText, *words: Expression) -> Expression:
            name = self.helper(op, (domain.width,) * op.arity, result)
            return domain.apply(name, *map(domain.word, words), boolean=op.boolean)

        return called


def filled(start: str, items: Iterable[str], indent: str) -> str:
    """`start` and the items, as many as fit on a line, the others on lines that start with `indent`."""
    lines = [start]
    for item in items:
        if len(lines[-1]) + len(item) < _LINE:
            lines[-1] += f" {item}"
        else:
            lines.append(indent + item)
    return "\n".join(lines)


def _is_long(op: Operator) -> bool:
    if op.floating:
        return op.boolean  # the others speak of patterns, for which the formula has words
    return op.kind is Kind.SPECIFICATION or op.name in ("min", "max")


def _letters(count: int) -> tuple[str, ...]:
    return tuple(_LETTERS[i] if i < len(_LETTERS) else f"a{i}" for i in range(count))
