"""A specification as SyGuS-IF 2.1: a grammar for every ∃ function, and constraints.

A predicate is a function to Bool where nothing but its truth is asked. A production that SMT-LIB says in one application is
printed so; an operator that a specification defined is printed with its own text where that means the same to Z3; every other
operator is defined by a helper function, so that it counts as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import z3

from synth import terms
from synth.errors import InputError
from synth.evaluation.smttext import Expression, SmtText, text
from synth.frontends.export_smtlib import Writer, filled
from synth.frontends.sorts import BOOL, Signature, Sort, cut, is_boolean, nonterminal_sorts, sort_text, widened
from synth.frontends.symbols import symbols
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import Macro, macro
from synth.operators import Kind, Operator
from synth.specification import Function, Specification

_RESOURCES = 3_000_000
"""How much Z3 may spend on one operator's text, in units of its own, so that the outcome does not depend on the machine."""


def sygus(spec: Specification) -> str:
    """The specification in SyGuS-IF 2.1; InputError where it speaks of floating point."""
    if spec.uses_floats or any(op.kind is Kind.FLOATING for op in _operators(spec)):
        raise InputError("SyGuS-IF has no logic for floating point together with words", spec.file, spec.line)
    writer = Writer(spec)
    functions = [_synth_fun(function, writer) for function in spec.exists]
    constraints = [f"(constraint {formula})" for _, formula in writer.formulas()]
    words = () if spec.points else writer.words.values()
    return "\n".join([*writer.comments(), "(set-logic BV)", *writer.helpers, *functions,
                      *(f"(declare-var {word} {sort_text(writer.sort)})" for word in words), *constraints, "(check-synth)", ""])


def _operators(spec: Specification) -> list[Operator]:
    """Every operator that a program may use."""
    return [op for f in spec.exists for op in (spec.operator_set if f.grammar is None else f.grammar.operators)]


def _synth_fun(function: Function, writer: Writer) -> str:
    signature = writer.signatures[function.name]
    if function.grammar is None:
        grammar, sorts = _default(function, writer.spec, signature.result)
    else:
        grammar, sorts = function.grammar, nonterminal_sorts(function.grammar, writer.spec.width)
    names = symbols([n.name or f"Part{i}" for i, n in enumerate(grammar.nonterminals)], writer.taken)
    writer.local.update(names)
    productions = _Productions(writer, signature, grammar, sorts, names)
    kept = [i for i in range(len(names)) if names[i] == productions.shown[i]]
    declared = _in_parentheses([f"({names[i]} {sort_text(sorts[i])})" for i in kept])
    rules = [filled(f"({names[i]} {sort_text(sorts[i])}", _in_parentheses(productions.of(i)), " " * 5) + ")" for i in kept]
    together = "\n   ".join(rules)
    return f"(synth-fun {signature.declared}\n{filled(' ', declared, ' ' * 4)}\n  ({together}))"


def _in_parentheses(items: Sequence[str]) -> list[str]:
    first, *more = items
    *more, last = [f"({first}", *more]
    return [*more, f"{last})"]


def _default(function: Function, spec: Specification, result: Sort) -> tuple[Grammar, list[Sort]]:
    """A grammar of a specification's operators; above it, where the result is a Bool, comparisons of words."""
    operators = spec.operator_set if function.arity else ()
    words = Grammar.of_operators(operators, function.arity)
    if result != BOOL or is_boolean(spec):
        return words, [result]
    zero = text(SmtText(spec.width).constant(0))
    truth = macro("truth", ("(distinct ", f" {zero})"), ("a",), terms.apply("neq", terms.symbol("a"), 0))
    compared = [Rule(op, (1,) * op.arity) for op in (truth, *operators) if op is truth or op.kind is Kind.COMPARISON]
    below = replace(words.nonterminals[0], rules=tuple(Rule(op, (1,) * op.arity) for op in operators))
    return Grammar((NonTerminal("Start", 1, literals=(0, 1), rules=tuple(compared)), below)), [BOOL, spec.width]


class _Productions:
    """The right-hand sides of one grammar, whose non-terminals have these sorts and names.

    shown   for each non-terminal what stands for it in a right-hand side: itself, or the one leaf that it may be
    """

    def __init__(self, writer: Writer, signature: Signature, grammar: Grammar, sorts: Sequence[Sort], names: Sequence[str]) -> None:
        self._writer, self._domain, self._signature = writer, writer.domain, signature
        self._nonterminals, self._sorts = grammar.nonterminals, sorts
        self.shown = [self._only_leaf(i) or name for i, name in enumerate(names)]

    def of(self, number: int) -> list[str]:
        """Everything that a non-terminal may be; InputError where that is nothing."""
        n, sort = self._nonterminals[number], self._sorts[number]
        constants = [f"(Constant {sort_text(sort)})"] if n.any_constant else []
        found = [*self._leaves(number), *constants, *(self._rule(rule, sort) for rule in n.rules)]
        if not found:
            spec = self._writer.spec
            raise InputError(f"a non-terminal of the grammar of {self._signature.symbol} derives nothing", spec.file, spec.line)
        return list(dict.fromkeys(found))

    def _only_leaf(self, number: int) -> str | None:
        n, leaves = self._nonterminals[number], self._leaves(number)
        return leaves[0] if number and len(leaves) == 1 and not n.any_constant and not n.rules else None

    def _leaves(self, number: int) -> list[str]:
        n, domain, signature = self._nonterminals[number], self._domain, self._signature
        arguments = [(signature.parameters[i], signature.sorts[i]) for i in n.arguments]
        words = [widened(domain, self._writer.operand(name, sort), sort) for name, sort in arguments]
        return [text(cut(domain, word, self._sorts[number])) for word in (*words, *map(domain.constant, n.literals))]

    def _rule(self, rule: Rule, result: Sort) -> str:
        op, sorts = rule.operator, tuple(self._sorts[o] for o in rule.operands)
        names = [self.shown[o] for o in rule.operands]
        operands = [self._writer.operand(f"operand{i}", sort) for i, sort in enumerate(sorts)]
        plain = self._writer.between(op, sorts, result, operands)
        if plain.arguments == tuple(operands):
            return _application(plain.head, names)
        if isinstance(op, Macro) and self._means(op, operands, sorts, plain, result):
            return op.text(names)
        return _application(self._writer.helper(op, sorts, result), names)

    def _means(self, op: Macro, operands: Sequence[Expression], sorts: Sequence[Sort], meaning: Expression, result: Sort) -> bool:
        """Whether the operator's own text, read by itself with operands of these sorts, is its meaning."""
        solver = z3.Solver()
        solver.set("rlimit", _RESOURCES)
        try:
            solver.from_string("\n".join([
                *(f"(declare-const {operand.head} {sort_text(sort)})" for operand, sort in zip(operands, sorts, strict=True)),
                f"(define-fun own () {sort_text(result)} {op.text([operand.head for operand in operands])})",
                f"(assert (distinct own {text(meaning)}))"]))
        except z3.Z3Exception:
            return False
        return bool(solver.check() == z3.unsat)


def _application(head: str, operands: Sequence[str]) -> str:
    return f"({' '.join((head, *operands))})" if operands else head
