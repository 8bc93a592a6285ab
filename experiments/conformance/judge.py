"""Whether our reading of a program does what gcc's does."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from experiments.alarm import HangError, alarm
from experiments.conformance.cases import Case, Result, Unusable, Verdict
from experiments.conformance.execution import StuckError, execute
from experiments.conformance.reference import OPTIMISED, PLAIN, Answer, answers
from synth.errors import InputError
from synth.frontends.c.load import Program, load_text
from synth.transition import LIMIT, Kind


def judged(case: Case, seconds: float, levels: Sequence[Sequence[str]] = (PLAIN, OPTIMISED)) -> Result:
    """What comes of a case; reading and running it here may take `seconds` of processor time. `levels` as for `answers`."""
    started = time.monotonic()
    try:
        told = answers(case, levels)
    except Unusable as error:
        return Result(case.name, case.kind, Verdict.UNUSABLE, str(error), time.monotonic() - started)
    kept = [(vector, answer) for vector, answer in zip(case.vectors, told, strict=True) if answer is not None]
    if not kept:
        return Result(case.name, case.kind, Verdict.UNUSABLE, "it does not end", time.monotonic() - started)
    started = time.monotonic()
    verdict, reason = _verdict(case, kept, seconds)
    return Result(case.name, case.kind, verdict, reason, time.monotonic() - started, len(kept))


def _verdict(case: Case, told: Sequence[tuple[Sequence[int], Answer]], seconds: float) -> tuple[Verdict, str]:
    try:
        with alarm(seconds, processor=True):
            program = load_text(case.text, f"{case.name}.c", **case.options)
            for vector, answer in told:
                wrong = difference(program, case.words(vector), answer, case.kind == "torture")
                if wrong is not None:
                    return Verdict.WRONG, f"{' '.join(map(str, vector))}: {wrong}" if vector else wrong
    except Unusable as error:
        return Verdict.UNUSABLE, str(error)
    except InputError as error:
        return Verdict.REFUSED, error.message
    except HangError:
        return Verdict.TOO_LONG, f"over {seconds:g} s"
    except MemoryError:
        return Verdict.TOO_LONG, "too much memory"
    except StuckError as error:
        return Verdict.TOO_LONG if "no end" in str(error) else Verdict.WRONG, str(error)
    except Exception as error:
        return Verdict.CRASHED, f"{type(error).__name__}: {error}"[:200]
    return Verdict.RIGHT, ""


def difference(program: Program, words: dict[str, int], answer: Answer, may_be_undefined: bool = False) -> str | None:
    """In what a run differs from gcc's; None where it does not. Where a result is told, another one must not be taken for it.

    Unusable where a run that ends otherwise has called a function that may return any value, such as printf: there our reading
    allows gcc's run, too, which one run of ours cannot show; and, where what programs do may be undefined, one that ends there.
    """
    run = execute(program.system, {**words, "expected": answer.number if answer.ending == "sum" else 0})
    if run.place.cause == LIMIT:
        raise InputError(f"a limit: {run.place.text}")
    got = _ending(run.place.kind, run.place.line, run.place.text, answer)
    if got != (answer.ending, answer.number):
        given = {*words, "expected"}
        if free := sorted({own.source for own in program.readings.values() if own.call and own.source in run.called} - given):
            raise Unusable(f"{free[0]}() returns any value")
        if run.left_open:
            raise Unusable("it depends on what C leaves open")
        if may_be_undefined and run.place.cause == "undefined":
            raise Unusable(f"what it does is undefined: {run.place.text}")
        return f"{got[0]} {got[1]} for gcc's {answer.ending} {answer.number}"
    other = {**words, "expected": answer.number ^ 1}
    if answer.ending == "sum" and execute(program.system, other).place.kind is not Kind.EXIT:
        return f"another result than gcc's {answer.number} is reached, too"
    ours, theirs = Counter(source for source in run.read if source in words), Counter(answer.read)
    if more := ours - theirs:
        return f"{' '.join(more)} is read more often than by gcc's program"
    fewer = theirs - ours if run.all_known else ()
    return f"{' '.join(fewer)} is read less often than by gcc's program" if fewer else None


def _ending(kind: Kind, line: int | None, text: str, answer: Answer) -> tuple[str, int]:
    """How one of our runs ended, in the words of gcc's answers."""
    if kind is Kind.EXIT:
        return "exit", 0
    if text == "sum != expected()":
        return "sum", answer.number if answer.ending == "sum" else -1
    return ("error", 0) if text.startswith("reach_error") else ("fail", line or 0)
