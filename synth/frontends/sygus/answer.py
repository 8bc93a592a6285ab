"""Answers to SyGuS-IF files, in their syntax: printed, and re-checked before anyone sees them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from synth.errors import SynthError
from synth.evaluation.integers import evaluate, run_program
from synth.frontends.sygus.derivation import derived_text
from synth.frontends.sygus.nodes import Signature
from synth.frontends.sygus.printing import define_fun, expression_text
from synth.frontends.sygus.problem import Problem
from synth.frontends.sygus.recheck import recheck
from synth.frontends.sygus.typed import typed
from synth.program import Program

_SAMPLES = 64


def define_funs(problem: Problem, candidate: Mapping[str, Program]) -> dict[str, str]:
    """For each synth-fun, in the order of the file, its `(define-fun …)`, re-checked.

    `candidate` solves the problem's specification. Every text is read again, checked against the signature and the grammar, and
    compared with the program at sample inputs, or tried at the points: RuntimeError where it fails any of that, SynthError where it
    is too large to be written.
    """
    texts = {s.name: _written(problem, s, candidate[s.name]) for s in problem.signatures}
    try:
        reread = recheck(problem, texts)
    except SynthError as error:
        raise RuntimeError(f"an answer was withheld: {error}") from error
    for signature in problem.signatures:
        _compare(problem, signature, candidate[signature.name], reread[signature.name])
    spec = problem.specification
    for point in spec.points:
        if not evaluate(spec.formula, point, reread, spec.width):
            raise RuntimeError(f"an answer was withheld: as written it fails at {dict(point)}")
    return texts


def _written(problem: Problem, signature: Signature, program: Program) -> str:
    width = problem.specification.width
    normal = problem.normal.get(signature.name)
    if normal is not None:
        body = derived_text(program, signature, normal, width)
    else:
        taken = {name for name, _ in signature.parameters} | set(problem.definitions)
        body = expression_text(typed(program, signature, width), taken)
    return define_fun(signature.name, signature.parameters, signature.sort, body)


def _compare(problem: Problem, signature: Signature, program: Program, reread: Program) -> None:
    width = problem.specification.width
    for arguments in _samples(signature):
        results = [_cut(run_program(p, arguments, width), signature) for p in (program, reread)]
        if results[0] != results[1]:
            raise RuntimeError(f"an answer was withheld: {signature.name}{arguments} is {results[0]}, as written {results[1]}")


def _cut(word: int, signature: Signature) -> int:
    """What a word of L stands for in the sort of a function: its lower bits, or whether it is not 0."""
    return word % (1 << signature.sort.bits) if signature.sort.bits else int(word != 0)


def _samples(signature: Signature) -> Iterator[tuple[int, ...]]:
    """Arguments within their sorts: corners and random ones."""
    widths = [sort.width for _, sort in signature.parameters]
    rng = random.Random(len(widths))
    for corner in (0, 1, -1):
        yield tuple(corner % (1 << w) for w in widths)
    for _ in range(_SAMPLES):
        yield tuple(rng.getrandbits(w) >> rng.randrange(w) for w in widths)
