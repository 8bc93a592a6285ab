"""Terms as C expressions that mean in C exactly what the terms mean, for every state: wrap-around in unsigned types, division and
shifts guarded where C does not define them, signed comparisons on signed types. No expression has undefined behaviour.

What cannot be said so is refused: `Inexpressible`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass

from synth.operators import Operator
from synth.terms import Term, TermKind, postorder
from synth.transition import Variable

LONGEST = 4000
"""Characters that an expression may have."""

_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*"}
_BITWISE = {"and": "&", "or": "|", "xor": "^"}
_CONNECTIVES = {"and": "&&", "or": "||", "xor": "!="}
_UNSIGNED = {"ult": "<", "ule": "<="}
_SIGNED = {"slt": "<", "sle": "<="}
_EQUAL = {"eq": "==", "neq": "!="}
_FLOATING = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}
_COMPARED = {"flt": "<", "feq": "=="}
_CONVERTING = ("sitofp", "fptosi", "fpext", "fptrunc")
NUMBERS = {32: "float", 64: "double"}
"""C's floating-point types, by their bits."""
_NARROW = {8: "char", 16: "short", 32: "int", 64: "long long"}


class Inexpressible(Exception):
    """Why a term has no C expression, in words."""


@dataclass(frozen=True)
class Name:
    """What C calls a word, and what it is."""

    text: str
    variable: Variable


@dataclass(frozen=True)
class _Said:
    """A term's C expressions: as an unsigned word, as a signed one, as an int that is 0 or 1, as a floating-point number; None
    where there is no such expression.

    bits    of the floating-point number
    plain   whether C reads it as signed without a cast; None where that does not matter
    known   the constant that it is
    """

    unsigned: str | None = None
    signed: str | None = None
    truth: str | None = None
    number: str | None = None
    bits: int = 0
    plain: bool | None = False
    known: int | None = None


def c_expression(term: Term, names: Mapping[str, Name], width: int, longest: int = LONGEST) -> str:
    """The term as a C expression of at most `longest` characters; a Boolean one is an int. Inexpressible where C has none, or
    `names` lack a word.
    """
    writer, said = _Writer(names, width), dict[int, _Said]()
    for node in postorder(term):
        said[id(node)] = writer.said(node, [said[id(a)] for a in node.arguments])
        if any(len(t) > longest for t in (said[id(node)].unsigned, said[id(node)].truth, said[id(node)].number) if t is not None):
            raise Inexpressible("it is too long")
    whole = said[id(term)]
    return _stripped(_given(whole.truth) if term.boolean else _given(whole.unsigned))


def constant_expression(value: int, variable: Variable) -> str:
    """The value of a variable as a C constant of its type. Inexpressible where there is none: for infinities and NaNs."""
    if variable.floating:
        return _number(value, variable.bits)
    if variable.signed:
        return _signed_constant(value - (1 << variable.bits if value >> (variable.bits - 1) else 0), variable.bits)
    return _unsigned_constant(value, variable.bits)


def _given(text: str | None) -> str:
    if text is None:
        raise Inexpressible("C has no expression for it")
    return text


def _stripped(text: str) -> str:
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and i < len(text) - 1:
            return text
    return text[1:-1] if text.startswith("(") else text


def _unsigned_constant(value: int, width: int) -> str:
    return f"{value}U{'LL' if width > 32 else ''}"


def _signed_constant(value: int, width: int) -> str:
    suffix = "LL" if width > 32 else ""
    if value == -(1 << (max(32, width) - 1)):
        return f"({value + 1}{suffix} - 1)"
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


def _number(pattern: int, bits: int) -> str:
    """A floating-point constant."""
    value: float = struct.unpack("<f" if bits == 32 else "<d", pattern.to_bytes(bits // 8, "little"))[0]
    if not math.isfinite(value):
        raise Inexpressible("C has no constant for it")
    text = f"{value.hex()}{'f' if bits == 32 else ''}"
    return f"({text})" if text.startswith("-") else text


class _Writer:
    """Writes nodes whose arguments are written."""

    def __init__(self, names: Mapping[str, Name], width: int) -> None:
        if width not in _NARROW:
            raise Inexpressible(f"C has no words of {width} bits")
        self._names, self._width = names, width
        self._type = "unsigned long long" if width > 32 else "unsigned int"
        self._ones = _unsigned_constant((1 << width) - 1, width)

    def said(self, node: Term, arguments: list[_Said]) -> _Said:
        """What C says for a node."""
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                return self._constant(value % (1 << self._width), node.boolean)
            case TermKind.WIDTH, _:
                return self._constant(self._width, False)
            case TermKind.SYMBOL, str(name):
                if name not in self._names:
                    raise Inexpressible(f"{name} has no name there")
                return self._word(self._names[name])
            case TermKind.APPLY, Operator() as op:
                return self._applied(op.name, node, arguments)
        raise Inexpressible(f"{node.data} is called")

    def _constant(self, value: int, boolean: bool) -> _Said:
        signed = _signed_constant(value - (value >> (self._width - 1) << self._width), self._width)
        return _Said(_unsigned_constant(value, self._width), signed, str(value) if boolean else None, plain=None, known=value)

    def _word(self, name: Name) -> _Said:
        text, own = name.text, name.variable
        if own.floating:
            return _Said(number=text, bits=own.bits)
        if own.bits not in _NARROW:
            return self._bits_of(text, own)
        narrow = f"(unsigned {_NARROW[own.bits]}){text}" if own.signed and own.bits < 32 else text
        narrow = f"(unsigned int){narrow}" if own.signed and own.bits == 32 < self._width else narrow
        if own.bits == self._width:
            cast = f"({self._type}){narrow}" if own.signed or own.bits < 32 else text
            return _Said(cast, text if own.signed else self._signed(text), plain=own.signed)
        return _Said(f"({self._type}){narrow}", f"({self._signed_type()}){narrow}")

    def _bits_of(self, text: str, own: Variable) -> _Said:
        """A _Bool or a bit-field, which C reads with its sign."""
        if not own.signed:
            return _Said(f"({self._type}){text}", f"({self._signed_type()}){text}")
        cut = f"(({self._type}){text} & {_unsigned_constant((1 << own.bits) - 1, self._width)})"
        return _Said(cut, f"({self._signed_type()}){cut}")

    def _signed_type(self) -> str:
        return "long long" if self._width > 32 else "int"

    def _signed(self, unsigned: str) -> str:
        """An unsigned word read as a signed one."""
        return f"({'signed char' if self._width == 8 else _NARROW[self._width]}){unsigned}"

    def _cut(self, text: str) -> _Said:
        """An unsigned expression that may have more bits than a word."""
        cut = text if self._width >= 32 else f"({text} & {self._ones})"
        return self._unsigned(cut)

    def _unsigned(self, text: str) -> _Said:
        return _Said(text, self._signed(text))

    def _boolean(self, text: str) -> _Said:
        return _Said(f"({self._type}){text}", f"({self._signed_type()}){text}", text)

    def _applied(self, name: str, node: Term, arguments: list[_Said]) -> _Said:
        if name in _FLOATING or name in _COMPARED:
            a, b = (self._floating(s, self._width) for s in arguments)
            compared = name in _COMPARED
            return self._boolean(f"({a} {_COMPARED[name]} {b})") if compared else self._number(f"({a} {_FLOATING[name]} {b})")
        if name in _CONVERTING:
            return self._converted(name, arguments[0])
        if name == "ite":
            return self._chosen(node, *arguments)
        if name == "implies":
            return self._boolean(f"(!{self._true(arguments[0])} || {self._true(arguments[1])})")
        if node.boolean and name in _CONNECTIVES:
            a, b = (_given(s.truth) for s in arguments)
            return self._boolean(f"({a} {_CONNECTIVES[name]} {b})")
        if name in _EQUAL:
            return self._equal(_EQUAL[name], *arguments)
        if name in _SIGNED:
            a, b = (_given(s.signed) for s in arguments)
            return self._boolean(f"({a} {_SIGNED[name]} {b})")
        return self._word_of(name, *arguments)

    def _word_of(self, name: str, *arguments: _Said) -> _Said:
        texts = [_given(s.unsigned) for s in arguments]
        if name in _UNSIGNED:
            return self._boolean(f"({texts[0]} {_UNSIGNED[name]} {texts[1]})")
        if name in _ARITHMETIC:
            return self._cut(f"({texts[0]} {_ARITHMETIC[name]} {texts[1]})")
        if name in _BITWISE:
            return self._unsigned(f"({texts[0]} {_BITWISE[name]} {texts[1]})")
        match name:
            case "neg":
                return self._cut(f"(0U - {texts[0]})")
            case "not":
                return self._cut(f"(~{texts[0]})")
            case "min" | "max":
                a, b = texts if name == "min" else texts[::-1]
                return self._unsigned(f"({texts[0]} < {texts[1]} ? {a} : {b})")
            case "shl" | "lshr" | "ashr":
                return self._shifted(name, *arguments)
            case "udiv" | "urem" | "sdiv" | "srem":
                return self._divided(name, *arguments)
        raise Inexpressible(f"C has no {name}")

    def _true(self, said: _Said) -> str:
        """Whether a word is not 0."""
        return said.truth if said.truth is not None else f"({_given(said.unsigned)} != 0)"

    def _floating(self, said: _Said, bits: int) -> str:
        if said.number is not None and said.bits != bits:
            raise Inexpressible("it reads the bits of a number")
        return said.number if said.number is not None else _number(self._known(said), bits)

    def _number(self, text: str, half: bool = False) -> _Said:
        return _Said(number=text, bits=self._width // 2 if half else self._width)

    def _converted(self, name: str, said: _Said) -> _Said:
        """A conversion between a word and a number, or between two formats."""
        if self._width not in NUMBERS or (name in ("fpext", "fptrunc") and self._width // 2 not in NUMBERS):
            raise Inexpressible(f"C has no {name} of {self._width} bits")
        match name:
            case "sitofp":
                return self._number(f"(({NUMBERS[self._width]}){_given(said.signed)})")
            case "fpext":
                return self._number(f"(({NUMBERS[self._width]}){self._floating(said, self._width // 2)})")
            case "fptrunc":
                return self._number(f"(({NUMBERS[self._width // 2]}){self._floating(said, self._width)})", half=True)
        number, bound = self._floating(said, self._width), f"0x1p{self._width - 1}{'f' if self._width == 32 else ''}"
        held = f"{number} >= -{bound} && {number} < {bound}"
        least = _unsigned_constant(1 << (self._width - 1), self._width)
        return self._unsigned(f"({held} ? ({self._type})({self._signed_type()}){number} : {least})")

    @staticmethod
    def _known(said: _Said) -> int:
        if said.known is None:
            raise Inexpressible("it reads the bits of a number")
        return said.known

    def _chosen(self, node: Term, condition: _Said, then: _Said, otherwise: _Said) -> _Said:
        true = self._true(condition)

        def either(a: str | None, b: str | None) -> str | None:
            return None if a is None or b is None else f"({true} ? {a} : {b})"

        if then.number is not None or otherwise.number is not None:
            bits = then.bits or otherwise.bits
            return self._number(f"({true} ? {self._floating(then, bits)} : {self._floating(otherwise, bits)})", bits < self._width)
        return _Said(either(then.unsigned, otherwise.unsigned), either(then.signed, otherwise.signed),
                     either(then.truth, otherwise.truth))

    def _equal(self, sign: str, a: _Said, b: _Said) -> _Said:
        if a.number is not None or b.number is not None:
            return self._boolean(self._same_number(sign, a, b))
        if a.truth is not None and b.known == 0:
            return self._boolean(f"(!{a.truth})" if sign == "==" else a.truth)
        if a.truth is not None and b.truth is not None:
            return self._boolean(f"({a.truth} {sign} {b.truth})")
        if True in (a.plain, b.plain) and False not in (a.plain, b.plain):
            return self._boolean(f"({_given(a.signed)} {sign} {_given(b.signed)})")
        return self._boolean(f"({_given(a.unsigned)} {sign} {_given(b.unsigned)})")

    def _same_number(self, sign: str, a: _Said, b: _Said) -> str:
        """Whether a number has the bits of a constant; 0 and -0, which C takes for equal, cannot be told apart."""
        number, constant = (a, self._known(b)) if a.number is not None else (b, self._known(a))
        if constant % (1 << (number.bits - 1)) == 0:
            raise Inexpressible("C does not tell 0 and -0 apart")
        if constant >> number.bits:
            raise Inexpressible("it reads the bits of a number")
        return f"({number.number} {sign} {_number(constant, number.bits)})"

    def _shifted(self, name: str, word: _Said, distance: _Said) -> _Said:
        a, n = _given(word.unsigned), _given(distance.unsigned)
        if name == "ashr":
            a, zero = _given(word.signed), f"({_given(word.signed)} < 0 ? {self._ones} : {_unsigned_constant(0, self._width)})"
            shift = f"(({self._type})({a} >> {n}))"
        else:
            zero = _unsigned_constant(0, self._width)
            shift = f"({a} {'<<' if name == 'shl' else '>>'} {n})"
        if distance.known is not None:
            return self._cut(shift if distance.known < self._width else zero)
        return self._cut(f"({n} < {_unsigned_constant(self._width, self._width)} ? {shift} : {zero})")

    def _divided(self, name: str, a: _Said, b: _Said) -> _Said:
        """Division as the total function that it is here."""
        signed, quotient = name[0] == "s", name.endswith("div")
        word, by, zero = _given(a.unsigned), _given(b.unsigned), _unsigned_constant(0, self._width)
        if signed:
            text = f"(({self._type})({_given(a.signed)} {'/' if quotient else '%'} {_given(b.signed)}))"
            if b.known is None:
                text = f"({by} == {self._ones} ? {f'0U - {word}' if quotient else zero} : {text})"
            elif b.known == (1 << self._width) - 1:
                text = f"(0U - {word})" if quotient else zero
            nothing = f"({_given(a.signed)} < 0 ? {_unsigned_constant(1, self._width)} : {self._ones})" if quotient else word
        else:
            text, nothing = f"({word} {'/' if quotient else '%'} {by})", self._ones if quotient else word
        if b.known is None:
            return self._cut(f"({by} == {zero} ? {nothing} : {text})")
        return self._cut(text if b.known else nothing)
