"""Certificates for people: what is shown at which loop, the run and its choices; and the source with ACSL comments at its loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from synth.analysis.certificates import Certificate, Choices, DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.analysis.obligations import run_of, subject
from synth.analysis.property import Verdict
from synth.analysis.texts import readable, settled, value_text
from synth.booleans import TRUE
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_FIRST = 4
"""How many states of a run are shown."""


def lines_of(certificate: Certificate, system: TransitionSystem) -> Iterator[str]:
    """What a certificate says, a line each."""
    system = subject(system, certificate)
    match certificate:
        case SafetyInvariant(invariants):
            yield from _predicates("invariant", invariants, system)
        case Ranking(invariants, ranks):
            yield from _predicates("invariant", invariants, system)
            yield from _ranks(ranks, system)
        case RecurrenceSet(prefix, sets, choices):
            yield from _run(prefix, system)
            yield from _predicates("never leaves", sets, system)
            yield from _choices(choices, system)
        case DangerInvariant(prefix, sets, choices, ranks):
            yield from _run(prefix, system)
            yield from _predicates("stays, until the assertion fails, in", sets, system)
            yield from _choices(choices, system)
            yield from _ranks(ranks, system)
        case Trace(steps):
            yield from _run(steps, system)
            place = system.edges[steps[-1].edge].target
            yield f"line {system.places[place].line}: the assertion {system.places[place].text} fails".rstrip()


def _where(place: int, system: TransitionSystem) -> str:
    return f"line {system.places[place].line}"


def _predicates(word: str, predicates: Mapping[int, Term], system: TransitionSystem) -> Iterator[str]:
    for place, term in sorted(predicates.items()):
        if (own := settled(term, place, system)) is not TRUE:
            yield f"{_where(place, system)}: {word} {readable(own, system)}"


def _ranks(ranks: Mapping[int, tuple[Term, ...]], system: TransitionSystem) -> Iterator[str]:
    for place, rank in sorted(ranks.items()):
        shown = ", ".join(readable(settled(r, place, system), system) for r in rank)
        yield f"{_where(place, system)}: rank {shown if len(rank) == 1 else f'({shown})'}"


def _choices(choices: Choices, system: TransitionSystem) -> Iterator[str]:
    for edge, by in sorted(choices.items()):
        for name, term in by.items():
            variable = next(i for i in system.edges[edge].inputs if i.name == name)
            constant = term.data % (1 << variable.bits) if isinstance(term.data, int) else None
            shown = readable(term, system) if constant is None else value_text(constant, variable)
            yield f"line {variable.line}: the input is always {shown}"


def _run(steps: Sequence[Step], system: TransitionSystem) -> Iterator[str]:
    inputs = [(i, step.inputs[i.name]) for step in steps for i in system.edges[step.edge].inputs]
    for variable, value in inputs[:_FIRST * 2]:
        yield f"line {variable.line}: the input is {value_text(value, variable)}"
    if len(inputs) > _FIRST * 2:
        yield f"and {len(inputs) - _FIRST * 2} more inputs"
    heads = [(p, state) for p, state in run_of(system, tuple(steps))[1:] if system.places[p].kind is Kind.HEAD]
    for place, state in heads[:_FIRST]:
        words = ", ".join(f"{v.name} = {value_text(state[v.name], v)}" for v in system.variables if v.name in system.needed[place])
        yield f"{_where(place, system)}: {words}" if words else _where(place, system)


def annotated(source: Sequence[str], judged: Sequence[tuple[TransitionSystem, Verdict]]) -> str:
    """The source with a comment before each loop that something is known of, and the verdicts at the top."""
    notes: dict[int, list[str]] = {}
    top = []
    for system, verdict in judged:
        word = {True: "holds", False: "is violated", None: "is unknown"}[verdict.holds]
        top.append(f"//@ {verdict.property.value} {word}")
        for place, clauses in _clauses(verdict.certificate, system):
            notes.setdefault(system.places[place].line or 1, []).extend(clauses)
    lines = list(top)
    for number, line in enumerate(source, 1):
        indent = line[: len(line) - len(line.lstrip())]
        if number in notes:
            lines += [f"{indent}/*@ {notes[number][0]}", *(f"{indent}  @ {n}" for n in notes[number][1:]), f"{indent}  @*/"]
        lines.append(line)
    return "\n".join(lines)


def _clauses(certificate: Certificate | None, system: TransitionSystem) -> Iterator[tuple[int, list[str]]]:
    system = subject(system, certificate)
    match certificate:
        case SafetyInvariant(predicates) | RecurrenceSet(_, predicates, _):
            ranks: Mapping[int, tuple[Term, ...]] = {}
        case Ranking(predicates, ranks) | DangerInvariant(_, predicates, _, ranks):
            pass
        case _:
            return
    word = "loop invariant" if isinstance(certificate, (SafetyInvariant, Ranking)) else "closed set:"
    for place in sorted({*predicates, *ranks}):
        clauses = []
        if (own := settled(predicates.get(place, TRUE), place, system)) is not TRUE:
            clauses.append(f"{word} {readable(own, system)};")
        if place in ranks:
            shown = ", ".join(readable(settled(r, place, system), system) for r in ranks[place])
            clauses.append(f"loop variant {shown if len(ranks[place]) == 1 else f'({shown}) for lexicographic'};")
        if clauses:
            yield place, clauses
