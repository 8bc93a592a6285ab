"""Many cases, judged by several processes: a line of JSON for each, and a table in the end."""

from __future__ import annotations

import concurrent.futures
import json
import pathlib
import re
import resource
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import IO

from experiments.conformance.cases import Case, Result, Unusable, Verdict
from experiments.conformance.judge import judged
from experiments.reports.table import Kind, Table
from synth.errors import InputError

_MEMORY = 4 << 30
_FAULTS = (Verdict.WRONG, Verdict.CRASHED)


@dataclass(frozen=True)
class Task:
    """A case that a process makes and judges: by `make`, in `seconds`; a program that is read wrongly is written into `keep`."""

    make: Callable[[], Case]
    name: str
    seconds: float
    keep: pathlib.Path | None = None

    def run(self) -> Result:
        """What comes of it."""
        try:
            case = self.make()
        except Unusable as error:
            return Result(self.name, "", Verdict.UNUSABLE, str(error))
        except InputError as error:
            return Result(self.name, "", Verdict.REFUSED, error.message)
        result = judged(case, self.seconds)
        if self.keep is not None and result.verdict in _FAULTS:
            (self.keep / f"{case.name.replace('/', '-')}.c").write_text(f"/* {result.reason} */ {case.text}", encoding="utf-8")
        return result


def results(tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """What comes of each task, as they end."""
    with concurrent.futures.ProcessPoolExecutor(jobs, initializer=_prepared) as pool:
        try:
            for done in concurrent.futures.as_completed([pool.submit(task.run) for task in tasks]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _prepared() -> None:
    """A process that holds its memory, and leaves interruptions to the one that started it.

    The limit may be raised again, as it has to be for programs that gcc's sanitizers watch.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, hard))


def write(result: Result, out: IO[str]) -> None:
    """A line for a result."""
    out.write(json.dumps({**asdict(result), "verdict": result.verdict.value, "seconds": round(result.seconds, 3)}) + "\n")
    out.flush()


def is_fault(result: Result) -> bool:
    """Whether we are at fault."""
    return result.verdict in _FAULTS


def told(result: Result) -> str:
    """A line for a result, for a person."""
    return f"{result.name}: {result.verdict.value}" + (f", {result.reason}" if result.reason else "")


def summary(found: Sequence[Result]) -> Table:
    """How many cases had which verdict, by their kinds."""
    groups = {kind: [r for r in found if r.kind == kind] for kind in sorted({r.kind for r in found})}
    rows = [_counted(kind or "other", own) for kind, own in groups.items()]
    footer = [_counted("all", found)] if len(rows) > 1 else []
    return Table("conformance", "Conformance", "", {"programs": Kind.TEXT, "cases": Kind.COUNT, "runs": Kind.COUNT,
                                                    **{v.value: Kind.COUNT for v in Verdict}}, rows, footer)


def _counted(name: str, found: Sequence[Result]) -> dict[str, str | int]:
    verdicts = Counter(r.verdict for r in found)
    return {"programs": name, "cases": len(found), "runs": sum(r.runs for r in found if r.verdict is Verdict.RIGHT),
            **{v.value: verdicts[v] for v in Verdict}}


def reasons(found: Sequence[Result]) -> Table:
    """Why cases were refused or left out, and how often."""
    kinds = (Verdict.REFUSED, Verdict.UNUSABLE, Verdict.TOO_LONG)
    counts = Counter((r.verdict.value, _generic(r.reason)) for r in found if r.verdict in kinds)
    rows = [{"verdict": verdict, "reason": reason, "cases": number} for (verdict, reason), number in counts.most_common()]
    return Table("reasons", "Reasons", "", {"verdict": Kind.TEXT, "reason": Kind.TEXT, "cases": Kind.COUNT}, rows)


def _generic(reason: str) -> str:
    """A reason without the names and numbers of a generated program, and the places of a linker's messages."""
    return re.sub(r"\b[glfp]_?\d+(\.f\d+|\[[^]]*\])*", "X", re.sub(r"\S+:\([^)]*\): |program\.c:[\d:]+ ", "", reason))
