"""Certificates for people, a line each: what holds at which loop, how ranks fall, and the run with its inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import (
    Certificate,
    Choices,
    DangerInvariant,
    Ranking,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
    Unwinding,
    contracts_of,
)
from synth.analysis.certificates.obligations import run_of, subject
from synth.analysis.contracts.sites import words_of
from synth.analysis.property import Failed
from synth.analysis.reports.conditions import bounds_of
from synth.analysis.reports.heaps import heap_text, is_of_heap
from synth.analysis.reports.texts import names, readable, settled, value_text
from synth.booleans import FALSE, TRUE, conjuncts
from synth.evaluation import integers
from synth.evaluation.integers import Integers
from synth.terms import Evaluation, Term, TermKind, name_of, no_calls, postorder
from synth.transition import LEFT_OPEN, UNSAID, Kind, TransitionSystem, Variable, symbols

LAST, INPUTS = 10, 8
"""How many steps before its end are told of a long run, and how many inputs of those before them."""

_LONGEST = 1000
"""Characters of what is said of a place."""

_VALUES = 256
"""Of how many values of a variable it is looked at whether a rank is a sum."""

_LEFT_OUT = "… {} left out (--trace full)"


def lines_of(certificate: Certificate, system: TransitionSystem, full: bool = False, failed: Failed | None = None) -> Iterator[str]:
    """What a certificate says, a line each, and where its run has `failed`; with `full`, every step of the run, however long it is.
    """
    contracts = contracts_of(certificate)
    for callee in (c for c in system.callees if c.name in contracts):
        yield f"{callee.name}: ensures {_short(readable(contracts[callee.name], words_of(callee, system.width)))}"
    system = subject(system, certificate)
    match certificate:
        case SafetyInvariant(invariants):
            yield from _predicates("invariant {}", "", invariants, system)
        case Ranking(invariants, ranks, memory):
            yield from _predicates("invariant {}", "", invariants, system)
            told = list(_ranks(ranks, invariants, system))
            yield from told
            yield from () if memory is None else _remembered(told, memory, system)
        case RecurrenceSet(prefix, sets, choices):
            yield from _run(prefix, system, full)
            yield from _predicates("the run never leaves the states where {}", "the loop never ends", sets, system)
            yield from _choices(choices, system)
        case DangerInvariant(prefix, sets, choices, ranks):
            yield from _run(prefix, system, full)
            yield from _predicates("until the assertion fails, {}", "", sets, system)
            yield from _choices(choices, system)
            yield from _ranks(ranks, sets, system)
            yield from [] if failed is None else [_failing(failed, system)]
        case Unwinding(rounds, _):
            yield from (f"{_where(place, system)}: no run comes here more than {n} times, on any path"
                        for place, n in sorted(rounds.items()))
        case Trace(steps):
            yield from _run(steps, system, full)
            yield _failing(failed or Failed(system.edges[steps[-1].edge].target), system)


def _failing(failed: Failed, system: TransitionSystem) -> str:
    text = f"the assertion {system.places[failed.place].text} fails"
    return f"{_where(failed.place, system)}: {text}{f': {failed.what}' if failed.what else ''}"


def _where(place: int, system: TransitionSystem) -> str:
    own = system.places[place]
    return f"{system.told(own)}, {own.shape}" if own.shape else system.told(own)


def _predicates(word: str, otherwise: str, predicates: Mapping[int, Term], system: TransitionSystem) -> Iterator[str]:
    """What holds at each place, by a pattern for it, or other words where there is nothing to be said."""
    for place, term in sorted(predicates.items()):
        if system.places[place].cause in UNSAID:
            continue
        own = settled(term, place, system)
        shown = "true" if own is TRUE else readable(own, system, place)
        if shown != "true" or otherwise:
            yield f"{_where(place, system)}: {word.format(_short(shown)) if shown != 'true' else otherwise}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text) - _LONGEST:,} characters more: --json)"


# -- ranks --

def _ranks(ranks: Mapping[int, tuple[Term, ...]], invariants: Mapping[int, Term], system: TransitionSystem) -> Iterator[str]:
    nests = {p: sorted(c & set(ranks)) for c in system.components for p in c}
    for place, rank in sorted(ranks.items()):
        if system.places[place].cause in UNSAID or invariants.get(place) is FALSE:
            continue
        nest = nests.get(place, [place])
        invariant = settled(invariants.get(place, TRUE), place, system)
        words = rank_words(rank, place, invariant, system, alone=len(nest) == 1)
        shown = [rank_text(w, place, invariant, system) for w in words]
        when = "in every round" if len(nest) == 1 else f"from each visit of {_counted(nest, system)} to the next"
        text = shown[0] if len(shown) == 1 else f"({', '.join(shown)}), compared lexicographically,"
        yield f"{_where(place, system)}: rank {_short(text)} decreases {when}, and is >= 0 where one begins"


def rank_text(word: Term, place: int, invariant: Term, system: TransitionSystem) -> str:
    """A word of a rank as a number that is not negative where a round begins."""
    return readable(word, system, place, [invariant, *staying(place, system)], unsigned=True)


def rank_words(rank: Sequence[Term], place: int, invariant: Term, system: TransitionSystem, alone: bool) -> list[Term]:
    """The words of a rank that are told: where the place is `alone` in its nest, smaller ones that fall alike, no constants."""
    words = [settled(r, place, system) for r in rank]
    words = [straight(w, invariant, system) for w in words]
    if not alone:
        return words
    return [lowered(w, invariant, system) for w in words if w.kind is not TermKind.CONSTANT] or words[:1]


def straight(word: Term, invariant: Term, system: TransitionSystem) -> Term:
    """A choice between numbers as x + c or c - x where it is that for all values that the one variable x has there."""
    word = folded(word, system.width)
    own = next((v for v in system.variables if symbols((word,)) == {v.name}), None)
    if own is None or own.floating or not any(name_of(n) == "ite" for n in postorder(word)):
        return word
    low, high = bounds_of(own, invariant, system.width)
    if high - low > _VALUES or (low < 0 and own.bits < system.width):
        return word
    size, bits = 1 << system.width, 1 << own.bits
    values = [integers.evaluate(word, {own.name: n % bits}, {}, system.width) for n in range(low, high + 1)]
    up, down = values[0] - low, values[0] + low
    if all(value == (low + i + up) % size for i, value in enumerate(values)):
        return own.term + up
    return down - own.term if all(value == (down - low - i) % size for i, value in enumerate(values)) else word


def lowered(word: Term, invariant: Term, system: TransitionSystem) -> Term:
    """A word c - x of a rank where x is at most h as h - x, which falls where the word does; other words as they are."""
    word, size = folded(word, system.width), 1 << system.width
    name, arguments = name_of(word), word.arguments
    constant = 0 if name == "neg" else arguments[0].data if name == "sub" and arguments[0].kind is TermKind.CONSTANT else None
    own = next((v for v in system.variables if arguments and v.term is arguments[-1] and v.bits == system.width), None)
    if own is None or own.floating or not isinstance(constant, int):
        return word
    low, high = bounds_of(own, invariant, system.width)
    return high - own.term if (constant - high) % size + high - low == (constant - low) % size else word


def staying(place: int, system: TransitionSystem) -> list[Term]:
    """What holds at a loop head whenever its loop goes on."""
    component = next((c for c in system.components if place in c), frozenset[int]())
    guards = [dict.fromkeys(conjuncts(e.guard)) for e in system.leaving(place) if e.target in component]
    return [fact for fact in guards[0] if all(fact in other for other in guards[1:])] if guards else []


def _counted(places: Sequence[int], system: TransitionSystem) -> str:
    return system.files.all_told(system.places[p].line or 0 for p in places)


def _remembered(told: Sequence[str], place: int, system: TransitionSystem) -> Iterator[str]:
    """What the names with a prime stand for."""
    primed = sorted({v.text for v in system.variables if v.text.endswith("'") for line in told
                     if re.search(rf"(?<![\w.]){re.escape(v.text)}", line)})
    for name in primed:
        yield f"{name} is what {name[:-1]} was when {_where(place, system)} was last reached"


# -- runs --

def _choices(choices: Choices, system: TransitionSystem) -> Iterator[str]:
    for edge, by in sorted(choices.items()):
        for name, term in by.items():
            variable = next(i for i in system.edges[edge].inputs if i.name == name)
            constant = term.data % (1 << variable.bits) if isinstance(term.data, int) else None
            shown = readable(term, system, system.edges[edge].source) if constant is None else value_text(constant, variable)
            yield f"{system.files.told(variable.line)}: {_input(variable)} is always {shown}"


def _input(variable: Variable) -> str:
    """What an input is called: a function returns it, or it is what a variable is that is not initialised."""
    if variable.text.startswith(LEFT_OPEN):
        return variable.text
    return "the input" if not variable.text or variable.text.endswith(")") else f"the input {variable.text}"


def _run(steps: Sequence[Step], system: TransitionSystem, full: bool) -> Iterator[str]:
    """The inputs and the visits of loop heads, in order; of a long run the first inputs and the last steps."""
    run = run_of(system, tuple(steps))
    hidden = {p.number for p in system.of_kind(Kind.HEAD) if p.shipped and not full}
    told_of = [number for number in range(len(steps)) if run[number + 1][0] not in hidden]
    first = 0 if full or len(told_of) <= LAST + 1 else told_of[-LAST]
    inputs = [own for number in range(first) for own in _inputs(steps[number], run[number][1], system)]
    yield from (_given(variable, value, system) for variable, value in inputs[:INPUTS])
    if first:
        more = [f"{len(inputs) - INPUTS:,} inputs"] if len(inputs) > INPUTS else []
        yield _LEFT_OUT.format(" and ".join([f"{len(told_of) - LAST:,} steps", *more]))
    shown = dict[str, str]()
    for number in range(first, len(steps)):
        yield from (_given(*own, system) for own in _inputs(steps[number], run[number][1], system))
        place, state = run[number + 1]
        if system.places[place].kind is Kind.HEAD and place not in hidden:
            called, live = names(system, place), [v for v in system.variables if v.name in system.needed[place]]
            told = {called[v.name]: value_text(state[v.name], v) for v in live if not is_of_heap(v)}
            changed = [f"{name} = {value}" for name, value in told.items() if shown.get(name) != value]
            if (heap := heap_text(live, state, called)) and heap != shown.get(""):
                told[""] = heap
                changed.append(heap)
            shown |= told
            yield f"{_where(place, system)}: {', '.join(changed)}" if changed else _where(place, system)


def _inputs(step: Step, state: Mapping[str, int], system: TransitionSystem) -> list[tuple[Variable, int]]:
    """The inputs that are read in a step, each with its value; without those of which other values would do the same."""
    edge, words = system.edges[step.edge], {**state, **step.inputs}
    evaluated = Evaluation([edge.guard, *edge.update])

    def done(words: Mapping[str, int]) -> list[int]:
        return list(evaluated.values(Integers(system.width), words, no_calls))

    def matters(variable: Variable) -> bool:
        value, mask = words[variable.name], (1 << variable.bits) - 1
        return any(done({**words, variable.name: other & mask}) != known for other in (value + 1, ~value, 0))

    known = done(words)
    return [(i, words[i.name]) for i in edge.inputs if edge.reads(i.name, words, system.width) and matters(i)]


def _given(variable: Variable, value: int, system: TransitionSystem) -> str:
    return f"{system.files.told(variable.line)}: {_input(variable)} is {value_text(value, variable)}"
