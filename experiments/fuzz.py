"""Fuzzing end to end: random specifications with planted programs, solved as always, the answers judged independently.

Wrong is: an answer that fails on some input, "infeasible", or a claim about lengths that the planted program shows to be false.
A hang is a run that outlives its time limit, an orphan a process that outlives its run. The exit status is 1 where anything of
that kind was seen. A case is had again by its seed and index.
"""

from __future__ import annotations

import collections
import time
from collections.abc import Mapping, Sequence

import click
import numpy as np
import psutil
import z3

from experiments.alarm import HangError, alarm
from experiments.planted import VARIANTS, Planted, planted
from synth.engines.protocol import candidate_length
from synth.evaluation import arrays, integers, smt
from synth.program import Program
from synth.solver.coordinator import solve
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Status
from synth.specification import Specification

_GRACE = 10.0
_BATCH = 1 << 14
_EXHAUSTIVE_BITS = 18
_SERVICES = ("resource_tracker", "forkserver")


def run_case(case: Planted, options: Options) -> list[str]:
    """What came of a case: "solved", "unknown" or "hang", and every complaint, as "wrong: …" or "orphan: …"."""
    assert options.timeout is not None
    try:
        with alarm(options.timeout + _GRACE):
            outcome = solve(case.specification, options, lambda progress: None)
    except HangError:
        return ["hang", *orphans()]
    return [outcome.status.value, *(f"wrong: {w}" for w in judge(case, outcome)), *orphans()]


def orphans() -> list[str]:
    """Child processes that are still there, a second later at the most; they are killed."""
    children = [p for p in psutil.Process().children(recursive=True) if not _is_service(p)]
    _, alive = psutil.wait_procs(children, timeout=1.0)
    for process in alive:
        process.kill()
    return [f"orphan: {process.pid}" for process in alive]


def _is_service(process: psutil.Process) -> bool:
    try:
        return any(service in word for word in process.cmdline() for service in _SERVICES)
    except psutil.Error:
        return False


def judge(case: Planted, outcome: Outcome) -> list[str]:
    """Everything that is wrong with an outcome, given that the planted program solves the specification at every width."""
    found = [f"no solution of length {case.length} or less at {width} bits" for width, lengths in outcome.exhausted.items()
             if set(range(case.length + 1)) <= set(lengths)]
    if outcome.status is Status.INFEASIBLE:
        found.append("infeasible")
    if outcome.candidate is not None:
        length = candidate_length(outcome.candidate)
        if outcome.minimal_width is not None and length > case.length:
            found.append(f"length {length} is minimal at {outcome.minimal_width} bits")
        if outcome.width != case.specification.width:
            found.append(f"an answer at {outcome.width} bits")
        found += refutations(case.specification, outcome.candidate)
    return found


def refutations(spec: Specification, candidate: Mapping[str, Program]) -> list[str]:
    """Inputs at which a candidate fails: by numpy on all inputs or on many, by the reference evaluator on some, and by Z3."""
    width = spec.width
    batch = inputs(spec)
    holds = np.broadcast_to(arrays.evaluate(spec.formula, batch, candidate, width), (len(next(iter(batch.values()))),))
    rows = [int(i) for i in np.flatnonzero(holds == 0)[:1]]
    found = [f"fails at {({n: int(w[i]) for n, w in batch.items()})} (numpy)" for i in rows]
    for i in range(0, len(holds), max(1, len(holds) // 256)):
        row = {n: int(w[i]) for n, w in batch.items()}
        if not integers.evaluate(spec.formula, row, candidate, width):
            found.append(f"fails at {row} (reference)")
            break
    return found + refuted_by_z3(spec, candidate)


def inputs(spec: Specification) -> dict[str, arrays.Words]:
    """All values of the ∀ words where they are few, else many random ones with corners among them."""
    names, width = [str(s.data) for s in spec.forall], spec.width
    if width * len(names) <= _EXHAUSTIVE_BITS:
        points = np.arange(1 << width * len(names), dtype=np.uint64)
        return {n: points >> np.uint64(width * i) & np.uint64((1 << width) - 1) for i, n in enumerate(names)}
    rng = np.random.default_rng(len(names))
    corners = np.array([0, 1, 2, (1 << width) - 1, 1 << width - 1, (1 << width - 1) - 1, width], dtype=np.uint64)
    return {n: np.where(rng.random(_BATCH) < 0.3, rng.choice(corners, _BATCH), rng.integers(0, 1 << width, _BATCH, dtype=np.uint64))
            for n in names}


def refuted_by_z3(spec: Specification, candidate: Mapping[str, Program]) -> list[str]:
    """A counterexample found by one plain Z3 query, which shares no code with the solver's own proofs but the evaluator."""
    domain = smt.Smt(spec.width)
    words = {str(s.data): domain.symbol(str(s.data)) for s in spec.forall}
    solver = z3.Solver()
    solver.set("timeout", 5000)
    solver.add(z3.Not(domain.truth(smt.evaluate(spec.formula, words, candidate, spec.width))))
    return [f"fails at {solver.model()} (z3)"] if solver.check() == z3.sat else []


def told(case: Planted, verdicts: Sequence[str], seconds: float) -> str:
    """A line for a case."""
    spec = case.specification
    return f"{case.name:<20} {spec.width:>2} bits, length {case.length}, {seconds:5.1f} s: {', '.join(verdicts)}"


@click.command(help=__doc__)
@click.option("--count", default=200, show_default=True, help="How many specifications.")
@click.option("--seed", default=0, show_default=True, help="Seed of the specifications and of the search.")
@click.option("--first", default=0, show_default=True, help="Index of the first specification.")
@click.option("--timeout", default=10.0, show_default=True, help="Seconds per specification.")
@click.option("--engines", default="explicit,bounded,genetic", show_default=True, help="Engines that search.")
@click.option("--variant", type=click.Choice(list(VARIANTS)), default=None, help="One kind of specification only.")
def main(count: int, seed: int, first: int, timeout: float, engines: str, variant: str | None) -> None:
    """Run the cases, print those that are not simply solved, and the summary."""
    options = Options(timeout=timeout, seed=seed, engines=tuple(engines.split(",")))
    seen: collections.Counter[str] = collections.Counter()
    for index in range(first, first + count):
        case, started = planted(seed, index, variant or ""), time.monotonic()
        verdicts = run_case(case, options)
        seen.update(v.partition(":")[0] for v in verdicts)
        if verdicts != ["solved"]:
            click.echo(told(case, verdicts, time.monotonic() - started))
    click.echo(f"seed {seed}, {count} specifications: " + ", ".join(f"{number} {what}" for what, number in sorted(seen.items())))
    raise SystemExit(1 if seen.keys() & {"wrong", "hang", "orphan", "infeasible"} else 0)


if __name__ == "__main__":
    main()
