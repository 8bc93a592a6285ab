"""`synth check` of answers about heaps: models by the reference, and that there is none in another way than it was found.

What `synth slh` shows by words that say which heap it is (`synth.heap.small`) is shown kernel by kernel, by the other solver, and
the other way around; where that takes too long, by the other solver alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from synth.api.checks import CheckResult, together
from synth.api.record import named_in
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.frontends.slh.script import Question
    from synth.heap.formulas import Formula
    from synth.heap.heaps import Heap
    from synth.heap.outcome import Model, Outcome

SCHEMA = "synth.slh/1"

_OTHER = 0.6
"""The share of the time for a question that the second way of deciding it has."""

_READING = "the reading of the file"
_EVALUATION = "what formulas mean in given heaps"
_WAYS = {"words": "how heaps become words", "kernels": "which kernels there are"}
_CLAIMS = {"sat": "heaps and words satisfy all that is asserted", "unsat": "none do whose lengths are words"}


def recheck_heaps(record: Mapping[str, Any], timeout: float, chosen: str | None, file: str) -> CheckResult:
    """Check the answers of a record of schema `synth.slh/1`, read from `file`, on the SLH file that is `chosen` or named, within
    `timeout` seconds for all. InputError for a record that is none, or that is about another file.
    """
    from synth.frontends.slh.load import load
    from synth.frontends.slh.script import Question

    until, path = time.monotonic() + timeout, named_in(record, "file", chosen, file)
    questions = [event for event in load(path).events if isinstance(event, Question)]
    answers = _answers(record)
    if [question.line for question in questions] != [own["line"] for own in answers]:
        raise InputError(f"the answers are about other questions than those of {path}")
    decided = [(q, own) for q, own in zip(questions, answers, strict=True) if own["answer"] != "unknown"]
    if not decided:
        raise InputError("nothing to check: no answer is known")
    results = [_checked(f"{path}:{question.line}", question, own, (until - time.monotonic()) / (len(decided) - number))
               for number, (question, own) in enumerate(decided)]
    open_ones = tuple(f"line {own['line']}, of which nobody knows" for own in answers if own["answer"] == "unknown")
    return together(path, results, open_ones, "answers")


def _answers(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The answers of a record, as far as their fields are there and of their types."""
    found = record.get("questions")
    if not isinstance(found, list) or not all(isinstance(own, dict) for own in found):
        raise InputError("the field 'questions' is no list of objects")
    for number, own in enumerate(found, 1):
        if type(own.get("line")) is not int or own.get("answer") not in ("sat", "unsat", "unknown"):
            raise InputError(f"question {number} has no line, or no answer that is sat, unsat or unknown")
        if own["answer"] == "unsat" and own.get("way") not in _WAYS:
            raise InputError(f"question {number}: the field 'way' is none of {' and '.join(_WAYS)}")
        solvers = own.get("solvers")
        if not isinstance(solvers, list) or not all(isinstance(name, str) for name in solvers):
            raise InputError(f"question {number}: the field 'solvers' is no list of names")
    return found


def _checked(name: str, question: Question, answer: Mapping[str, Any], seconds: float) -> CheckResult:
    if answer["answer"] == "sat":
        holds = _model(question, answer.get("model")).satisfies(question.formula)
        said = f"confirmed, {_CLAIMS['sat']}" if holds else "refuted, the model does not satisfy what is asserted"
        return CheckResult(holds, name, said, ("evaluation",) if holds else (), (_READING, _EVALUATION) if holds else ())
    from synth.heap.outcome import Model, Undecided, Unsatisfiable

    for outcome, shared in _decided(question.formula, answer, seconds):
        match outcome:
            case Unsatisfiable(solvers=by):
                solvers = tuple(sorted(by))
                return CheckResult(True, name, f"confirmed, {_CLAIMS['unsat']}, proved by {', '.join(solvers)}", solvers, shared)
            case Model():
                return CheckResult(False, name, f"refuted, {_CLAIMS['sat']}: {_told(outcome)}")
            case Undecided():
                continue
    return CheckResult(None, name, "undecided, timeout")


def _decided(formula: Formula, answer: Mapping[str, Any], seconds: float) -> Iterator[tuple[Outcome, tuple[str, ...]]]:
    """What the ways to decide a formula say, the other one than that of the search first, and what each shares with the search; by
    solvers that had no part in the answer."""
    from synth.checking.backends import SOLVERS
    from synth.heap.deciding import satisfiable
    from synth.heap.kernels import satisfiable_by_kernels
    from synth.heap.outcome import Way

    until = time.monotonic() + seconds
    others = tuple(name for name in SOLVERS if name not in answer["solvers"]) or SOLVERS
    ways = {Way.KERNELS: lambda left: satisfiable_by_kernels(formula, left, others),
            Way.WORDS: lambda left: satisfiable(formula, left, others, ways=(Way.WORDS,))}
    for way in sorted(ways, key=lambda way: way.value == answer["way"]):
        same = way.value == answer["way"]
        left = max(0.0, until - time.monotonic())
        yield ways[way](left if same else _OTHER * left), (_READING, _WAYS[way.value]) if same else (_READING,)


def _told(model: Model) -> str:
    from synth.heap.drawing import text

    drawn = "; ".join(f"{name}: {text(heap)}".replace("\n", " | ") for name, heap in model.heaps.items())
    return ", ".join([drawn, *(f"{name} = {value}" for name, value in model.numbers.items())])


def _model(question: Question, told: object) -> Model:
    """A model as it is told. InputError where it is none of the question."""
    from synth.frontends.slh.printing import number_of
    from synth.heap.outcome import Model

    if not isinstance(told, dict) or not isinstance(told.get("heaps"), dict) or not isinstance(told.get("words"), dict):
        raise InputError(f"line {question.line}: the model has no 'heaps' and 'words'")
    names = dict.fromkeys(term.history[0].name for term in question.formula.heaps)
    if set(told["heaps"]) != set(names) or set(told["words"]) != set(question.sorts):
        raise InputError(f"line {question.line}: the model is not one of the heaps and words that are declared")
    numbers = dict[str, int]()
    for name, sort in question.sorts.items():
        value = number_of(name, sort, told["words"][name], question.formula.width)
        if value is None:
            raise InputError(f"line {question.line}: the model says that {name} is {told['words'][name]!r}")
        numbers |= value
    return Model({name: _heap(told["heaps"][name], name, question) for name in names}, numbers)


def _heap(told: object, name: str, question: Question) -> Heap:
    """A heap as it is told. InputError where it is none with the pointers of the question."""
    from synth.frontends.slh.printing import node_text
    from synth.heap.drawing import text
    from synth.heap.heaps import FREED_NODE, NULL_NODE, Heap

    def wrong(what: str) -> InputError:
        return InputError(f"line {question.line}: heap {name}: {what}")

    told = told if isinstance(told, dict) else {}
    pointers, edges = told.get("pointers"), told.get("edges")
    if not isinstance(pointers, dict) or not isinstance(edges, dict) or set(pointers) != set(question.formula.pointers):
        raise wrong("it has no 'pointers' and 'edges', or other pointers than are declared")
    own = dict(zip(edges, count(NULL_NODE + 1)))
    sinks = {node_text(NULL_NODE): NULL_NODE} | ({node_text(FREED_NODE): FREED_NODE} if question.formula.freeing else {})
    if not own.keys().isdisjoint((node_text(NULL_NODE), node_text(FREED_NODE))):
        raise wrong("edges lead from nodes, not from null or freed")
    nodes, found = {**sinks, **own}, dict[int, tuple[int, int]]()
    for node, edge in edges.items():
        if not isinstance(edge, list) or len(edge) != 2 or type(edge[1]) is not int or edge[1] < 1:
            raise wrong(f"{node}: an edge is a node and a number of steps")
        if not isinstance(edge[0], str) or edge[0] not in nodes:
            raise wrong(f"{node}: there is no node {edge[0]!r}")
        found[own[node]] = nodes[edge[0]], edge[1]
    for pointer, node in pointers.items():
        if not isinstance(node, str) or node not in nodes:
            raise wrong(f"{pointer}: there is no node {node!r}")
    heap = Heap({p: nodes[pointers[p]] for p in question.formula.pointers}, found)
    if told.get("drawing", drawn := text(heap).splitlines()) != drawn:
        raise wrong("its drawing is that of another heap")
    return heap
