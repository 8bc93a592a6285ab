"""Small grammars for the engines' tests, and which programs they have, by brute force that knows nothing of `synth.grammar`."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from synth import terms
from synth.engines.protocol import Point
from synth.evaluation.integers import Integers
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import Macro, macro
from synth.operators import WORD_OPERATORS, operator

A, B, C = (terms.symbol(name) for name in "abc")
Table = tuple[int, ...]
Node = tuple[Table, frozenset[int]]


def defined(name: str, body: terms.Term, arity: int) -> Macro:
    """An operator `name` of parameters a, b, c."""
    return macro(name, (f"({name} ", *([" "] * (arity - 1)), ")"), ("a", "b", "c")[:arity], body)


def spelt(name: str) -> Macro:
    """An operator of the table, as grammars have it."""
    arity = operator(name).arity
    return defined(f"bv{name}", terms.apply(name, *(A, B, C)[:arity]), arity)


def rule(name: str, *operands: int) -> Rule:
    """An operator of the table on non-terminals."""
    return Rule(spelt(name), operands)


SHR1 = defined("shr1", A >> 1, 1)
IF0 = defined("if0", terms.ite(A == 1, B, C), 3)
LOW = defined("low", A & 3, 1)

CONDITIONS = Grammar((
    NonTerminal("Word", None, (0, 1), (0, 1), False, (rule("add", 0, 0), rule("sub", 0, 0), rule("ite", 1, 0, 0))),
    NonTerminal("Bool", 1, (), (), False, (rule("slt", 0, 0), rule("eq", 0, 0), rule("and", 1, 1)))))
"""Words and conditions, no free constants."""

LAYERS = Grammar((
    NonTerminal("D3", 1, (), (), False, (rule("xor", 1, 1), rule("and", 1, 1))),
    NonTerminal("D2", 1, (2,), (), False, (rule("xor", 2, 2), rule("or", 2, 2))),
    NonTerminal("D1", 1, (0, 1, 2), (1,), False, (rule("and", 3, 3), rule("xor", 3, 3))),
    NonTerminal("D0", 1, (0, 1, 2), (), False, ())))
"""Boolean functions of bounded depth, each layer with operators of its own."""

TRICKS = Grammar((
    NonTerminal("Start", None, (0,), (0, 1), False,
                (Rule(SHR1, (0,)), Rule(IF0, (0, 0, 0)), rule("not", 0), rule("and", 0, 0), rule("add", 0, 0))),))
"""One sort, macros of its own."""

NARROW = Grammar((
    NonTerminal("Word", None, (0,), (), False, (rule("shl", 0, 1), rule("add", 0, 2))),
    NonTerminal("Amount", 2, (), (), True, (Rule(LOW, (0,)),)),
    NonTerminal("Ten", None, (), (10,), False, ())))
"""Constants of two bits at some places, a literal at others, none elsewhere."""

FLAT = Grammar((NonTerminal("Start", None, (0, 1), (1,), False,
                            (rule("add", 0, 0), rule("and", 0, 0), rule("not", 0), rule("lshr", 0, 0))),))
"""One sort over operators of the table, without free constants."""


COUNTING = Grammar((NonTerminal("Start", None, (), (1,), False, (rule("add", 0, 0),)),))
"""Sums of ones."""


def random_grammar(rng: random.Random, width: int) -> Grammar:
    """Up to three non-terminals, as disorderly as they come: shared rules, constants here and there, narrow places."""
    count = rng.choice((1, 2, 2, 3))
    chosen = [spelt(op.name) for op in rng.sample(WORD_OPERATORS, 2)] + [rng.choice((SHR1, LOW, IF0))]
    shared = [Rule(op, tuple(rng.randrange(count) for _ in range(op.arity))) for op in chosen]
    return Grammar(tuple(_random_place(rng, n, count, width, chosen, shared) for n in range(count)))


def random_flat(rng: random.Random, width: int) -> Grammar:
    """Three operators of the table on one sort."""
    rules = tuple(Rule(op, (0,) * op.arity) for op in (spelt(o.name) for o in rng.sample(WORD_OPERATORS, 3)))
    literals = tuple(rng.sample(range(1 << width), rng.choice((0, 1, 1, 2))))
    return Grammar((NonTerminal("Start", None, (0,) if rng.random() < 0.9 else (), literals, rng.random() < 0.3, rules),))


def _random_place(rng: random.Random, number: int, count: int, width: int, chosen: Sequence[Macro],
                  shared: Sequence[Rule]) -> NonTerminal:
    literals = tuple(rng.sample(range(1 << width), rng.choice((0, 0, 1))))
    rules = [r for r in shared if rng.random() < 0.6]
    rules += [Rule(op, tuple(rng.randrange(count) for _ in range(op.arity))) for op in chosen if rng.random() < 0.4]
    tests = [r for r in rules if r.operator.boolean]
    if number and tests and rng.random() < 0.7:
        return NonTerminal(f"N{number}", 1, (), tuple(v % 2 for v in literals), rng.random() < 0.4, tuple(tests))
    arguments = (0,) if rng.random() < 0.7 else ()
    return NonTerminal(f"N{number}", None, arguments, literals, rng.random() < 0.4, tuple(dict.fromkeys(rules)))


def _used(grammar: Grammar) -> list[NonTerminal]:
    """The non-terminals that a program can have a part of."""
    found = [0]
    for n in found:
        found += sorted({o for r in grammar.nonterminals[n].rules for o in r.operands} - set(found))
    return [grammar.nonterminals[n] for n in found]


def _leaves(grammar: Grammar, width: int, constants: tuple[int, ...], arity: int) -> Iterator[Node]:
    size, written = 1 << width, {v % (1 << width) for n in _used(grammar) for v in n.literals}
    for k, column in enumerate(zip(*itertools.product(range(size), repeat=arity), strict=True)):
        yield column, frozenset(i for i, n in enumerate(grammar.nonterminals) if k in n.arguments)
    for value in dict.fromkeys((*constants, *sorted(written))):
        yield (value,) * size**arity, frozenset(
            i for i, n in enumerate(grammar.nonterminals)
            if value in {v % size for v in n.literals} or (n.any_constant and value < 1 << (width if n.bits is None else n.bits)))


def _instructions(grammar: Grammar, width: int, nodes: frozenset[Node]) -> set[Node]:
    """What one more instruction can give."""
    domain, found = Integers(width), set[Node]()
    for op in {r.operator for n in grammar.nonterminals for r in n.rules}:
        for operands in itertools.product(sorted(nodes, key=str), repeat=op.arity):
            derived = frozenset(i for i, n in enumerate(grammar.nonterminals) for r in n.rules if r.operator is op
                                and all(o in known for o, (_, known) in zip(r.operands, operands, strict=True)))
            if derived:
                found.add((tuple(op(domain, *row) for row in zip(*(table for table, _ in operands), strict=True)), derived))
    return found


def reachable(grammar: Grammar, width: int, constants: tuple[int, ...], most: int, arity: int = 1) -> list[set[Table]]:
    """Per length up to `most`, the value tables of every program of `arity` arguments over literals and exactly these constants."""
    states = {frozenset(_leaves(grammar, width, constants, arity))}
    reached = [{table for state in states for table, derived in state if 0 in derived}]
    for _ in range(most):
        states = {state | {node} for state in states for node in _instructions(grammar, width, state)}
        reached.append({table for state in states for table, derived in state if 0 in derived})
    return reached


def first_solution(grammar: Grammar, width: int, relation: Sequence[set[int]], points: Sequence[Point]) -> Point | None:
    """The first of `points`, in their order, that holds a program whose value for each argument is one of those related to it."""
    most = max(p.length for p in points)
    found: set[tuple[int, int]] = set()
    for count in range(max(p.constants for p in points) + 1):
        for constants in itertools.combinations(range(1 << width), count):
            reach = reachable(grammar, width, constants, most)
            lengths = (n for n, tables in enumerate(reach)
                       if any(all(v in wanted for v, wanted in zip(t, relation, strict=True)) for t in tables))
            found |= {(length, count) for length in itertools.islice(lengths, 1)}
    return next((p for p in points if any(n <= p.length and c <= p.constants for n, c in found)), None)
