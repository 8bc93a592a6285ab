"""Terms over a program's variables as text: infix for people, in C's own words; listings of L for records, and back."""

from __future__ import annotations

import struct
from collections import Counter
from itertools import count

from synth.booleans import conjunction, conjuncts
from synth.errors import InputError
from synth.operators import OPERATORS, Operator
from synth.program import applied, constant_text, of_term, parse_listing
from synth.terms import Term, TermKind, constant, name_of, postorder, replaced
from synth.transition import TransitionSystem, Variable, symbols

_INFIX = {"add": "+", "sub": "-", "mul": "*", "udiv": "/", "urem": "%", "sdiv": "/", "srem": "%", "and": "&", "or": "|", "xor": "^",
          "shl": "<<", "lshr": ">>", "ashr": ">>", "ult": "<", "ule": "<=", "slt": "<", "sle": "<=", "eq": "==", "neq": "!=",
          "implies": "==>", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/", "flt": "<", "feq": "=="}
_SIGNED = {"sdiv", "srem", "ashr", "slt", "sle"}
_UNSIGNED = {"udiv", "urem", "lshr", "ult", "ule"}
_ASSOCIATIVE = {"add", "mul", "and", "or", "xor"}
_PREFIX = {"neg": "-", "not": "~"}
_LIMIT, _LONG, _SHORT = 4000, 400, 8
"""The longest text of a term; the longest in which nothing is named; the longest that is not worth a name."""
_NONE = Variable("", 1)


def readable(term: Term, system: TransitionSystem) -> str:
    """The term as C would say it; where it reads a signed word as unsigned, or the other way round, a cast says so.

    What a long term holds more than once is told once: "t2 < x where t1 = x + y, t2 = t1 << t1".
    """
    kinds = {v.name: v for v in (*system.variables, *(i for e in system.edges for i in e.inputs))}
    text, _ = _told(term, kinds, system.width, frozenset())
    if len(text) <= _LONG:
        return text
    text, parts = _told(term, kinds, system.width, _repeated(term))
    return text + (f" where {', '.join(f'{name} = {own}' for name, own in parts)}" if parts else "")


def _told(term: Term, kinds: dict[str, Variable], width: int, named: frozenset[int]) -> tuple[str, list[tuple[str, str]]]:
    """The text of a term, and names and texts of those below it that are named."""
    shown: dict[int, tuple[str, bool | None]] = {}
    parts: list[tuple[str, str]] = []
    names = (name for i in count(1) if (name := f"t{i}") not in kinds)
    for node in postorder(term):
        text, signed = _shown(node, [shown[id(a)] for a in node.arguments], kinds, width)
        text = text if len(text) <= _LIMIT else text[:_LIMIT] + "…"
        if id(node) in named and node.arguments and len(text) > _SHORT:
            parts.append((next(names), _bare(text)))
            text = parts[-1][0]
        shown[id(node)] = (text, signed)
    return _bare(shown[id(term)][0]), parts


def _repeated(term: Term) -> frozenset[int]:
    """The terms that are operands of more than one."""
    uses = Counter(id(a) for node in postorder(term) for a in node.arguments)
    return frozenset(node for node, times in uses.items() if times > 1)


def _bare(text: str) -> str:
    """Without parentheses around the whole."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") and _closes_last(text) else text


def _closes_last(text: str) -> bool:
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return i == len(text) - 1
    return False


def _shown(node: Term, operands: list[tuple[str, bool | None]], kinds: dict[str, Variable], width: int) -> tuple[str, bool | None]:
    """The text of a node, and whether C reads it as signed; None where it does not matter."""
    match node.kind, node.data:
        case TermKind.SYMBOL, str(name):
            return name, kinds[name].signed if name in kinds else None
        case TermKind.CONSTANT, int(value):
            return constant_text(value, width), None
        case TermKind.WIDTH, _:
            return str(width), None
        case TermKind.APPLY, Operator() as op:
            element = _element(node, operands, width)
            if element is not None:
                return element
            pattern = _pattern(op, node, kinds)
            return (pattern, None) if pattern is not None else _applied(op, node, operands)
    raise ValueError(f"a term calls {node.data}")


def _element(node: Term, operands: list[tuple[str, bool | None]], width: int) -> tuple[str, bool | None] | None:
    """An element of an array that an index chooses, where a term is that: i == 0 ? a[0] : i == 1 ? a[1] : … a[n]."""
    chosen, suffix = _choice(node), f" == {constant_text(0, width)})"
    if chosen is None or chosen[2] != 0 or not operands[0][0].endswith(suffix):
        return None
    index, array, number = chosen
    rest = node.arguments[2]
    while (more := _choice(rest)) is not None and more[0] is index and more[1:] == (array, number + 1):
        rest, number = rest.arguments[2], number + 1
    whole = rest.kind is TermKind.SYMBOL and rest.data == f"{array}[{number + 1}]"
    return (f"{array}[{operands[0][0][1:].removesuffix(suffix)}]", operands[1][1]) if whole else None


def _choice(node: Term) -> tuple[Term, str, int] | None:
    """The index, the array and the number, where a term is index == number ? array[number] : …; None for others."""
    if name_of(node) != "ite" or name_of(node.arguments[0]) != "eq":
        return None
    (index, number), part = node.arguments[0].arguments, node.arguments[1]
    array = str(part.data).partition("[")[0]
    if number.kind is not TermKind.CONSTANT or not isinstance(number.data, int) or part.kind is not TermKind.SYMBOL:
        return None
    return (index, array, number.data) if part.data == f"{array}[{number.data}]" else None


def _pattern(op: Operator, node: Term, kinds: dict[str, Variable]) -> str | None:
    """A comparison of the bit pattern of a floating-point variable with one that is known; None for other terms."""
    if op.name not in ("eq", "neq", "ult", "ule"):
        return None
    floating = [kinds[str(a.data)] for a in node.arguments if a.kind is TermKind.SYMBOL and kinds.get(str(a.data), _NONE).floating]
    values = [a.data for a in node.arguments if a.kind is TermKind.CONSTANT and isinstance(a.data, int)]
    if len(floating) != 1 or len(values) != 1:
        return None
    value = value_text(values[0] % (1 << floating[0].bits), floating[0])
    texts = [f"bits({floating[0].name if a.kind is TermKind.SYMBOL else value})" for a in node.arguments]
    return f"({texts[0]} {_INFIX[op.name]} {texts[1]})"


def _applied(op: Operator, node: Term, operands: list[tuple[str, bool | None]]) -> tuple[str, bool | None]:
    signs = {s for _, s in operands if s is not None}
    common = signs.pop() if len(signs) == 1 else None
    if op.name in _SIGNED | _UNSIGNED:
        wanted = op.name in _SIGNED
        cast = "(int)" if wanted else "(unsigned)"
        texts = [cast + t if s is (not wanted) or (wanted and s is None and common is not True) else t for t, s in operands]
        return f"({texts[0]} {_INFIX[op.name]} {texts[1]})", None if op.boolean else wanted
    if op.name in _PREFIX:
        return f"{_PREFIX[op.name]}{operands[0][0]}", operands[0][1]
    if op.name == "ite":
        (c, _), (a, _), (b, _) = operands
        return f"({c} ? {a} : {b})", common
    if op.name == "eq" and node.arguments[0].boolean and operands[1][0] == "0":
        return f"!{operands[0][0]}", None
    if op.name in _ASSOCIATIVE:
        sign = _INFIX[op.name] * (2 if node.boolean and op.name in ("and", "or") else 1)
        return f"({f' {sign} '.join(_joined(node, a, t) for a, (t, _) in zip(node.arguments, operands, strict=True))})", (
            None if node.boolean else common)
    if op.name in _INFIX:
        return f"({operands[0][0]} {_INFIX[op.name]} {operands[1][0]})", common
    return f"{op.name}({', '.join(t for t, _ in operands)})", common


def _joined(node: Term, operand: Term, text: str) -> str:
    """The text of an operand of an associative operator, bare where it is an application of the same one."""
    same = operand.data is node.data and operand.boolean is node.boolean
    return text[1:-1] if same and text.startswith("(") and text.endswith(")") else text


def settled(term: Term, place: int, system: TransitionSystem) -> Term:
    """What a term says at a place of variables that matter there: the system sets others to 0 on the way, C does not."""
    entering = [e for e in system.edges if e.target == place]
    gone = {v.name: constant(0) for i, v in enumerate(system.variables) if v.name not in system.needed[place]
            and all(e.update[i] is constant(0) for e in entering)}
    if not gone:
        return term
    facts = [replaced(f, gone) for f in conjuncts(term)] if term.boolean else [replaced(term, gone)]
    return conjunction([f for f in facts if symbols((f,))]) if term.boolean else facts[0]


def value_text(value: int, variable: Variable) -> str:
    """The value of a variable as C would print it."""
    if variable.floating:
        return repr(struct.unpack("<f" if variable.bits == 32 else "<d", value.to_bytes(variable.bits // 8, "little"))[0])
    return str(value - (1 << variable.bits) if variable.signed and value >> (variable.bits - 1) else value)


def names_of(system: TransitionSystem) -> tuple[str, ...]:
    """What parameters of listings stand for: the variables by number, since C's names may not do."""
    return tuple(f"v{i}" for i in range(len(system.variables)))


def listing(term: Term, system: TransitionSystem) -> str:
    """The term as a program of L over v0, v1, …, the variables in order."""
    program = of_term(term, [v.name for v in system.variables])
    return program.listing(names_of(system))


def from_listing(text: object, system: TransitionSystem, boolean: bool = False) -> Term:
    """The term that `listing` told; InputError for what is none."""
    if not isinstance(text, str):
        raise InputError(f"no program: {text!r}")
    try:
        program = parse_listing(text, len(system.variables), names_of(system), OPERATORS)
        term = applied(program, [v.term for v in system.variables])
    except ValueError as error:
        raise InputError(str(error)) from None
    if boolean and not term.boolean:
        return constant(bool(term.data)) if term.kind is TermKind.CONSTANT else term != 0
    return term
