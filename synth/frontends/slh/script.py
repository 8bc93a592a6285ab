"""SLH scripts: what the commands of a file declare, assert and ask.

Commands are those of SMT-LIB: `set-logic SLH`, `declare-const` and `declare-fun` without parameters, `define-const` and
`define-fun`, `assert`, `check-sat`, `get-model`, `get-value`, `push`, `pop`, `reset`, `echo`, `exit`, and `set-info` and
`set-option`, of which `(set-info :status …)` says what is expected, and `(set-option :width w)` how wide words are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from synth.booleans import conjunction
from synth.errors import InputError
from synth.frontends.sexpr import Kind, SExpr, read, symbol_text, text_of
from synth.frontends.slh.expressions import Definition, Expressions, Names
from synth.frontends.slh.theory import NAMES, Sort, Value
from synth.heap.formulas import FREED, NULL, Formula, HeapTerm, Observed
from synth.terms import Term

_EXPECTED = ("sat", "unsat", "unknown")
_UNSUPPORTED = frozenset((
    "declare-datatype", "declare-datatypes", "declare-sort", "define-sort", "define-fun-rec", "define-funs-rec",
    "check-sat-assuming", "get-unsat-core", "get-proof", "get-assertions", "get-assignment", "get-unsat-assumptions", "get-info",
    "get-option"))



@dataclass(frozen=True)
class Question:
    """A `(check-sat)`.

    formula   all that is asserted there
    expected  what `(set-info :status …)` says of it: "sat" or "unsat"; "" where it says nothing
    sorts     of the words that are declared, by name, and whether each may be infinite; truths are words, too
    """

    line: int
    formula: Formula
    expected: str
    sorts: Mapping[str, Sort]


@dataclass(frozen=True)
class Show:
    """What is to be shown behind the last answer: its model, values of some expressions as they are written, or a text."""

    line: int
    model: bool = False
    values: tuple[tuple[str, Value], ...] = ()
    text: str = ""


@dataclass
class _Scope:
    names: Names
    asserted: list[Term] = field(default_factory=list)


Event = Question | Show


@dataclass(frozen=True)
class Script:
    """A file: what it asks and shows, in its order; `observed` are the words that are seen of heaps."""

    events: tuple[Event, ...]
    observed: Observed


def load_text(text: str, file: str = "") -> Script:
    """The script that a text is; InputError, with line and column, where it is none. `file` is what errors name."""
    try:
        items = read(text)
        reader = _Reader()
        for item in items:
            reader.command(item)
            if item.head == "exit":
                break
        return Script(tuple(reader.events), reader.observed)
    except InputError as error:
        raise error if error.file else InputError(error.message, file, error.line, error.column) from None


class _Reader:
    def __init__(self) -> None:
        self.events: list[Event] = []
        self.observed = Observed()
        self._expected = ""
        self._answered = False
        self._scopes = [_Scope(Names())]

    def command(self, item: SExpr) -> None:
        name = item.head
        if name is None:
            item.fail(f"expected a command, given {text_of(item)}")
        own = getattr(self, f"_{name.replace('-', '_')}", None) if name in _COMMANDS else None
        if own is None:
            item.fail(f"not supported: {name}" if name in _UNSUPPORTED else f"unknown command {symbol_text(name)}")
        own(item)

    # -- what is said --

    def _set_logic(self, item: SExpr) -> None:
        _shape(item, 2, "(set-logic SLH)")
        if item.items[1].symbol not in ("SLH", "ALL"):
            item.items[1].fail(f"not supported: logic {text_of(item.items[1])}; SLH is")

    def _set_info(self, item: SExpr) -> None:
        if len(item.items) < 2 or item.items[1].kind is not Kind.KEYWORD:
            item.fail(f"expected (set-info :keyword value), given {text_of(item)}")
        if item.items[1].text == ":status":
            said = item.items[2].symbol if len(item.items) == 3 else None
            if said not in _EXPECTED:
                item.fail("expected (set-info :status sat), unsat or unknown")
            self._expected = "" if said == "unknown" else str(said)

    def _set_option(self, item: SExpr) -> None:
        if len(item.items) != 3 or item.items[1].kind is not Kind.KEYWORD:
            item.fail(f"expected (set-option :keyword value), given {text_of(item)}")
        if item.items[1].text == ":width":
            self._names.use_width(item.items[2])

    def _declare_const(self, item: SExpr) -> None:
        _shape(item, 3, "(declare-const name sort)")
        self._declare(item, item.items[2])

    def _declare_fun(self, item: SExpr) -> None:
        _shape(item, 4, "(declare-fun name () sort)")
        if not item.items[2].is_list or item.items[2].items:
            item.items[2].fail("not supported: uninterpreted functions")
        self._declare(item, item.items[3])

    def _declare(self, item: SExpr, sort: SExpr) -> None:
        name, own = self._new_name(item.items[1]), self._names.sort(sort)
        if own is Sort.POINTER:
            self._names.pointers.append(name)
        elif own is Sort.HEAP:
            self._names.heaps[name] = HeapTerm(name)
        else:
            self._names.words[name] = own

    def _define_const(self, item: SExpr) -> None:
        _shape(item, 4, "(define-const name sort expression)")
        self._define(item, (), item.items[2], item.items[3])

    def _define_fun(self, item: SExpr) -> None:
        _shape(item, 5, "(define-fun name ((parameter sort) …) sort expression)")
        if not item.items[2].is_list:
            item.items[2].fail(f"expected parameters ((name sort) …), given {text_of(item.items[2])}")
        parameters = []
        for pair in item.items[2].items:
            if len(pair.items) != 2:
                pair.fail(f"expected a parameter (name sort), given {text_of(pair)}")
            parameters.append((self._name(pair.items[0]), self._names.sort(pair.items[1])))
        if len({name for name, _ in parameters}) < len(parameters):
            item.items[2].fail("two parameters have the same name")
        self._define(item, tuple(parameters), item.items[3], item.items[4])

    def _define(self, item: SExpr, parameters: tuple[tuple[str, Sort], ...], sort: SExpr, body: SExpr) -> None:
        name = self._new_name(item.items[1])
        made = Definition(parameters, self._names.sort(sort), body, self._names.copy())
        if not parameters:
            made = Definition((), made.sort, body, made.names, Expressions(self._names, self.observed).read_as(body, made.sort))
        self._names.definitions[name] = made

    def _assert(self, item: SExpr) -> None:
        _shape(item, 2, "(assert expression)")
        self._scopes[-1].asserted.append(Expressions(self._names, self.observed).read_as(item.items[1], Sort.BOOL).term)
        self._answered = False

    def _push(self, item: SExpr) -> None:
        for _ in range(self._levels(item)):
            self._scopes.append(_Scope(self._names.copy()))

    def _pop(self, item: SExpr) -> None:
        levels = self._levels(item)
        if levels >= len(self._scopes):
            item.fail(f"there are {len(self._scopes) - 1} levels to be popped, not {levels}")
        del self._scopes[len(self._scopes) - levels:]
        self._answered = False

    def _reset(self, item: SExpr) -> None:
        _shape(item, 1, "(reset)")
        self._scopes, self._expected, self._answered = [_Scope(Names())], "", False

    def _exit(self, item: SExpr) -> None:
        _shape(item, 1, "(exit)")

    # -- what is asked --

    def _check_sat(self, item: SExpr) -> None:
        _shape(item, 1, "(check-sat)")
        names, body = self._names, conjunction([t for scope in self._scopes for t in scope.asserted])
        formula = self.observed.about(names.pointers, names.width, body)
        self.events.append(Question(item.line, formula, self._expected, dict(names.words)))
        self._expected, self._answered = "", True

    def _get_model(self, item: SExpr) -> None:
        _shape(item, 1, "(get-model)")
        self._require_answer(item)
        self.events.append(Show(item.line, model=True))

    def _get_value(self, item: SExpr) -> None:
        if len(item.items) != 2 or not item.items[1].is_list or not item.items[1].items:
            item.fail("expected (get-value (expression …))")
        self._require_answer(item)
        reader = Expressions(self._names, self.observed)
        self.events.append(Show(item.line, values=tuple((text_of(e, 1000), reader.read(e)) for e in item.items[1].items)))

    def _echo(self, item: SExpr) -> None:
        if len(item.items) != 2 or item.items[1].kind is not Kind.STRING:
            item.fail('expected (echo "text")')
        self.events.append(Show(item.line, text=item.items[1].text))

    def _require_answer(self, item: SExpr) -> None:
        if not self._answered:
            item.fail(f"{item.head} comes behind (check-sat), with nothing asserted or popped in between")

    # -- names --

    @property
    def _names(self) -> Names:
        return self._scopes[-1].names

    def _name(self, item: SExpr) -> str:
        if item.symbol is None:
            item.fail(f"expected a name, given {text_of(item)}")
        if item.symbol in NAMES or item.symbol in (NULL, FREED, "infinity", "true", "false", "let", "_"):
            item.fail(f"{item.symbol} has a meaning of its own, and cannot be declared")
        if set("(),") & set(item.symbol):  # what is seen of heaps has such names
            item.fail(f"not supported: a name with parentheses or commas, {symbol_text(item.symbol)}")
        return item.symbol

    def _new_name(self, item: SExpr) -> str:
        name = self._name(item)
        if self._names.knows(name):
            item.fail(f"{symbol_text(name)} is declared twice")
        return name

    def _levels(self, item: SExpr) -> int:
        given = item.items[1:]
        if len(given) > 1 or (given and (given[0].kind is not Kind.NUMERAL or len(given[0].text) > 3)):
            item.fail(f"expected ({item.head} levels), given {text_of(item)}")
        return int(given[0].text) if given else 1


_COMMANDS = frozenset((
    "set-logic", "set-info", "set-option", "declare-const", "declare-fun", "define-const", "define-fun", "assert", "push", "pop",
    "reset", "exit", "check-sat", "get-model", "get-value", "echo"))


def _shape(item: SExpr, length: int, wanted: str) -> None:
    if len(item.items) != length:
        item.fail(f"expected {wanted}, given {text_of(item)}")
