"""Quantified Boolean formulas in QDIMACS: read, and put as second-order formulas over words of one bit (thesis, section 6.5).

A formula is true where there are Skolem functions: for every existential variable a function of the universal ones before it, with
which the matrix holds for all values of the universals. It is false where there are Herbrand functions: for every universal
variable a function of the existential ones before it, with which the matrix fails for all values of the existentials. Exactly one
of the two is the case, so that both are sought at once, as one formula that always has a solution.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, NoReturn

from synth import terms
from synth.errors import InputError
from synth.operators import operator
from synth.specification import Function, Specification
from synth.terms import Term

OPERATORS = tuple(map(operator, ("and", "or", "xor", "not", "eq", "ite")))
"""What Skolem and Herbrand functions are built from."""

LARGEST = 1_000_000
"""The most arguments that all functions of one formula may have together."""

_log = logging.getLogger(__name__)
_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_MOST_DIGITS = 9


@dataclass(frozen=True)
class Qbf:
    """A formula in prenex conjunctive form.

    prefix    the variables from the outermost inwards, each with whether it is universal; free ones come first, existential;
              a formula without variables has number 1
    clauses   the matrix: literals are variables, negative where negated
    """

    prefix: tuple[tuple[int, bool], ...]
    clauses: tuple[tuple[int, ...], ...]
    name: str = "formula"
    doc: str = ""
    file: str = ""

    @cached_property
    def skolem(self) -> dict[int, Function]:
        """The functions for the existential variables, each over the universal ones before it: `s3(x1, x2)` for variable 3."""
        return self._functions("s", universal=False)

    @cached_property
    def herbrand(self) -> dict[int, Function]:
        """The functions for the universal variables, each over the existential ones before it: `h3(x1, x2)` for variable 3."""
        return self._functions("h", universal=True)

    def _functions(self, letter: str, universal: bool) -> dict[int, Function]:
        before: list[str] = []
        found = {}
        for variable, is_universal in self.prefix:
            if is_universal is universal:
                found[variable] = Function(f"{letter}{variable}", len(before), parameters=tuple(before))
            else:
                before.append(f"x{variable}")
        return found

    def functions(self, verdict: bool) -> tuple[Function, ...]:
        """The functions that prove the formula true, or false."""
        return tuple((self.skolem if verdict else self.herbrand).values())

    @cached_property
    def joint(self) -> Specification:
        """∃ Skolem and Herbrand functions. ∀ variables. the matrix holds with the former, or fails with the latter."""
        either = self._matrix(self.skolem) | ~self._matrix(self.herbrand)
        return self._specification([*self.skolem.values(), *self.herbrand.values()], either)

    def side(self, verdict: bool, alone: bool = False) -> Specification:
        """The same, where only the functions for one verdict count; where `alone`, they are all there are."""
        functions = self.skolem if verdict else self.herbrand
        body = self._matrix(functions) if verdict else ~self._matrix(functions)
        if alone:
            return self._specification(self.functions(verdict), body, functions)
        return self._specification(self.joint.exists, body)

    def _specification(self, exists: Sequence[Function], body: Term, without: Collection[int] = ()) -> Specification:
        words = [terms.symbol(f"x{variable}") for variable, _ in self.prefix if variable not in without]
        return Specification(tuple(exists), tuple(words), body, 1, operators=OPERATORS, fixed=True, name=self.name, doc=self.doc,
                             file=self.file)

    def _matrix(self, functions: dict[int, Function]) -> Term:
        """The clauses, where variables that have functions are their values."""
        words = {v: functions[v](*map(terms.symbol, functions[v].parameters)) if v in functions else terms.symbol(f"x{v}")
                 for v, _ in self.prefix}
        literals = {sign * v: word != 0 if sign > 0 else word == 0 for v, word in words.items() for sign in (1, -1)}
        return _joined("and", [_joined("or", [literals[x] for x in clause], False) for clause in self.clauses], True)


def _joined(op: str, parts: Sequence[Term], empty: bool) -> Term:
    """Boolean terms under a connective, as a balanced tree."""
    level = list(parts) or [terms.constant(empty)]
    while len(level) > 1:
        pairs = [terms.apply(op, a, b) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = [*pairs, *level[2 * len(pairs):]]
    return level[0]


def load(path: str) -> Specification:
    """The second-order formula of a QDIMACS file, `Qbf.joint`; InputError as `read`."""
    return read(path).joint


def read(path: str) -> Qbf:
    """The formula in a QDIMACS file; InputError, with file, line and column, where there is none."""
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(error.strerror or str(error), path) from None
    except ValueError as error:  # a name with a null byte
        raise InputError(str(error), path) from None
    return parse(text, path)


def parse(text: str, file: str = "") -> Qbf:
    """The formula that a QDIMACS text describes.

    What does no harm is only said in the log: wrong numbers of variables and clauses, neighbouring blocks of the same quantifier,
    clauses with a variable and its negation (dropped). InputError for everything else that the format does not have.
    """
    return _Reader(text, file).formula()


class _Token(NamedTuple):
    text: str
    line: int
    column: int


@dataclass
class _Reader:
    """One text being read."""

    text: str
    file: str
    comments: list[str] = field(default_factory=list)
    blocks: list[tuple[str, list[int]]] = field(default_factory=list)
    bound: set[int] = field(default_factory=set)
    opening: _Token = field(default_factory=lambda: _Token("", 1, 1))
    clauses: list[tuple[int, ...]] = field(default_factory=list)

    def formula(self) -> Qbf:
        """Read it all."""
        tokens = self._tokens()
        variables, clauses = self._problem(tokens)
        read = 0
        for token in tokens:
            if token.text in ("a", "e"):
                self._quantifier(token, tokens, read)
            else:
                self._clause(token, tokens)
                read += 1
        if read != clauses:
            _log.warning("%s: %d clauses, not %d as it says", self.file, read, clauses)
        prefix = self._prefix()
        largest = max((v for v, _ in prefix), default=0)
        if largest > variables:
            _log.warning("%s: variable %d is above the %d that it says", self.file, largest, variables)
        self._bounded(prefix)
        return Qbf(prefix, tuple(self.clauses), Path(self.file).stem or "formula", "\n".join(self.comments), self.file)

    def _fail(self, message: str, at: _Token) -> NoReturn:
        raise InputError(message, self.file, at.line, at.column)

    def _tokens(self) -> Iterator[_Token]:
        """The words of all lines but comments, which are kept."""
        for number, line in enumerate(self.text.split("\n"), 1):
            if line.lstrip().startswith("c"):
                self.comments.append(line.strip().removeprefix("c").strip())
                continue
            yield from (_Token(m.group(), number, m.start() + 1) for m in re.finditer(r"\S+", line))

    def _problem(self, tokens: Iterator[_Token]) -> tuple[int, int]:
        """The numbers of variables and clauses in the problem line."""
        first = next(tokens, None)
        if first is None:
            self._fail("no problem line: `p cnf VARIABLES CLAUSES` is missing", _Token("", self.text.count("\n") + 1, 1))
        if first.text != "p":
            self._fail(f"a problem line `p cnf VARIABLES CLAUSES` is wanted before {_shown(first)}", first)
        self.opening, last, numbers = first, first, []
        for wanted in ("cnf", "the number of variables", "the number of clauses"):
            token = next(tokens, None)
            if token is None or token.line != first.line or (wanted == "cnf") is not (token.text == "cnf"):
                self._fail(f"{wanted} is wanted in the problem line", last if token is None or token.line != first.line else token)
            if wanted != "cnf":
                numbers.append(self._number(token))
                if numbers[-1] < 0:
                    self._fail("a number is negative", token)
            last = token
        return numbers[0], numbers[1]

    def _number(self, token: _Token) -> int:
        if not _NUMBER.fullmatch(token.text):
            self._fail(f"a number is wanted, not {_shown(token)}", token)
        if len(token.text.lstrip("+-").lstrip("0")) > _MOST_DIGITS:
            self._fail(f"the number {_shown(token)} is too large", token)
        return int(token.text)

    def _numbers(self, first: _Token | None, opening: _Token, tokens: Iterator[_Token]) -> Iterator[tuple[int, _Token]]:
        """The numbers from `first` (or the next token) on up to 0."""
        token = first or next(tokens, None)
        last = opening
        while token is not None:
            number = self._number(token)
            if number == 0:
                return
            yield number, token
            last, token = token, next(tokens, None)
        self._fail("the text ends where 0 is wanted", last)

    def _quantifier(self, opening: _Token, tokens: Iterator[_Token], clauses: int) -> None:
        if clauses:
            self._fail("a quantifier after the first clause", opening)
        block = []
        for number, token in self._numbers(None, opening, tokens):
            if number < 0:
                self._fail(f"a variable is wanted here, not the negation {number}", token)
            if number in self.bound:
                self._fail(f"variable {number} is quantified twice", token)
            self.bound.add(number)
            block.append(number)
        if self.blocks and self.blocks[-1][0] == opening.text:
            _log.info("%s:%d: two neighbouring blocks of the same quantifier", self.file, opening.line)
        self.blocks.append((opening.text, block))

    def _clause(self, first: _Token, tokens: Iterator[_Token]) -> None:
        if first.text == "p":
            self._fail("a second problem line", first)
        clause = tuple(dict.fromkeys(number for number, _ in self._numbers(first, first, tokens)))
        if any(-literal in clause for literal in clause):
            _log.info("%s:%d: a clause that always holds", self.file, first.line)
        else:
            self.clauses.append(clause)

    def _prefix(self) -> tuple[tuple[int, bool], ...]:
        free = sorted({abs(x) for clause in self.clauses for x in clause} - self.bound)
        if free:
            _log.info("%s: %d free variables are taken for existential ones, outermost", self.file, len(free))
        bound = [(v, q == "a") for q, variables in self.blocks for v in variables]
        return (*((v, False) for v in free), *bound) or ((1, False),)

    def _bounded(self, prefix: Iterable[tuple[int, bool]]) -> None:
        """InputError where the functions would have too many arguments together."""
        seen, total = {True: 0, False: 0}, 0
        for _, universal in prefix:
            seen[universal] += 1
            total += seen[not universal]
        if total > LARGEST:
            self._fail(f"not supported: its functions have {total} arguments together, more than {LARGEST}", self.opening)


def _shown(token: _Token) -> str:
    return repr(token.text if len(token.text) <= 20 else token.text[:20] + "…")
