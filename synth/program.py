"""Straight-line programs of L as values: check, evaluate, print, remove dead code, canonicalise.

An operand is a number: the arguments come first, then the constants, then the results of the instructions so far (thesis,
section 6.4.1). A program has no width of its own, but its constants were found at one; they are taken modulo 2^width.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from synth import terms
from synth.errors import InputError
from synth.operators import LANGUAGE, Domain, Operator, operator
from synth.terms import Term, TermKind

V = TypeVar("V")


class Instruction(NamedTuple):
    """One operator on earlier operands."""

    operator: Operator
    operands: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """A function of `inputs` words.

    `result` is the operand that is returned: for a minimal program the last instruction, and an argument or a constant for
    a program of length 0.
    """

    inputs: int
    constants: tuple[int, ...]
    instructions: tuple[Instruction, ...]
    result: int

    def __post_init__(self) -> None:
        known = self.inputs + len(self.constants)
        for op, operands in self.instructions:
            if len(operands) != op.arity or any(not 0 <= o < known for o in operands):
                raise ValueError(f"{op} on operands {operands} is not well formed where {known} are known")
            known += 1
        if not 0 <= self.result < known:
            raise ValueError(f"the result {self.result} does not exist")

    @property
    def length(self) -> int:
        """How many instructions; constants cost nothing."""
        return len(self.instructions)

    def run(self, domain: Domain[V], arguments: Sequence[V]) -> V:
        """The result on `arguments`, in any domain."""
        values = [*arguments, *(domain.constant(c) for c in self.constants)]
        for op, operands in self.instructions:
            values.append(op(domain, *(values[o] for o in operands)))
        return values[self.result]

    def with_constants(self, constants: Sequence[int]) -> Program:
        """The same skeleton over other constants."""
        return replace(self, constants=tuple(constants))

    def normalise(self, width: int) -> Program:
        """Without dead code, unused or equal constants; constants, commutative operands and instructions in canonical order.

        Two programs that differ only in these ways become equal. Constants are reduced modulo 2^width.
        """
        first = self.inputs + len(self.constants)
        live, stack = set[int](), [self.result]
        while stack:
            operand = stack.pop()
            if operand not in live:
                live.add(operand)
                if operand >= first:
                    stack.extend(self.instructions[operand - first].operands)
        used = [c % (1 << width) for i, c in enumerate(self.constants) if self.inputs + i in live]
        constants = tuple(sorted(set(used)))
        place = {i: i for i in range(self.inputs)}
        for i, c in enumerate(self.constants):
            if self.inputs + i in live:
                place[self.inputs + i] = self.inputs + constants.index(c % (1 << width))
        waiting = {i: self.instructions[i - first] for i in sorted(live) if i >= first}
        instructions: list[Instruction] = []
        while waiting:
            ready = {i: _renamed(ins, place) for i, ins in waiting.items() if all(o in place for o in ins.operands)}
            chosen = min(ready, key=lambda i: (ready[i].operator.code, ready[i].operands))
            if ready[chosen] in instructions:
                place[chosen] = self.inputs + len(constants) + instructions.index(ready[chosen])
            else:
                place[chosen] = self.inputs + len(constants) + len(instructions)
                instructions.append(ready[chosen])
            del waiting[chosen]
        return Program(self.inputs, constants, tuple(instructions), place[self.result])

    def listing(self, parameters: Sequence[str] = (), width: int | None = None) -> str:
        """The program as text, one instruction a line: `t1 = and x, t0`, and `return t1`."""
        names = operand_names(self, parameters, width)
        known = self.inputs + len(self.constants)
        lines = [f"{names[known + i]} = {op.name} {', '.join(names[o] for o in operands)}"
                 for i, (op, operands) in enumerate(self.instructions)]
        return "\n".join([*lines, f"return {names[self.result]}"])


def _renamed(instruction: Instruction, place: Mapping[int, int]) -> Instruction:
    operands = tuple(place[o] for o in instruction.operands)
    return Instruction(instruction.operator, tuple(sorted(operands)) if instruction.operator.commutative else operands)


def default_parameters(inputs: int) -> tuple[str, ...]:
    """Names for the arguments of a function that has none: x, y, z, or x0, x1, … where there are more than three."""
    return ("x", "y", "z")[:inputs] if inputs <= 3 else tuple(f"x{i}" for i in range(inputs))


def operand_names(program: Program, parameters: Sequence[str] = (), width: int | None = None) -> list[str]:
    """A name for every operand: parameters (or `default_parameters`), constants as numbers, results t0, t1, …

    Where a parameter is itself called t0, t1, … the results are called t_0, t_1, …
    """
    parameters = parameters or default_parameters(program.inputs)
    result = "t"
    while any(re.fullmatch(result + r"\d+", p) for p in parameters):
        result += "_"
    return [*parameters, *(constant_text(c, width) for c in program.constants), *(f"{result}{i}" for i in range(program.length))]


_LINE = re.compile(r"\s*(?:(?P<name>\S+)\s*=\s*(?P<operator>\w+)|return)\s+(?P<operands>.+?)\s*")


def parse_listing(text: str, inputs: int, parameters: Sequence[str] = (), operators: Sequence[Operator] = LANGUAGE) -> Program:
    """The program of some `operators` that `Program.listing` printed over `parameters`; equal constants become one.

    InputError, with the line, for a line that is no such instruction, an operand that is neither known nor a number, a missing or
    misplaced return.
    """
    names = parameters or default_parameters(inputs)
    lines = [_parsed(line, i, operators) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    if [i for i, (_, op, _, _) in enumerate(lines, 1) if op == "return"] != [len(lines)]:
        raise InputError("a program ends with its only return")
    results = {name for name, _, _, _ in lines}
    numbers = tuple(dict.fromkeys(_number(o, i) for _, _, operands, i in lines for o in operands if o not in {*names, *results}))
    place = {name: i for i, name in enumerate(names)}
    instructions: list[Instruction] = []
    for name, op, operands, line in lines:
        known = [o in place or o not in results for o in operands]
        if not all(known):
            raise InputError(f"{operands[known.index(False)]} is used before it is computed", line=line)
        used = tuple(place[o] if o in place else inputs + numbers.index(_number(o, line)) for o in operands)
        if op != "return":
            place[name] = inputs + len(numbers) + len(instructions)
            instructions.append(Instruction(operator(op), used))
    return Program(inputs, numbers, tuple(instructions), used[0])


def _parsed(text: str, line: int, operators: Sequence[Operator]) -> tuple[str, str, list[str], int]:
    """Name, operator (or "return"), operands and number of a line."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise InputError(f"{text.strip()!r} is no instruction", line=line)
    name, op, operands = match["name"] or "", match["operator"] or "return", [o.strip() for o in match["operands"].split(",")]
    arity = 1 if op == "return" else next((o.arity for o in operators if o.name == op), None)
    if arity is None:
        raise InputError(f"unknown operator {op}", line=line)
    if len(operands) != arity:
        raise InputError(f"{op} takes {arity} operands, not {len(operands)}", line=line)
    return name, op, operands, line


def _number(text: str, line: int) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise InputError(f"unknown operand {text!r}", line=line) from None


def constant_text(value: int, width: int | None = None) -> str:
    """Small numbers in decimal, patterns in hexadecimal, words just below 2^width as negative numbers."""
    if width is not None:
        value %= 1 << width
        if width > 4 and value >= (1 << width) - 16:
            return str(value - (1 << width))
    return str(value) if abs(value) < 1024 else hex(value)


def constant_program(value: int, inputs: int = 0) -> Program:
    """The program of length 0 that returns `value`; ∃ words are such programs without inputs."""
    return Program(inputs, (value,), (), inputs)


def of_term(root: Term, names: Sequence[str]) -> Program:
    """The program that computes a term over words of these names; ValueError where the term has calls or the width in it."""
    order = terms.postorder(root)
    constants = list(dict.fromkeys(int(t.data) for t in order if t.kind is TermKind.CONSTANT and isinstance(t.data, int)))
    place: dict[int, int] = {}
    instructions: list[Instruction] = []
    for term in order:
        match term.kind, term.data:
            case TermKind.SYMBOL, str(name):
                place[id(term)] = list(names).index(name)
            case TermKind.CONSTANT, int(value):
                place[id(term)] = len(names) + constants.index(value)
            case TermKind.APPLY, Operator() as op:
                place[id(term)] = len(names) + len(constants) + len(instructions)
                instructions.append(Instruction(op, tuple(place[id(a)] for a in term.arguments)))
            case _:
                raise ValueError(f"no program holds a {term.kind.value}")
    return Program(len(names), tuple(constants), tuple(instructions), place[id(root)])


def applied(program: Program, words: Sequence[Term]) -> Term:
    """A program applied to terms, as a term."""
    values = [*words, *(terms.constant(c) for c in program.constants)]
    for op, operands in program.instructions:
        values.append(terms.apply(op, *(values[o] for o in operands)))
    return values[program.result]
