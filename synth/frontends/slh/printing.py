"""Answers in the syntax of SLH files: models, and values of expressions in them."""

from __future__ import annotations

from collections.abc import Mapping

from synth.evaluation import integers
from synth.frontends.sexpr import symbol_text
from synth.frontends.slh.script import Question, Show
from synth.frontends.slh.theory import Sort, Value
from synth.heap.drawing import text as drawn
from synth.heap.formulas import Observed
from synth.heap.heaps import FREED_NODE, NULL_NODE, Heap, made, seen
from synth.heap.outcome import Model
from synth.transition import symbols


def model_text(question: Question, model: Model) -> str:
    """A model as the definitions of what is declared, each heap drawn before its own."""
    lines = ["("]
    for name, heap in model.heaps.items():
        lines += [f"  ; {line}" for line in drawn(heap).splitlines()]
        lines.append(f"  (define-fun {symbol_text(name)} () Heap {heap_text(heap)})")
    sorts = {Sort.BOOL: "Bool", Sort.LENGTH: "Length", Sort.WORD: f"(_ BitVec {question.formula.width})"}
    for name, sort in question.sorts.items():
        lines.append(f"  (define-fun {symbol_text(name)} () {sorts[sort]} {_constant(word_of(name, sort, model.numbers))})")
    return "\n".join([*lines, ")"])


def values_text(show: Show, question: Question, model: Model, observed: Observed) -> str:
    """The values of the expressions that are to be shown, each behind itself."""
    return "(" + "\n ".join(f"({written} {_value(own, question, model, observed)})" for written, own in show.values) + ")"


def heap_text(heap: Heap) -> str:
    """(heap ((pointer node) …) ((node successor steps) …))."""
    pointers = " ".join(f"({symbol_text(p)} {node_text(n)})" for p, n in heap.labels.items())
    edges = " ".join(f"({node_text(n)} {node_text(to)} {steps})" for n, (to, steps) in heap.edges.items())
    return f"(heap ({pointers}) ({edges}))"


def node_text(node: int) -> str:
    """How a node is called."""
    return {NULL_NODE: "null", FREED_NODE: "freed"}.get(node, f"n{node}")


def word_of(name: str, sort: Sort, words: Mapping[str, int]) -> int | bool | str:
    """What a declared word is in a model: a number, a truth, or "infinity"."""
    if sort is Sort.BOOL:
        return bool(words.get(name, 0))
    return "infinity" if words.get(f"{name}|infinite", 0) else words.get(name, 0)


def number_of(name: str, sort: Sort, told: object, width: int) -> dict[str, int] | None:
    """The words of a model that `word_of` tells so; None where it cannot."""
    if sort is Sort.BOOL:
        return {name: int(told)} if isinstance(told, bool) else None
    if sort is Sort.LENGTH and told == "infinity":
        return {name: 0, f"{name}|infinite": 1}
    if type(told) is not int or not 0 <= told < 1 << width:
        return None
    return {name: told} | ({f"{name}|infinite": 0} if sort is Sort.LENGTH else {})


def _constant(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(value: Value, question: Question, model: Model, observed: Observed) -> str:
    if value.sort is Sort.POINTER:
        return value.pointer
    if value.sort is Sort.HEAP:
        assert value.heap is not None
        first = value.heap.history[0].name
        return heap_text(made(value.heap, model.heaps)) if first in model.heaps else f"; any heap is {first}"
    words = {name: model.numbers.get(name, 0) for name in sorted(symbols((value.term, value.finite)))}
    for name in words.keys() & observed.observations.keys():
        own = observed.observations[name]
        words[name] = seen(own, model.heaps) if own.heap.history[0].name in model.heaps else 0
    if not integers.evaluate(value.finite, words, {}, question.formula.width):
        return "infinity"
    found = integers.evaluate(value.term, words, {}, question.formula.width)
    return _constant(bool(found) if value.sort is Sort.BOOL else found)
