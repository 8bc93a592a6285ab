"""Programs in a grammar as expressions of the file: which production made each operand, and its text, expanded to a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from synth.errors import SynthError
from synth.frontends.sexpr import symbol_text
from synth.frontends.sygus.nodes import Signature, literal_text
from synth.frontends.sygus.normal import Normal
from synth.grammar import Rule
from synth.macros import Macro
from synth.program import Instruction, Program

MOST_NODES = 200_000
"""Nodes of the largest tree that is written out; grammars have no `let` that would keep sharing."""


@dataclass(frozen=True)
class _Way:
    """How a non-terminal derives an operand: as a leaf's text, or by a rule; and how many nodes the tree has."""

    size: int
    text: str = ""
    rule: Rule | None = None


def derived_text(program: Program, signature: Signature, normal: Normal, width: int) -> str:
    """The smallest expression that the grammar derives for `program`.

    SynthError where the tree is too large to be written, ValueError where the grammar does not derive it.
    """
    ways = _ways(program, signature, normal, width)
    chosen = ways[program.result].get(0)
    if chosen is None:
        raise ValueError(f"{signature.name}: its grammar does not derive {program}")
    if chosen.size > MOST_NODES:
        raise SynthError(f"{signature.name}: an answer was found, but as a tree it has {chosen.size} nodes, too many to be written")
    return _expanded(program, ways)


def _ways(program: Program, signature: Signature, normal: Normal, width: int) -> list[dict[int, _Way]]:
    """For every operand the non-terminals that derive it, each with its smallest way."""
    ways = [_argument_ways(i, signature, normal) for i in range(program.inputs)]
    ways += [_constant_ways(c % (1 << width), normal) for c in program.constants]
    for instruction in program.instructions:
        ways.append(_instruction_ways(instruction, normal, ways))
    return ways


def _argument_ways(argument: int, signature: Signature, normal: Normal) -> dict[int, _Way]:
    text = symbol_text(signature.parameters[argument][0])
    return {i: _Way(1, text) for i, n in enumerate(normal.grammar.nonterminals) if argument in n.arguments}


def _constant_ways(value: int, normal: Normal) -> dict[int, _Way]:
    found: dict[int, _Way] = {}
    for i, (place, sort, spelling) in enumerate(zip(normal.grammar.nonterminals, normal.sorts, normal.spellings, strict=True)):
        if value in spelling:
            found[i] = _Way(1, spelling[value])
        elif place.any_constant and value >> sort.width == 0:
            found[i] = _Way(1, literal_text(value, sort))
    return found


def _instruction_ways(instruction: Instruction, normal: Normal, known: Sequence[dict[int, _Way]]) -> dict[int, _Way]:
    operands = [known[o] for o in instruction.operands]
    found: dict[int, _Way] = {}
    for i, place in enumerate(normal.grammar.nonterminals):
        fitting = [r for r in place.rules
                   if r.operator is instruction.operator and all(o in ways for o, ways in zip(r.operands, operands, strict=True))]
        if fitting:
            found[i] = min((_Way(1 + sum(w[o].size for o, w in zip(r.operands, operands, strict=True)), "", r) for r in fitting),
                           key=lambda way: way.size)
    return found


def _expanded(program: Program, ways: Sequence[dict[int, _Way]]) -> str:
    first = program.inputs + len(program.constants)
    parts: list[str] = []
    stack: list[str | tuple[int, int]] = [(program.result, 0)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        operand, place = item
        way = ways[operand][place]
        if way.rule is None:
            parts.append(way.text)
            continue
        assert isinstance(way.rule.operator, Macro)
        pieces = way.rule.operator.pieces
        inner: list[str | tuple[int, int]] = [pieces[0]]
        for below, piece in zip(zip(program.instructions[operand - first].operands, way.rule.operands, strict=True), pieces[1:],
                                strict=True):
            inner += [below, piece]
        stack.extend(reversed(inner))
    return "".join(parts)
