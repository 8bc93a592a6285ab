"""The two SMT solvers behind one question: is this Z3 formula satisfiable, within a time limit?

Z3 is asked directly, Bitwuzla through SMT-LIB text made by Z3's printer. Both keep their limits to within about 0.3 s. An unknown,
a time-out or an exception of a solver is `Gave`, never an answer.
"""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import bitwuzla
import z3

SOLVERS = ("z3", "bitwuzla")
_log = logging.getLogger(__name__)

_DECLARED = re.compile(r"^\(declare-fun ([^\s()|]+) ", re.MULTILINE)
_SIMPLE, _TOKEN = re.compile(r"[A-Za-z0-9~!@$%^&*_+=<>.?/-]+"), re.compile(r"[^\s()|]+")
"""Names as the printer declares them, those that SMT-LIB reads without quotes, and what the printer writes between two blanks."""


@dataclass(frozen=True)
class Sat:
    """Satisfiable: a value for each word that was asked for."""

    values: dict[str, int]


@dataclass(frozen=True)
class Unsat:
    """Unsatisfiable."""


@dataclass(frozen=True)
class Gave:
    """The solver gave up; why."""

    reason: str


Answer = Sat | Unsat | Gave


def verdict_of(solver: Any, *assumed: Any) -> Any:
    """What a Z3 solver says under some assumptions: unknown, too, where it cannot go on after a question that took too long."""
    try:
        return solver.check(*assumed)
    except z3.Z3Exception as error:
        _log.info("z3 gave up: %s", error)
        return z3.unknown


def check(solver: str, formula: Any, words: Mapping[str, Any], seconds: float, floats: bool = False) -> Answer:
    """Ask `solver` ("z3" or "bitwuzla") about the Z3 Boolean `formula`; on Sat with the values of `words` (Z3 constants).

    `floats` says that the formula holds floating point. KeyError for another solver.
    """
    ask = {"z3": _check_z3, "bitwuzla": _check_bitwuzla}[solver]
    try:
        return ask(formula, words, max(1, int(seconds * 1000)), floats)
    except (z3.Z3Exception, bitwuzla.BitwuzlaException) as error:
        _log.warning("%s failed: %s", solver, error)
        return Gave(f"{solver}: {error}")


def _check_z3(formula: Any, words: Mapping[str, Any], milliseconds: int, floats: bool) -> Answer:
    solver = z3.Solver(ctx=formula.ctx) if floats else z3.SolverFor(_logic(formula), ctx=formula.ctx)
    solver.set("timeout", milliseconds)
    solver.add(formula)
    verdict = solver.check()
    if verdict == z3.unsat:
        return Unsat()
    if verdict != z3.sat:
        return Gave(f"z3: {solver.reason_unknown()}")
    model = solver.model()
    return Sat({name: model.eval(word, model_completion=True).as_long() for name, word in words.items()})


def _check_bitwuzla(formula: Any, words: Mapping[str, Any], milliseconds: int, floats: bool) -> Answer:
    names = {name: f"word!{i}" for i, name in enumerate(words)}  # as the printer does not quote what needs it
    formula = z3.substitute(formula, *((words[n], z3.BitVec(names[n], words[n].size(), formula.ctx)) for n in names))
    printer = z3.Solver(ctx=formula.ctx)
    printer.add(without_patterns(formula) if floats else formula)
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, milliseconds)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse(quoted(printer.to_smt2()), True, False)
    solver = parser.bitwuzla()
    verdict = solver.check_sat()
    if verdict == bitwuzla.Result.UNSAT:
        return Unsat()
    if verdict != bitwuzla.Result.SAT:
        return Gave("bitwuzla: timeout")
    declared = {str(t.symbol()): t for t in parser.get_declared_funs()}
    return Sat({name: int(solver.get_value(declared[own]).value(10)) if own in declared else 0 for name, own in names.items()})


def integers_by_cvc5(text: str, seconds: float) -> dict[str, int] | Unsat | Gave:
    """What cvc5 says of SMT-LIB text of Z3's printer in linear integer arithmetic: on Sat the values of the integer constants.

    ImportError where it is not installed.
    """
    cvc5 = importlib.import_module("cvc5")
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("produce-models", "true")
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    try:
        solver.setLogic("QF_LIA")
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, quoted(text).replace("(check-sat)", ""), "question")
        while not (command := parser.nextCommand()).isNull():
            command.invoke(solver, parser.getSymbolManager())
        verdict = solver.checkSat()
        if verdict.isUnsat():
            return Unsat()
        if not verdict.isSat():
            return Gave("cvc5: timeout")
        declared = [t for t in parser.getSymbolManager().getDeclaredTerms() if t.getSort().isInteger()]
        return {str(t.getSymbol()).strip("|"): int(solver.getValue(t).getIntegerValue()) for t in declared}
    except RuntimeError as error:
        _log.warning("cvc5 failed: %s", error)
        return Gave(f"cvc5: {error}")


def quoted(text: str) -> str:
    """SMT-LIB of Z3's printer with quotes around the declared names that are no simple symbols."""
    unsafe = {name for name in _DECLARED.findall(text) if not _SIMPLE.fullmatch(name)}
    return _TOKEN.sub(lambda token: f"|{token[0]}|" if token[0] in unsafe else token[0], text) if unsafe else text


def _nodes(root: Any) -> Iterator[Any]:
    """Every Z3 term below `root`, each once."""
    seen, stack = set(), [root]
    while stack:
        node = stack.pop()
        if node.get_id() not in seen:
            seen.add(node.get_id())
            stack.extend(node.children())
            yield node


def _of_kind(root: Any, wanted: Callable[[Any], bool]) -> list[Any]:
    return [node for node in _nodes(root) if z3.is_app(node) and wanted(node)]


def _logic(formula: Any) -> str:
    """QF_BV, or QF_UFBV where the formula holds functions that are not interpreted."""
    goal = z3.Goal(ctx=formula.ctx)
    goal.add(formula)
    return "QF_BV" if z3.Probe("is-qfbv", formula.ctx)(goal) else "QF_UFBV"


def without_patterns(formula: Any) -> Any:
    """An equisatisfiable formula without `fp.to_ieee_bv`, which is Z3's own.

    Each becomes a fresh word that converts back to its float. A NaN leaves the word free; the evaluator never lets the pattern of a
    NaN through.
    """
    patterns = _of_kind(formula, lambda n: n.decl().kind() == z3.Z3_OP_FPA_TO_IEEE_BV)
    fresh = [(p, z3.BitVec(f"pattern!{i}", p.size(), formula.ctx)) for i, p in enumerate(patterns)]
    defined: Iterable[Any] = (z3.fpBVToFP(word, p.arg(0).sort(), formula.ctx) == p.arg(0) for p, word in fresh)
    return z3.substitute(z3.And(formula, *defined), *fresh) if fresh else formula
