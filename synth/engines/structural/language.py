"""L as a grammar of words and conditions, for functions that have no grammar of their own."""

from __future__ import annotations

from synth.grammar import Grammar, NonTerminal, Rule
from synth.operators import Kind, operator
from synth.specification import Function, Specification

_CONNECTIVES = ("and", "or", "xor", "not", "ite", "eq", "implies")
_NEVER = ("implies", "min", "max")


def grammar_of(specification: Specification, function: Function) -> Grammar:
    """The function's own grammar; else one of the specification's operators: words, and the Booleans that ite asks.

    A predicate starts with the Booleans. At a width of 1 both are the same.
    """
    if function.grammar is not None:
        return function.grammar
    arguments = tuple(range(function.arity))
    operators = specification.operator_set
    if specification.width == 1:
        rules = tuple(Rule(op, (0,) * op.arity) for op in operators if op.name in _CONNECTIVES)
        return Grammar((NonTerminal("Bool", 1, arguments, (0, 1), False, rules),))
    word, boolean = (1, 0) if function.predicate else (0, 1)
    words = [Rule(op, (word,) * op.arity) for op in operators
             if op.kind in (Kind.ARITHMETIC, Kind.BITWISE, Kind.SHIFT) and op.name not in _NEVER]
    if operator("ite") in operators:
        words.append(Rule(operator("ite"), (boolean, word, word)))
    tests = [Rule(op, (word, word)) for op in operators if op.kind is Kind.COMPARISON]
    tests += [Rule(op, (boolean, boolean)) for op in operators if op.name in ("and", "or")]
    tests += [Rule(operator("ite"), (boolean,) * 3)] if operator("ite") in operators else []
    made = {word: NonTerminal("Word", None, arguments, (), True, tuple(words)),
            boolean: NonTerminal("Bool", 1, (), (0, 1), False, tuple(tests))}
    return Grammar((made[0], made[1]))
