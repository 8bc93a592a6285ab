"""Random typed expressions of C, and what they mean to Z3, node by node, each in words of its own type."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import z3

from synth.evaluation.floats import float_format, from_fraction
from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Cell, Convert, Expression, Literal, Read, postorder
from synth.frontends.c.expressions.narrow import number
from synth.frontends.c.expressions.types import BOOL, DOUBLE, FLOAT, Floating, Integer, Model, Scalar

MODEL = Model()
INTEGERS = (BOOL, *(MODEL.integer(sign + name) for name in ("char", "short", "int", "long") for sign in ("", "unsigned ")))
CORNERS = (0, 1, 2, 3, 7, 8, 127, 128, 255, 256, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
FLOATS = (0, 1 << 31, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000, 1, 0x40490FDB)


def value(random: Random, type: Scalar) -> int:
    """A value of a type, at a corner more often than not."""
    if isinstance(type, Floating):
        if random.random() < 0.3:  # where integers end, and beside
            near = Fraction(random.choice([*CORNERS, *(-c for c in CORNERS)])) + Fraction(random.randrange(-4, 5), 4)
            return from_fraction(near, float_format(type.bits))
        return random.choice(FLOATS) if type == FLOAT else random.choice(FLOATS) << 32 | random.choice([0, 1, 1 << 29])
    return number(type, random.choice([*CORNERS, random.getrandbits(64)])).value


class Expressions:
    """Random expressions over two cells of each type, built as the reader builds them."""

    def __init__(self, random: Random, types: tuple[Scalar, ...], operators: tuple[str, ...]) -> None:
        self.random, self.types, self.operators = random, types, operators
        self.cells = [Cell(f"{type.name} {i}", type) for type in types for i in range(2)]

    def leaf(self) -> Expression:
        """A cell, or a constant of any type, which need not be one of the cells'."""
        if self.random.random() < 0.6:
            return Read(self.random.choice(self.cells))
        integers, floats = ([t for t in self.types if isinstance(t, Integer) == kind] for kind in (True, False))
        whole = bool(integers) and (not floats or self.random.random() < 0.5)
        type = self.random.choice([MODEL.int, *INTEGERS] if whole else [FLOAT, DOUBLE])
        return Literal(type, value(self.random, type))

    def expression(self, depth: int) -> Expression:
        """An expression of some type."""
        random = self.random
        if depth == 0:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(random.randrange(depth))
        match random.randrange(8):
            case 0:
                return typed.unary(random.choice("-~!" if isinstance(a.type, Integer) else "-!"), a, MODEL)
            case 1:
                return typed.convert(a, random.choice(self.types))
            case 2:
                return typed.choice(self.expression(depth - 1), a, b, MODEL)
            case 3:
                return typed.connective(random.choice(["&&", "||"]), a, b, MODEL)
            case 4:
                return typed.arithmetic(random.choice(typed.COMPARISONS), a, b, MODEL)
        return typed.arithmetic(random.choice(self.operators), a, b, MODEL)


Value = z3.BitVecRef | z3.FPRef


def meaning(expression: Expression) -> Value:
    """The value: a word of the type's bits, or a number in floating point."""
    words: dict[int, Value] = {}
    for node in postorder(expression):
        words[id(node)] = _node(node, words)
    return words[id(expression)]


def symbol(cell: Cell) -> Value:
    """The value of a cell."""
    return z3.FP(cell.name, _sort(cell.type)) if isinstance(cell.type, Floating) else z3.BitVec(cell.name, cell.type.bits)


def constant(type: Scalar, number: int) -> Value:
    """A value of a type: a number, or a pattern in floating point."""
    word = z3.BitVecVal(number, type.bits)
    return z3.simplify(z3.fpBVToFP(word, _sort(type))) if isinstance(type, Floating) else word


def _node(node: Expression, words: dict[int, Value]) -> Value:
    match node:
        case Literal(type, number):
            return constant(type, number)
        case Read(cell):
            return symbol(cell)
        case Convert(type, operand):
            return _converted(words[id(operand)], operand.type, type)
    assert isinstance(node, Apply)
    sides, type = [words[id(o)] for o in node.operands], node.operands[-1].type
    if node.operator == "?:":
        return z3.If(sides[0] != 0, sides[1], sides[2])
    if node.operator in ("!", "&&", "||"):
        truths = [s != 0 for s in sides]
        return _bit({"!": z3.Not, "&&": z3.And, "||": z3.Or}[node.operator](*truths), node.type)
    return _floating(node, sides) if isinstance(type, Floating) else _integer(node, sides)


def _bit(condition: z3.BoolRef, type: Scalar) -> Value:
    return z3.If(condition, z3.BitVecVal(1, type.bits), z3.BitVecVal(0, type.bits))


def _sort(type: Scalar) -> z3.FPSortRef:
    return z3.Float32() if type == FLOAT else z3.Float64()


def _whole(value: Value, target: Integer) -> Value:
    """A number without its fraction; 100…0 where the type does not hold that."""
    wide = z3.fpToSBV(z3.RTZ(), value, z3.BitVecSort(72))
    low = -(1 << target.bits - 1) if target.signed else 0
    size = z3.fpAbs(value) < z3.FPVal(2.0**70, value.sort())
    held = z3.And(size, wide >= low, wide < low + (1 << target.bits))
    return z3.If(held, z3.Extract(target.bits - 1, 0, wide), z3.BitVecVal(1 << target.bits - 1, target.bits))


def _converted(value: Value, source: Scalar, target: Scalar) -> Value:
    if isinstance(source, Floating):
        if target == BOOL:
            return _bit(z3.Not(z3.fpIsZero(value)), BOOL)
        return z3.fpFPToFP(z3.RNE(), value, _sort(target)) if isinstance(target, Floating) else _whole(value, target)
    if target == BOOL:
        return _bit(value != 0, BOOL)
    if isinstance(target, Floating):
        return (z3.fpSignedToFP if source.signed else z3.fpUnsignedToFP)(z3.RNE(), value, _sort(target))
    if target.bits <= source.bits:
        return z3.Extract(target.bits - 1, 0, value)
    return (z3.SignExt if source.signed else z3.ZeroExt)(target.bits - source.bits, value)


def _floating(node: Apply, sides: list[Value]) -> Value:
    if node.operator == "neg":
        return z3.fpNeg(*sides)
    if node.operator in typed.COMPARISONS:
        compared = {"<": z3.fpLT, "<=": z3.fpLEQ, ">": z3.fpGT, ">=": z3.fpGEQ, "==": z3.fpEQ,
                    "!=": lambda a, b: z3.Not(z3.fpEQ(a, b))}[node.operator]
        return _bit(compared(*sides), node.type)
    return {"+": z3.fpAdd, "-": z3.fpSub, "*": z3.fpMul, "/": z3.fpDiv}[node.operator](z3.RNE(), *sides)


def _integer(node: Apply, sides: list[Value]) -> Value:
    type = node.operands[0].type
    a, b = sides[0], sides[-1]
    if node.operator in typed.COMPARISONS:
        signed = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
        unsigned = {"<": z3.ULT(a, b), "<=": z3.ULE(a, b), ">": z3.UGT(a, b), ">=": z3.UGE(a, b)}
        return _bit({"==": a == b, "!=": a != b, **(signed if type.signed else unsigned)}[node.operator], node.type)
    match node.operator:
        case "neg" | "~":
            return -a if node.operator == "neg" else ~a
        case "<<" | ">>":
            return _shifted(node, a, b)
        case "/" | "%":  # as SMT-LIB has them for 0
            signed = {"/": a / b, "%": z3.SRem(a, b)}
            return (signed if type.signed else {"/": z3.UDiv(a, b), "%": z3.URem(a, b)})[node.operator]
        case "mulhu":
            long = z3.ZeroExt(type.bits, a) * z3.ZeroExt(type.bits, b)
            return z3.Extract(2 * type.bits - 1, type.bits, long)
    return {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}[node.operator]


def _shifted(node: Apply, a: Value, b: Value) -> Value:
    type, distance = node.operands[0].type, node.operands[1].type
    if distance.bits > type.bits:
        far, b = z3.UGE(b, type.bits), z3.Extract(type.bits - 1, 0, b)
    elif distance.bits < type.bits:  # what is below 0 is far
        far, b = (b < 0 if distance.signed else z3.BoolVal(False)), z3.ZeroExt(type.bits - distance.bits, b)
    else:
        far = z3.BoolVal(False)
    if node.operator == "<<":
        return z3.If(far, z3.BitVecVal(0, type.bits), a << b)
    ones = a >> (type.bits - 1) if type.signed else z3.BitVecVal(0, type.bits)
    return z3.If(far, ones, a >> b if type.signed else z3.LShR(a, b))
