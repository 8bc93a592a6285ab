"""Z3's Spacer on the Horn clauses of a program: an inductive invariant for every loop head, read back as terms.

Its answers are candidates like any other: what it says is proved again by the checker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import z3

from synth import terms
from synth.analysis.certificates.kinds import SafetyInvariant
from synth.checking.validity.translator import Translator
from synth.terms import Term
from synth.transition import Kind, TransitionSystem


class Clauses(NamedTuple):
    """The Horn clauses of a program in a solver of Z3: a relation for each loop head, by its place, one for a failed assertion."""

    solver: Any
    heads: Mapping[int, Any]
    failed: Any


def horn_clauses(system: TransitionSystem) -> Clauses:
    """The clauses of a program; an assertion can fail where the query `failed()` is satisfiable."""
    translator = Translator(system.width)
    context, width = translator.domain.context, system.width
    solver = z3.Fixedpoint(ctx=context)
    solver.set("engine", "spacer")
    sorts = [z3.BitVecSort(width, context)] * len(system.variables)
    heads = {p.number: z3.Function(f"place!{p.number}", *sorts, z3.BoolSort(context)) for p in system.of_kind(Kind.HEAD)}
    failed = z3.Function("failed", z3.BoolSort(context))
    for relation in (*heads.values(), failed):
        solver.register_relation(relation)
    words = [translator.word(v.term) for v in system.variables]
    inputs = [translator.word(i.term) for e in system.edges for i in e.inputs]
    for word in (*words, *inputs):
        solver.declare_var(word)
    for edge in system.edges:
        kind = system.places[edge.target].kind
        if kind in (Kind.HEAD, Kind.ERROR):
            body = [translator.truth(edge.guard)]
            if edge.source in heads:
                body.append(heads[edge.source](*words))
            update = [translator.word(u) for u in edge.update]
            solver.rule(heads[edge.target](*update) if kind is Kind.HEAD else failed(), body)
    return Clauses(solver, heads, failed)


def safety_invariant(system: TransitionSystem, seconds: float) -> SafetyInvariant | None:
    """Invariants from which no assertion fails, within `seconds`; None where there is none, or nobody knows."""
    solver, heads, failed = horn_clauses(system)
    solver.set("timeout", max(1, int(seconds * 1000)))
    try:
        if solver.query(failed()) != z3.unsat:
            return None
        read = {place: _read(solver.get_cover_delta(-1, relation), system) for place, relation in heads.items()}
    except (z3.Z3Exception, ValueError):
        return None
    return SafetyInvariant(read)


_WORDS: dict[int, str] = {
    z3.Z3_OP_BADD: "add", z3.Z3_OP_BMUL: "mul", z3.Z3_OP_BAND: "and", z3.Z3_OP_BOR: "or", z3.Z3_OP_BXOR: "xor",
    z3.Z3_OP_BSUB: "sub", z3.Z3_OP_BUDIV: "udiv", z3.Z3_OP_BUREM: "urem", z3.Z3_OP_BSDIV: "sdiv", z3.Z3_OP_BSREM: "srem",
    z3.Z3_OP_BSHL: "shl", z3.Z3_OP_BLSHR: "lshr", z3.Z3_OP_BASHR: "ashr", z3.Z3_OP_BNEG: "neg", z3.Z3_OP_BNOT: "not",
    z3.Z3_OP_EQ: "eq", z3.Z3_OP_DISTINCT: "neq", z3.Z3_OP_ITE: "ite", z3.Z3_OP_AND: "and", z3.Z3_OP_OR: "or",
    z3.Z3_OP_IMPLIES: "implies", z3.Z3_OP_ULT: "ult", z3.Z3_OP_ULEQ: "ule", z3.Z3_OP_SLT: "slt", z3.Z3_OP_SLEQ: "sle",
}
_SWAPPED = {z3.Z3_OP_UGT: "ult", z3.Z3_OP_UGEQ: "ule", z3.Z3_OP_SGT: "slt", z3.Z3_OP_SGEQ: "sle"}


def _read(root: Any, system: TransitionSystem) -> Term:
    """A Z3 Boolean over de Bruijn variables, the state's words, as a term; ValueError for what terms do not have."""
    known: dict[int, Term] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        if z3.is_quantifier(node):
            raise ValueError("a quantifier")
        children = [] if z3.is_var(node) else node.children()
        waiting = [c for c in children if c.get_id() not in known]
        if waiting:
            stack += waiting
            continue
        known[stack.pop().get_id()] = _term(node, [known[c.get_id()] for c in children], system)
    return known[root.get_id()]


def _term(node: Any, arguments: Sequence[Term], system: TransitionSystem) -> Term:
    if z3.is_var(node):
        place: int = z3.get_var_index(node)
        return system.variables[place].term
    if z3.is_bv_value(node):
        return terms.constant(node.as_long())
    kind, width = node.decl().kind(), system.width
    special: dict[int, Callable[[], Term]] = {
        z3.Z3_OP_TRUE: lambda: terms.constant(True), z3.Z3_OP_FALSE: lambda: terms.constant(False),
        z3.Z3_OP_NOT: lambda: terms.apply("eq", arguments[0], 0),
        z3.Z3_OP_EXTRACT: lambda: _extracted(node, arguments[0]),
        z3.Z3_OP_CONCAT: lambda: _joined(node, arguments),
    }
    if kind in special:
        made: Term = special[kind]()
        return made
    if any(z3.is_bv(c) and c.size() != width for c in node.children()) and kind != z3.Z3_OP_EQ:
        raise ValueError("an operator on part of a word")
    if kind in _SWAPPED:
        return terms.apply(_SWAPPED[kind], arguments[1], arguments[0])
    if kind not in _WORDS:
        raise ValueError(f"no term for {node.decl()}")
    name: str = _WORDS[kind]
    result: Term = arguments[0]
    if len(arguments) < 3 or kind == z3.Z3_OP_ITE:
        return terms.apply(name, *arguments)
    for argument in arguments[1:]:
        result = terms.apply(name, result, argument)
    return result


def _extracted(node: Any, word: Term) -> Term:
    high, low = map(int, node.params())
    return (word >> low) & ((1 << (high - low + 1)) - 1)


def _joined(node: Any, parts: Sequence[Term]) -> Term:
    result = terms.constant(0)
    for child, part in zip(node.children(), parts, strict=True):
        result = (result << child.size()) | part
    return result
