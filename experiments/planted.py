"""Random specifications with a known answer: a random program is planted, and the specification asks for what it computes.

A case is a function of its seed and index. The same term holds at every width, so that the planted program satisfies its
specification at every width, and every claim about lengths can be checked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from synth import terms
from synth.operators import WORD_OPERATORS, Operator
from synth.program import Instruction, Program, constant_program
from synth.specification import Function, Specification
from synth.terms import Term


@dataclass(frozen=True)
class Planted:
    """A specification and a solution of it."""

    name: str
    specification: Specification
    solution: Mapping[str, Program]

    @property
    def length(self) -> int:
        """The number of instructions of the solution, in all functions together."""
        return sum(program.length for program in self.solution.values())


def planted(seed: int, index: int, variant: str = "") -> Planted:
    """Case number `index` of `seed`; `variant` chooses a row of VARIANTS instead of a random one."""
    rng = random.Random(f"{seed}/{index}")
    width = rng.choice((4, 5, 7, 8, 8, 12, 16, 24, 32, 32))
    operators = random_operators(rng)
    drawn = rng.choices(list(VARIANTS), weights=(5, 1, 1, 1, 1, 1, 1))[0]
    kind = variant or drawn
    exists, forall, body, precondition, solution = VARIANTS[kind](rng, operators, width)
    name = f"{kind}-{seed}-{index}"
    chosen = None if len(operators) == len(WORD_OPERATORS) else operators
    spec = Specification(exists, forall, body, width, precondition, chosen, name=name)
    return Planted(name, spec, {f: program.normalise(width) for f, program in solution.items()})


def random_operators(rng: random.Random) -> tuple[Operator, ...]:
    """All operators of L on words in half of the cases, else a random subset."""
    if rng.random() < 0.5:
        return WORD_OPERATORS
    return tuple(rng.sample(WORD_OPERATORS, rng.randint(3, 12)))


def random_program(rng: random.Random, operators: Sequence[Operator], inputs: int, length: int, width: int) -> Program:
    """A program of at most `length` instructions; each uses the one before it, so that none is dead."""
    constants = tuple(random_constant(rng, width) for _ in range(rng.choice((0, 0, 1, 1, 2))))
    known, instructions = inputs + len(constants), list[Instruction]()
    for i in range(length):
        op = rng.choice(operators)
        operands = [rng.randrange(known + i) for _ in range(op.arity)]
        operands[rng.randrange(op.arity)] = known + i - 1 if i else rng.randrange(inputs)
        instructions.append(Instruction(op, tuple(operands)))
    return Program(inputs, constants, tuple(instructions), known + length - 1).normalise(width)


def random_constant(rng: random.Random, width: int) -> int:
    """A small number, a word close to 2^width, or any word."""
    return rng.choice((rng.randrange(4), -rng.randrange(1, 4), rng.randrange(1 << width), width - 1)) % (1 << width)


def as_term(program: Program, arguments: Sequence[Term]) -> Term:
    """What the program computes, as a term."""
    values = [*arguments, *(terms.constant(c) for c in program.constants)]
    for op, operands in program.instructions:
        values.append(terms.apply(op, *(values[o] for o in operands)))
    return values[program.result]


Parts = tuple[tuple[Function, ...], tuple[Term, ...], Term, Term, dict[str, Program]]
_TRUE = terms.constant(True)


def _some(rng: random.Random, operators: Sequence[Operator], width: int, most: int = 3) -> tuple[Function, Program, list[Term]]:
    """A function of 1 to 3 arguments, a program for it, and a ∀ word per argument."""
    inputs = rng.choice((1, 1, 2, 2, 3))
    program = random_program(rng, operators, inputs, rng.randint(1, most), width)
    return Function("f", inputs), program, [terms.symbol(n) for n in ("x", "y", "z")[:inputs]]


def plain(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """f(x…) = P(x…)."""
    f, program, words = _some(rng, operators, width)
    return (f,), tuple(words), f(*words) == as_term(program, words), _TRUE, {"f": program}


def conditional(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """f(x…) = P(x…) where x is not 0, or small."""
    f, program, words = _some(rng, operators, width)
    given = rng.choice((words[0] != 0, words[0] < 9, terms.slt(0, words[0])))
    return (f,), tuple(words), f(*words) == as_term(program, words), given, {"f": program}


def difference(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """f(x…) - f(v…) = P(x…) - P(v…): two calls, and P is determined up to a constant."""
    f, program, words = _some(rng, operators, width, 2)
    others = [terms.symbol(n) for n in ("u", "v", "w")[: len(words)]]
    body = f(*words) - f(*others) == as_term(program, words) - as_term(program, others)
    return (f,), (*words, *others), body, _TRUE, {"f": program}


def nested(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """f(f(x)) = P(P(x)), nothing being said of f(x) alone."""
    program, x, f = random_program(rng, operators, 1, rng.randint(1, 2), width), terms.symbol("x"), Function("f", 1)
    return (f,), (x,), f(f(x)) == as_term(program, [as_term(program, [x])]), _TRUE, {"f": program}


def two(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """f(x…) = P(x…) and g(x…) = Q(x…)."""
    f, p, words = _some(rng, operators, width, 2)
    g, q = Function("g", len(words)), random_program(rng, operators, len(words), rng.randint(1, 2), width)
    return (f, g), tuple(words), (f(*words) == as_term(p, words)) & (g(*words) == as_term(q, words)), _TRUE, {"f": p, "g": q}


def coupled(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """g(f(x…)) = Q(P(x…)): two functions, and many ways to share the work."""
    f, p, words = _some(rng, operators, width, 2)
    g, q = Function("g", 1), random_program(rng, operators, 1, 1, width)
    return (f, g), tuple(words), g(f(*words)) == as_term(q, [as_term(p, words)]), _TRUE, {"f": p, "g": q}


def with_word(rng: random.Random, operators: Sequence[Operator], width: int) -> Parts:
    """f(x…) = P(x…), and beside f the word k is to be found, given by its triple."""
    f, program, words = _some(rng, operators, width, 2)
    value, k = random_constant(rng, width), Function("k", 0)
    body = (f(*words) == as_term(program, words)) & (k.term * 3 == terms.constant(value) * 3)
    return (f, k), tuple(words), body, _TRUE, {"f": program, "k": constant_program(value)}


VARIANTS: dict[str, Callable[[random.Random, Sequence[Operator], int], Parts]] = {
    "plain": plain, "conditional": conditional, "difference": difference, "nested": nested, "two": two, "coupled": coupled,
    "word": with_word,
}
"""The kinds of specification."""
