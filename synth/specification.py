"""Specifications: ∃ functions and words, ∀ words, a precondition and a body (thesis, Definition 21, finite synthesis form).

`Specification(exists, forall, body)` is built directly by encodings; people write a decorated function instead:

    @spec(width=32)
    def isolate(f: Fun[[Word], Word], x: Word):
        return f(x) == x & -x
"""

from __future__ import annotations

import inspect
import traceback
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, ParamSpec, TypeVar, overload

from synth import terms
from synth.errors import InputError
from synth.grammar import Grammar
from synth.operators import LANGUAGE, WORD_OPERATORS, Operator, operator
from synth.program import Program
from synth.terms import Term, TermKind

P = ParamSpec("P")
R = TypeVar("R")
Word = Term
WIDTHS = range(1, 65)
"""The word widths that are supported, in bits."""


class Unknown(Term):
    """Annotates an ∃ word of a decorated specification."""

    __slots__ = ()


class Fun(Generic[P, R]):
    """Annotates an ∃ function: `Fun[[Word, Word], Word]` takes two words and returns one."""

    def __call__(self, *arguments: P.args, **keywords: P.kwargs) -> R:
        """Only an annotation: raises TypeError."""
        raise TypeError("Fun is an annotation; the traced specification is given the function")


class Predicate(Generic[P]):
    """Annotates an ∃ predicate: `Predicate[[Word]]` takes a word; it is true where its program's word is not 0."""

    def __call__(self, *arguments: P.args, **keywords: P.kwargs) -> Term:
        """Only an annotation: raises TypeError."""
        raise TypeError("Predicate is an annotation; the traced specification is given the predicate")


@dataclass(frozen=True)
class Function:
    """An ∃ function of `arity` words. Calling it builds a term; a predicate gives a Boolean.

    An ∃ word is a function without arguments. `parameters` name the arguments where a program is printed. `grammar` says what its
    program may be; None: anything built from the specification's operators.
    """

    name: str
    arity: int
    predicate: bool = False
    parameters: tuple[str, ...] = ()
    grammar: Grammar | None = None

    def __call__(self, *arguments: Term | int) -> Term:
        """The application as a term: a word, or a Boolean for a predicate. TypeError for a wrong number of words."""
        if len(arguments) != self.arity:
            words = "1 word" if self.arity == 1 else f"{self.arity} words"
            raise TypeError(f"{self.name} takes {words}, called with {len(arguments)}")
        return terms.call(self.name, arguments, self.predicate)

    @property
    def term(self) -> Term:
        """An ∃ word as a term."""
        return self()


@dataclass(frozen=True)
class Reading:
    """How a program reads a word: its value is below 2^bits, and an integer, `signed` or not, or a `floating`-point number; `index`
    and `counts` as in `synth.transition.Variable`."""

    bits: int
    signed: bool = False
    floating: bool = False
    index: str = ""
    counts: bool = False


@dataclass(frozen=True, eq=False)
class Specification:
    """∃ `exists`. ∀ `forall`. `precondition` → `body`, to be solved at `width` bits.

    exists        functions, predicates and words (functions of arity 0)
    forall        symbols
    body          a Boolean term over them
    operators     what programs are built from; None: every word operator of L, and the floating-point ones where the body has any
    constants     constants worth trying early, as terms over WIDTH and integers; a hint, not a restriction
    points        where not empty, the only values of the ∀ words that count; trying them all is proof
    fixed         whether it means something at its own width only, so that no narrower one is searched
    harvest       whether its own terms may be parts of answers from the start, so that a definition is an answer at once
    name, doc, file, line   where it comes from
    readings      by name, of words that are a program's; a hint: no answer may rest on it that the body does not prove
    conditions    by predicate, over its parameters and words of their own: what a program asks there beside the body; a hint
    """

    exists: tuple[Function, ...]
    forall: tuple[Term, ...]
    body: Term
    width: int = 32
    precondition: Term = field(default_factory=lambda: terms.constant(True))
    operators: tuple[Operator, ...] | None = None
    constants: tuple[Term, ...] = ()
    points: tuple[Mapping[str, int], ...] = ()
    fixed: bool = False
    harvest: bool = False
    name: str = "specification"
    doc: str = ""
    file: str = ""
    line: int | None = None
    readings: Mapping[str, Reading] = field(default_factory=dict)
    conditions: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "exists", tuple(self.exists))
        object.__setattr__(self, "forall", tuple(self.forall))
        self._check()

    def _check(self) -> None:
        def fail(message: str) -> typing.NoReturn:
            raise InputError(message, self.file, self.line)

        if self.width not in WIDTHS:
            fail(f"the width must lie between {WIDTHS[0]} and {WIDTHS[-1]}, not {self.width}")
        names = [f.name for f in self.exists] + [str(s.data) for s in self.forall]
        if len(set(names)) != len(names):
            fail(f"a name is used twice among {', '.join(names)}")
        if not self.exists:
            fail("nothing to find: no parameter is a Fun, a Predicate or an Unknown")
        for what, term in (("the body", self.body), ("the precondition", self.precondition)):
            if not isinstance(term, Term) or not term.boolean:
                shown = terms.text(term, 60) if isinstance(term, Term) else f"a {type(term).__name__}"
                fail(f"{what} must be a Boolean term (a comparison, or & | ~ of them), not {shown}")
        arities = {f.name: f.arity for f in self.exists}
        known = {id(s) for s in self.forall}
        for node in terms.postorder(self.precondition, self.body):
            if node.kind is TermKind.SYMBOL and id(node) not in known:
                fail(f"unknown word {node.data}: not among the ∀ words")
            if node.kind is TermKind.CALL and arities.get(str(node.data)) != len(node.arguments):
                fail(f"{node.data} is not an ∃ function of {len(node.arguments)} words")
        if next(terms.calls(self.precondition), None) is not None:
            fail("the precondition must not mention ∃ functions or words")

    @property
    def formula(self) -> Term:
        """precondition → body."""
        return self.precondition.implies(self.body)

    @property
    def functions(self) -> tuple[Function, ...]:
        """The ∃ functions of at least one argument, or with a grammar."""
        return tuple(f for f in self.exists if f.arity or f.grammar is not None)

    @property
    def words(self) -> tuple[Function, ...]:
        """The ∃ words, which may be any."""
        return tuple(f for f in self.exists if not f.arity and f.grammar is None)

    @property
    def operator_set(self) -> tuple[Operator, ...]:
        """The operators that programs are built from, in the order of the table."""
        if self.operators is not None:
            return tuple(sorted(set(self.operators), key=lambda op: op.code))
        return LANGUAGE if self.uses_floats else WORD_OPERATORS

    @property
    def uses_floats(self) -> bool:
        """Whether the body speaks of floating point."""
        return any(isinstance(n.data, Operator) and n.data.floating for n in terms.postorder(self.formula))

    def admits(self, candidate: Mapping[str, Program]) -> bool:
        """Whether a candidate's programs are what the grammars of their functions derive at the width, or of allowed operators."""
        allowed = set(self.operator_set)
        return all(all(op in allowed for op, _ in candidate[f.name].instructions) if f.grammar is None
                   else f.grammar.derives(candidate[f.name], self.width) for f in self.exists)

    def with_width(self, width: int) -> Specification:
        """The same specification at another target width."""
        return replace(self, width=width)


def operator_set(names: Iterable[str | Operator]) -> tuple[Operator, ...]:
    """Operators of L by name; InputError for a name that is none."""
    chosen = []
    for name in names:
        try:
            op = name if isinstance(name, Operator) else operator(name)
        except KeyError:
            raise InputError(f"unknown operator {name!r}; L has {', '.join(o.name for o in LANGUAGE)}") from None
        if op not in LANGUAGE:
            raise InputError(f"{op} belongs to specifications, not to L")
        chosen.append(op)
    return tuple(chosen)


@overload
def spec(function: Callable[..., Any], /) -> Specification: ...


@overload
def spec(*, width: int = 32, operators: Sequence[str | Operator] | None = None, given: Callable[..., Term] | None = None,
         constants: Sequence[Term | int] = (), name: str = "") -> Callable[[Callable[..., Any]], Specification]: ...


def spec(function: Callable[..., Any] | None = None, /, *, width: int = 32,
         operators: Sequence[str | Operator] | None = None, given: Callable[..., Term] | None = None,
         constants: Sequence[Term | int] = (), name: str = "") -> Specification | Callable[[Callable[..., Any]], Specification]:
    """Decorate a function of ∃ and ∀ parameters, traced once into a Specification: as `@spec(…)`, or as `@spec` alone.

    width       target width in bits, 1 to 64
    operators   names of the operators that programs may use
    given       precondition: a function of some of the ∀ parameters, by name
    constants   constants worth trying early
    Raises InputError, with the file and line of the decorated function or of the failing line in it.
    """

    def decorate(function: Callable[..., Any]) -> Specification:
        file, line = function.__code__.co_filename, function.__code__.co_firstlineno
        try:
            exists, forall, values = _parameters(function)
            body = _traced(function, values)
            words = {str(s.data): s for s in forall}
            precondition = terms.constant(True) if given is None else _traced(
                given, {p: _known_word(words, p) for p in inspect.signature(given).parameters})
            return Specification(exists, forall, body, width, precondition,
                                 None if operators is None else operator_set(operators),
                                 tuple(c if isinstance(c, Term) else terms.constant(c) for c in constants),
                                 (), False, False, name or function.__name__, inspect.getdoc(function) or "", file, line)
        except InputError as error:
            raise error if error.file else InputError(error.message, file, line) from None

    return decorate if function is None else decorate(function)


def _known_word(words: dict[str, Term], name: str) -> Term:
    if name not in words:
        raise InputError(f"the precondition's parameter {name} is not a ∀ word")
    return words[name]


def _parameters(function: Callable[..., Any]) -> tuple[tuple[Function, ...], tuple[Term, ...], dict[str, Any]]:
    try:
        hints = typing.get_type_hints(function)
    except NameError as error:
        raise InputError(f"unknown name {error.name} in an annotation") from None
    exists: list[Function] = []
    forall: list[Term] = []
    values: dict[str, Any] = {}
    for name in inspect.signature(function).parameters:
        found = _parameter(name, hints.get(name))
        if isinstance(found, Term):
            forall.append(found)
            values[name] = found
        else:
            exists.append(found)
            values[name] = found if found.arity else found.term
    return tuple(exists), tuple(forall), values


def _parameter(name: str, hint: Any) -> Function | Term:
    if hint is Word:
        return terms.symbol(name)
    if hint is Unknown:
        return Function(name, 0)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Fun, Predicate):
        words = arguments[0] if isinstance(arguments[0], (tuple, list)) else arguments
        if not words or any(w is not Word for w in words):
            raise InputError(f"{name}: an ∃ function takes one or more words, as in Fun[[Word, Word], Word]")
        if origin is Fun and arguments[1] is not Word:
            raise InputError(f"{name}: an ∃ function returns one Word; write several functions for several results")
        return Function(name, len(words), origin is Predicate)
    raise InputError(f"parameter {name} needs an annotation: Word, Unknown, Fun[[Word, …], Word] or Predicate[[Word, …]]")


def _traced(function: Callable[..., Any], values: dict[str, Any]) -> Term:
    try:
        result = function(**values)
    except Exception as error:
        file = function.__code__.co_filename
        inside = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
        raise InputError(str(error) or type(error).__name__, file, inside[-1] if inside else None) from error
    return terms.constant(result) if isinstance(result, bool) else result
