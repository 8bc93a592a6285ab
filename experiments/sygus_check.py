"""Answers to SyGuS-IF problems judged without the solver's own code: one SMT-LIB script, made of the problem's text, for Z3.

The answer's define-funs stand in place of the synth-funs, the variables become constants, and the assertion is that the assumptions
hold and some constraint fails: unsat says that the answer is right. That no answer exists at all is confirmed where Z3 refutes
the constraints over functions of which nothing is known; it cannot be where only the grammar rules every answer out.

`python -m experiments.sygus_check FILE < ANSWER` prints a JSON object: whether the answer is verified (null: Z3 does not know),
the reason where it is not, whether its functions are in the grammar, and its sizes.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import click
import z3

from experiments.answers import FAIL, DefineFun, parse_answer, sizes, unfolded
from experiments.sexpr import Node, head, read, show
from synth.errors import InputError, NotDerivable
from synth.frontends.sygus.load import load_text
from synth.frontends.sygus.recheck import recheck

_IMPLIES = re.compile(r"(?<![^\s()])implies(?![^\s()])")
_KEPT = ("define-fun", "define-fun-rec", "define-funs-rec", "define-sort", "define-const", "declare-datatype", "declare-datatypes",
         "declare-sort")
_SORTS = ("define-sort", "declare-datatype", "declare-datatypes", "declare-sort")
_IGNORED = ("set-logic", "set-option", "set-options", "set-info", "set-feature", "check-synth")


@dataclass
class Problem:
    """A problem's commands by what they are to the script.

    definitions   functions and sorts, and in their places the names of the functions that are looked for
    signatures    parameters and sort of these functions
    variables     declarations of constants
    """

    definitions: list[str | Node] = field(default_factory=list)
    signatures: dict[str, tuple[list[Node], Node]] = field(default_factory=dict)
    variables: list[tuple[str, Node]] = field(default_factory=list)
    constraints: list[Node] = field(default_factory=list)
    assumptions: list[Node] = field(default_factory=list)

    def script(self, answer: Iterable[DefineFun]) -> str:
        """Satisfiable where the answer is wrong. ValueError where it does not define exactly what is looked for."""
        functions = list(answer)
        if sorted(bare(f.name) for f in functions) != sorted(map(bare, self.signatures)):
            names = ", ".join(f.name for f in functions) or "nothing"
            raise ValueError(f"defines {names} where {', '.join(self.signatures)} is looked for")
        found = {name: next(f for f in functions if bare(f.name) == bare(name)) for name in self.signatures}
        for name, signature in self.signatures.items():
            self._check_signature(name, signature, found[name])
        return "\n".join([*self._defined({name: f.text for name, f in found.items()}, self.variables),
                          *(f"(assert {show(a)})" for a in self.assumptions), f"(assert (not {_all(self.constraints)}))"])

    def _defined(self, functions: Mapping[str, str], variables: Iterable[tuple[str, Node]]) -> Iterator[str]:
        """Sorts, constants, which definitions may speak of, and definitions with `functions` in their places."""
        yield from (show(d) for d in self.definitions if head(d) in _SORTS)
        yield from (f"(declare-const {name} {show(sort)})" for name, sort in variables)
        yield from (functions[d] if isinstance(d, str) else show(d) for d in self.definitions if head(d) not in _SORTS)

    def _check_signature(self, name: str, signature: tuple[list[Node], Node], found: DefineFun) -> None:
        parameters, sort = signature
        wanted = [p[-1] for p in parameters], sort
        given = [modern(p)[-1] for p in found.parameters], modern(found.sort)
        if given != wanted:
            raise ValueError(f"{name} has another signature")
        foreign = set(_atoms(unfolded(found.body))) & {v for v, _ in self.variables} - {str(p[0]) for p in found.parameters}
        if foreign:
            raise ValueError(f"{name} mentions {', '.join(sorted(foreign))}, which it is not given")

    def refutation(self) -> str:
        """Unsatisfiable only where no functions whatever satisfy the constraints."""
        declared = [f"(declare-fun {d} ({' '.join(show(p[-1]) for p in self.signatures[d][0])}) {show(self.signatures[d][1])})"
                    if isinstance(d, str) else show(d) for d in self.definitions]
        formula = f"(=> {_all(self.assumptions)} {_all(self.constraints)})"
        words = " ".join(f"({name} {show(sort)})" for name, sort in self.variables)
        return "\n".join([*declared, f"(assert {f'(forall ({words}) {formula})' if words else formula})"])


def _atoms(root: Node) -> Iterator[str]:
    """The atoms of an expression, those of shared parts once."""
    seen, waiting = set[int](), [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            waiting += node


def bare(symbol: str) -> str:
    """A symbol without the bars that may quote it."""
    return symbol[1:-1] if symbol.startswith("|") else symbol


def _all(formulas: Iterable[Node]) -> str:
    return f"(and true {' '.join(map(show, formulas))})"


def modern(node: Node) -> Node:
    """An expression without the syntax of SyGuS-IF 1.0: bare `(BitVec 8)`, sorts in lets. Only those lists are new that must be."""
    replaced: list[Node] = [node]
    waiting: list[Node] = [replaced]
    while waiting:
        whole = waiting.pop()
        if not isinstance(whole, list):
            continue
        for i, part in enumerate(whole):
            match part:
                case ["BitVec", str(bits)]:
                    whole[i] = ["_", "BitVec", bits]
                case ["let", list(bindings), body]:
                    whole[i] = ["let", [[b[0], b[-1]] if isinstance(b, list) else b for b in bindings], body]
                case list():
                    whole[i] = list(part)
        waiting += whole
    return replaced[0]


def parse_problem(text: str) -> Problem:
    """A SyGuS-IF file taken apart. ValueError for a command that is not known."""
    problem = Problem()
    for command in map(modern, read(text)):
        _enter(problem, command)
    return problem


def _enter(problem: Problem, command: Node) -> None:
    match command:
        case ["synth-fun", str(name), list(parameters), sort, *_]:
            problem.definitions.append(name)
            problem.signatures[name] = (parameters, sort)
        case ["synth-inv", str(name), list(parameters), *_]:
            problem.definitions.append(name)
            problem.signatures[name] = (parameters, "Bool")
        case ["declare-var", str(name), sort]:
            problem.variables.append((name, sort))
        case ["declare-primed-var", str(name), sort]:
            problem.variables += [(name, sort), (name + "!", sort)]
        case ["constraint", formula]:
            problem.constraints.append(formula)
        case ["assume", formula]:
            problem.assumptions.append(formula)
        case ["inv-constraint", str(invariant), str(before), str(step), str(after)]:
            problem.constraints += _inductive(problem, invariant, before, step, after)
        case ["chc-constraint", list(parameters), body, conclusion]:
            problem.constraints.append(["forall", parameters, ["=>", body, conclusion]])
        case _ if head(command) in _KEPT:
            problem.definitions.append(command)
        case _ if head(command) not in _IGNORED:
            raise ValueError(f"unknown command {show(command)[:60]!r}")


def _inductive(problem: Problem, invariant: str, before: str, step: str, after: str) -> list[Node]:
    """The three conditions of an inductive invariant, over constants of their own."""
    sorts = [p[-1] for p in problem.signatures[invariant][0]]
    now: list[Node] = [f"|{invariant} now {i}|" for i in range(len(sorts))]
    later: list[Node] = [f"|{invariant} later {i}|" for i in range(len(sorts))]
    problem.variables += [(str(name), sort) for name, sort in zip(now + later, sorts * 2, strict=True)]
    return [["=>", [before, *now], [invariant, *now]],
            ["=>", ["and", [invariant, *now], [step, *now, *later]], [invariant, *later]],
            ["=>", [invariant, *now], [after, *now]]]


def judge(problem: str, answer: str, seconds: float) -> dict[str, Any]:
    """What can be said of an answer: `verified`, `detail` where it is not True, `dag` and `tree`."""
    if "(define-fun implies " in problem:  # which Z3 has, under SMT-LIB 1's name
        problem, answer = _IMPLIES.sub("implies!", problem), _IMPLIES.sub("implies!", answer)
    try:
        read = parse_problem(problem)
    except ValueError as error:
        return {"verified": None, "detail": f"the problem is not understood: {error}"[:300]}
    try:
        found = parse_answer(answer)
        if found == FAIL:
            return {"verified": None, "detail": FAIL}
        if isinstance(found, str):
            return _refuted(read, seconds)
        dag, tree = sizes(found)
        return {**_verdict(read.script(found), seconds, None), "dag": dag, "tree": tree}
    except (ValueError, z3.Z3Exception) as error:
        return {"verified": False if _is_legible(read) else None, "detail": str(error)[:300]}


def _is_legible(problem: Problem) -> bool:
    """Whether Z3 can read the problem alone, so that it is the answer that is at fault."""
    try:
        z3.Solver().from_string(problem.refutation())
    except (ValueError, z3.Z3Exception):
        return False
    return True


def _refuted(problem: Problem, seconds: float) -> dict[str, Any]:
    """Whether no function at all answers a problem; not said where Z3 cannot read that, as with definitions over variables."""
    try:
        return _verdict(problem.refutation(), seconds, "not confirmed")
    except z3.Z3Exception as error:
        return {"verified": None, "detail": f"not confirmed: {error}"[:300]}


def _verdict(script: str, seconds: float, otherwise: str | None) -> dict[str, Any]:
    """True where the script is unsatisfiable; where it is satisfiable False, or None with the detail `otherwise`."""
    solver = z3.SolverFor("QF_BV") if "(forall" not in script and "(declare-fun" not in script else z3.Solver()
    solver.set("timeout", int(seconds * 1000))
    solver.from_string(script)
    verdict = solver.check()
    if verdict == z3.unsat:
        return {"verified": True}
    if otherwise or verdict != z3.sat:
        return {"verified": None, "detail": otherwise or f"Z3: {solver.reason_unknown()}"}
    return {"verified": False, "detail": f"fails at {solver.model()}"[:300]}


def in_grammar(problem: str, answer: str) -> bool | None:
    """Whether the answer's functions are what the problem's grammars derive, judged by our front end on the text alone.

    A let that only shares what is written twice counts as what it stands for. None where there are no functions, or our front end
    does not read the problem.
    """
    try:
        functions, read = parse_answer(answer), load_text(problem)
        if isinstance(functions, list):
            recheck(read, {bare(f.name): replace(f, body=unfolded(f.body)).text for f in functions})
            return True
    except NotDerivable:
        return False
    except (ValueError, InputError):
        return None
    return None


@click.command(help=__doc__)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=pathlib.Path))
@click.option("--timeout", default=60.0, show_default=True, help="Seconds for Z3.")
def main(file: pathlib.Path, timeout: float) -> None:
    """Judge the answer on stdin."""
    problem, answer = file.read_text(encoding="utf-8"), sys.stdin.read()
    click.echo(json.dumps({**judge(problem, answer, timeout), "in_grammar": in_grammar(problem, answer)}))


if __name__ == "__main__":
    main()
