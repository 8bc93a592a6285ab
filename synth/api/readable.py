"""Outcomes as text for people: the programs, what was proved and at which widths, or why there is no answer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from synth.api.record import functions_of, word_value
from synth.api.wording import counted, rate
from synth.engines.protocol import candidate_length
from synth.program import constant_text
from synth.solver.outcome import Outcome, Status


def readable(outcome: Outcome) -> str:
    """The whole answer."""
    match outcome.status:
        case Status.SOLVED:
            lines = _solved(outcome)
        case Status.INFEASIBLE:
            lines = _infeasible(outcome)
        case Status.UNKNOWN:
            lines = _unknown(outcome)
    return "\n".join(lines)


def _solved(outcome: Outcome) -> Iterable[str]:
    assert outcome.candidate is not None
    length = counted(candidate_length(outcome.candidate), "instruction")
    yield f"{outcome.specification.name}: solved and checked, {length}, {outcome.width}-bit words"
    for word in outcome.specification.words:
        value = word_value(outcome, word)
        yield f"\n{word.name} = {value}" + (f" ({constant_text(value)})" if constant_text(value) != str(value) else "")
    for function in functions_of(outcome):
        yield f"\n{function['name']}({', '.join(function['parameters'])}):"
        yield textwrap.indent(function["text"], "    ")
        if function["c"] is not None:
            yield f"\n{function['c'].strip()}"
    yield ""
    yield from _grounds(outcome)


def details(outcome: Outcome) -> str:
    """All of the answer but the programs."""
    if outcome.status is not Status.SOLVED or outcome.candidate is None:
        return readable(outcome)
    length = counted(candidate_length(outcome.candidate), "instruction")
    return "\n".join((f"{outcome.specification.name}: solved and checked, {length}", *_grounds(outcome)))


def _grounds(outcome: Outcome) -> Iterable[str]:
    """Why the answer is to be believed, and where it comes from."""
    yield f"checked: {_proof(outcome)}"
    yield f"minimal: {_minimality(outcome)}"
    yield f"found:   by {outcome.found_by} {_effort(outcome)}"


def _proof(outcome: Outcome) -> str:
    if outcome.specification.points:
        return f"tried on all {counted(len(outcome.specification.points), 'example')}"
    others = [str(width) for width in outcome.proved_widths if width != outcome.width]
    also = f", and at {' and '.join(others)} bits" if others else ""
    return f"proved for all inputs at {outcome.width} bits by {outcome.proved_by}{also}"


def _minimality(outcome: Outcome) -> str:
    if outcome.minimal_width is None:
        return "not shown; a shorter program may exist"
    shown = f"no shorter program exists at {outcome.minimal_width} bits"
    return shown if outcome.minimal_width >= outcome.width else f"{shown}; not shown at {outcome.width} bits"


def _effort(outcome: Outcome) -> str:
    return (f"in {outcome.seconds:.2f} s, {counted(outcome.iterations, 'iteration')}, "
            f"{counted(outcome.counterexamples, 'counterexample')}, seed {outcome.seed}")


def _infeasible(outcome: Outcome) -> Iterable[str]:
    in_grammar = any(f.grammar is not None for f in outcome.specification.exists)
    none = f"no program {'that its grammar derives' if in_grammar else 'of any length'} satisfies it at {outcome.width} bits"
    how = "and checked; " if outcome.checked else "but not checked; it is claimed that "
    yield f"{outcome.specification.name}: infeasible {how}{none}"
    examples = outcome.conflict or ((outcome.counterexample,) if outcome.counterexample else ())
    shown = [", ".join(f"{name} = {constant_text(value)}" for name, value in example.items()) for example in examples]
    if any(shown) and outcome.checked:
        yield f"nothing can satisfy it at {shown[0]}" if len(shown) == 1 else "nothing can satisfy it at these inputs together:"
        yield from (f"    {line}" for line in shown if len(shown) > 1)
    if outcome.checked:
        yield f"checked: by {outcome.checked_by}"
        yield f"found:   by {outcome.proved_by} {_effort(outcome)}"
    else:
        yield f"claimed: by {outcome.proved_by} {_effort(outcome)}; not confirmed: {outcome.limit or 'the search ended before'}"


def _unknown(outcome: Outcome) -> Iterable[str]:
    reason = "no reason" if outcome.reason is None else outcome.reason.value
    limit = f": {outcome.limit}" if outcome.limit not in ("", reason) else ""
    yield f"{outcome.specification.name}: unknown after {outcome.seconds:.1f} s, {reason}{limit}"
    for width, lengths in sorted(outcome.exhausted.items()):
        if lengths:
            yield f"exhausted: no program of up to {counted(lengths[-1], 'instruction')} at {width} bits"
    for name, report in outcome.engines.items():
        yield f"{name}: {report.state}, {counted(report.candidates, 'candidate')} ({rate(report)}), {report.refuted} refuted"
