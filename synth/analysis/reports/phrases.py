"""Words as infix text: in C's own words for people, or in those of ACSL, whose integers never wrap; cast only where it matters.

What a text comes to, computed with C's conversions and wrapping (or without any, in ACSL), is a number that equals the term modulo
2^width. Bounds of that number say whether it is the word read as signed, or as unsigned, or both; where neither is what an operator
needs, the text is cast.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, replace

from synth.analysis.reports.cterms import NUMBERS, Inexpressible
from synth.transition import Variable

TERNARY, IMPLIES, OR, AND, COMPARED, BITS, SHIFTED, SUM, PRODUCT, UNARY, PRIMARY = 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
"""How closely a text holds together."""

_TYPES = {8: "char", 16: "short", 32: "int", 64: "long long"}
_PRIMARY = re.compile(r"[\w.:@']+(\[\w+\][\w.']*)*(\(\))?'?")
_INT = 32


@dataclass(frozen=True)
class Said:
    """A text for a word.

    low, high   the number that it comes to is within
    bits, signed  its type in C
    known       the constant that it is
    floating    the bits of a floating-point number that it is; 0 for integers
    sign        its outermost infix operator
    sides       of a comparison: the left text, the sign and the right text
    negated     what it is the negation of, as far as that can be said shorter
    """

    text: str
    level: int
    low: int = 0
    high: int = 0
    bits: int = _INT
    signed: bool = True
    known: int | None = None
    floating: int = 0
    sign: str = ""
    sides: tuple[str, str, str] = ("", "", "")
    negated: Said | None = None

    def at(self, level: int) -> str:
        """The text, in parentheses where it holds together less closely."""
        return self.text if self.level >= level else f"({self.text})"


class Phrases:
    """Says words of a width; `exact` texts are in ACSL, the others in C for people. Inexpressible where ACSL has no word."""

    def __init__(self, width: int, exact: bool) -> None:
        self.width, self.exact = width, exact
        self.size = 1 << width

    def variable(self, name: str, own: Variable, bounds: tuple[int, int] | None = None, extended: bool = False) -> Said:
        """A variable that is called `name` there, within bounds where they are known; with its sign copied to the top, or as the
        bit pattern that it is.
        """
        level = PRIMARY if _PRIMARY.fullmatch(name) else SUM
        if own.floating:
            return Said(name, level, 0, self.size - 1, self.width, False, floating=own.bits)
        low, high = bounds or limits(own)
        if own.bits < self.width and own.signed and not extended:
            if low >= 0:
                return Said(name, level, low, high, max(own.bits, _INT))
            return self._cast(Said(name, level, low, high), own.bits, False)
        return Said(name, level, low, high, max(own.bits, _INT), own.signed or own.bits < _INT)

    def constant(self, value: int) -> Said:
        """A constant, below 2^width; how it is read, those decide that it is compared or computed with."""
        value %= self.size
        return self._number(value if value < self.size // 2 else value - self.size, value)

    def _number(self, value: int, known: int) -> Said:
        size, low = abs(value), value < 0
        if low and size == 1 << (2 * _INT - 1):
            return Said(f"{value + 1} - 1", SUM, value, value, 2 * _INT, known=known)
        bits, signed = next(((b, True) for b in (_INT, 2 * _INT) if size < 1 << (b - 1)), (2 * _INT, False))
        positive = Said(str(size), PRIMARY, size, size, bits) if low else None
        return Said(str(value), UNARY if low else PRIMARY, value, value, bits, signed, known=known, negated=positive)

    def read(self, said: Said, signed: bool) -> Said:
        """The text as the number that its word is, read as signed or not."""
        said = self._integer(said)
        if said.known is not None:
            low = signed and said.known >= self.size // 2
            return self._number(said.known - (self.size if low else 0), said.known)
        return said if self.reads(said, signed) else self._cast(said, self.width, signed)

    def reads(self, said: Said, signed: bool) -> bool:
        """Whether a text comes to the number that its word is, read as signed or not."""
        low, high = _limits(self.width, signed)
        return low <= said.low and said.high <= high

    def _cast(self, said: Said, bits: int, signed: bool) -> Said:
        name = type_name(bits, signed)
        low, high = _limits(bits, signed)
        return Said(f"({name}){self._integer(said).at(UNARY)}", UNARY, low, high, max(bits, _INT), signed or bits < _INT)

    def _integer(self, said: Said) -> Said:
        """The pattern of what may be a floating-point number."""
        if not said.floating:
            return said
        if self.exact:
            raise Inexpressible("ACSL does not read the bits of a number")
        return Said(f"bits({said.text})", PRIMARY, 0, (1 << said.floating) - 1, max(said.floating, _INT), False)

    # -- comparisons --

    def compared(self, sign: str, a: Said, b: Said, signed: bool | None) -> Said:
        """A comparison of words, read as signed, as unsigned, or either way where it does not matter."""
        if a.floating or b.floating:
            return self._patterns(sign, a, b)
        if a.known is not None and b.known is None:
            a, b, sign = b, a, _SWAPPED[sign]
        view = signed if signed is not None else self._view(a, b)
        a, b = self._agreed(self.read(a, view), self.read(b, view), view)
        left, right = a.at(SUM), b.at(SUM)
        return Said(f"{left} {sign} {right}", COMPARED, 0, 1, sides=(left, sign, right))

    def seen(self, said: Said) -> Said:
        """A word as the number that it is read as without a cast where that can be."""
        return self.read(said, self._view(said))

    def _view(self, *words: Said) -> bool:
        """Whether words are read as signed where either does: as most of them are without a cast."""
        variable = [w for w in words if w.known is None]
        casts = {signed: sum(not self.reads(w, signed) for w in variable) for signed in (True, False)}
        return casts[True] < casts[False] or (casts[True] == casts[False] and all(w.signed for w in variable))

    def _agreed(self, a: Said, b: Said, signed: bool) -> tuple[Said, Said]:
        """Two words that C does not make other numbers where it brings them to one type."""
        bits = max(a.bits, b.bits)
        least, most = _limits(bits, all(o.signed for o in (a, b) if o.bits == bits))
        if self.exact or all(least <= n <= most for o in (a, b) for n in (o.low, o.high)):
            return a, b
        first, second = (o if o.known is not None else self._cast(o, self.width, signed) for o in (a, b))
        return first, second

    def _patterns(self, sign: str, a: Said, b: Said) -> Said:
        """A comparison of the bit patterns of numbers."""
        bits = a.floating or b.floating
        texts = [f"bits({number_text(s.known, bits)})" if s.known is not None else self._integer(s).text for s in (a, b)]
        if self.exact:
            raise Inexpressible("ACSL does not read the bits of a number")
        return Said(f"{texts[0]} {sign} {texts[1]}", COMPARED, 0, 1)

    def number_compared(self, sign: str, a: Said, b: Said, bits: int) -> Said:
        """A comparison of floating-point numbers."""
        return Said(f"{self._floating(a, bits).at(SUM)} {sign} {self._floating(b, bits).at(SUM)}", COMPARED, 0, 1)

    def _floating(self, said: Said, bits: int) -> Said:
        if self.exact:
            raise Inexpressible("ACSL computes with reals")
        if said.known is not None:
            text = number_text(said.known % (1 << bits), bits)
            return Said(text, UNARY if text.startswith("-") else PRIMARY, floating=bits)
        return said if said.floating else Said(f"number({said.text})", PRIMARY, floating=bits)

    def number_computed(self, sign: str, a: Said, b: Said, bits: int) -> Said:
        """A sum, a product and the like of floating-point numbers."""
        own = SUM if sign in "+-" else PRODUCT
        text = f"{self._floating(a, bits).at(own)} {sign} {self._floating(b, bits).at(own + 1)}"
        return Said(text, own, 0, self.size - 1, floating=bits)

    def number_converted(self, name: str, said: Said) -> Said:
        """A conversion between a signed word and a number, or between two formats; name is sitofp, fptosi, fpext or fptrunc."""
        if self.exact:
            raise Inexpressible("ACSL computes with reals")
        bits, own = (self.width // 2 if name == half else self.width for half in ("fptrunc", "fpext"))
        said = self.read(said, True) if name == "sitofp" else self._floating(said, own)
        if name == "fptosi":
            low, high = _limits(bits, True)
            return Said(f"({type_name(bits, True)}){said.at(UNARY)}", UNARY, low, high, max(bits, _INT))
        return Said(f"({NUMBERS.get(bits, f'float{bits}')}){said.at(UNARY)}", UNARY, 0, (1 << bits) - 1, floating=bits)

    # -- computations --

    def _joined(self, low: int, high: int, *operands: Said) -> tuple[Said, ...] | None:
        """The type of a computation with a result within bounds, as a Said without a text; None where C would lose what is
        above its bits, though the word has them.
        """
        if self.exact:
            return (Said("", 0, low, high),)
        bits = max(o.bits for o in operands)
        signed = all(o.signed for o in operands if o.bits == bits)
        least, most = _limits(bits, signed)
        if all(least <= n <= most for o in operands for n in (o.low, o.high)) and least <= low and high <= most:
            return (Said("", 0, low, high, bits, signed),)
        return (Said("", 0, least, most, bits, signed),) if bits >= self.width else None

    def computed(self, sign: str, level: int, bounds: tuple[int, int], *operands: Said) -> Said:
        """An infix text of operators that only look at the lower bits of words: + - * & | ^ <<."""
        operands = tuple(self._apt(sign, self._integer(o), operands) for o in operands)
        kind = self._joined(*bounds, *(operands[:1] if level == SHIFTED else operands))
        if kind is None:
            operands = (self._cast(operands[0], self.width, True), *operands[1:])
            kind = self._joined(-(self.size // 2), self.size, *operands)
        assert kind is not None
        left = level if level in (SUM, PRODUCT) or (level == BITS and operands[0].sign == sign) else UNARY
        flat = (self.exact or operands[0].bits >= self.width) and operands[1].sign in ("+-" if sign == "+" else sign)
        right = level if flat and sign not in "-<<" else PRODUCT if level == SUM else UNARY
        return replace(kind[0], text=f"{operands[0].at(left)} {sign} {operands[1].at(right)}", level=level, sign=sign)

    def _apt(self, sign: str, said: Said, operands: tuple[Said, ...]) -> Said:
        """A constant as it is read best: as a pattern among bits, and in sums as a number of the sign of what it is added to."""
        if said.known is None:
            return said
        if sign in "&|^":
            small = said.known < 10 or (not self.exact and said.low == -1)
            return said if small else self._pattern(said.known)
        unsigned = sign == "-" and said is operands[0] and all(o.low >= 0 for o in operands[1:]) and said.known >= self.size // 2
        return self.read(said, not unsigned)

    def _pattern(self, known: int) -> Said:
        """A constant in hexadecimal, which C takes for unsigned where it is no int."""
        bits, signed = next((b, s) for b in (_INT, 2 * _INT) for s in (True, False) if known < 1 << (b - s))
        return Said(hex(known), PRIMARY, known, known, bits, signed, known)

    def added(self, a: Said, b: Said) -> Said:
        """a + b, where one is negative a - b."""
        if b.negated is not None and not b.floating:
            return self.subtracted(a, b.negated)
        if a.negated is not None and not a.floating:
            return self.subtracted(b, a.negated)
        return self.computed("+", SUM, (a.low + b.low, a.high + b.high), a, b)

    def subtracted(self, a: Said, b: Said, least: int | None = None) -> Said:
        """a - b, which is at least `least` where that is known."""
        if a.known == 0:
            return self.negated(b)
        if b.negated is not None:
            return self.added(a, b.negated)
        low, high = a.low - b.high, a.high - b.low
        if a.known is not None and a.known >= self.size // 2 and b.low >= 0:
            low, high = low + self.size, high + self.size
        return self.computed("-", SUM, (low if least is None else max(low, least), high), a, b)

    def negated(self, a: Said) -> Said:
        """-a."""
        a = self._integer(a)
        kind = self._joined(-a.high, -a.low, a)
        if kind is None:
            a = self._cast(a, self.width, True)
            kind = self._joined(-a.high, -a.low, a)
        assert kind is not None
        text = a.at(UNARY)
        return replace(kind[0], text=f"-({text})" if text.startswith("-") else f"-{text}", level=UNARY, negated=a)

    def multiplied(self, a: Said, b: Said) -> Said:
        """a * b, a constant first."""
        a, b = (b, a) if b.known is not None else (a, b)
        if a.known == self.size - 1:
            return self.negated(b)
        a = self.read(a, True) if a.known is not None else a
        corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        made = self.computed("*", PRODUCT, (min(corners), max(corners)), a, b)
        if a.negated is None or a.low == -(self.size // 2):
            return made
        return replace(made, negated=self.multiplied(a.negated, b))

    def inverted(self, a: Said) -> Said:
        """~a."""
        a = self._integer(a)
        signed = self.exact or a.signed
        if not signed and a.bits < self.width:
            a, signed = self._cast(a, self.width, True), True
        most = -1 if signed else (1 << a.bits) - 1
        return replace(a, text=f"~{a.at(UNARY)}", level=UNARY, low=most - a.high, high=most - a.low, known=None, negated=None)

    def bitwise(self, sign: str, a: Said, b: Said) -> Said:
        """a & b, a | b or a ^ b."""
        a, b = (self._apt(sign, self._integer(o), (a, b)) for o in (a, b))
        reach = max(n.bit_length() for o in (a, b) for n in (o.low, o.high))
        if sign == "&" and (a.low >= 0 or b.low >= 0):
            high = min(o.high for o in (a, b) if o.low >= 0)
            bounds = (0, high)
        else:
            bounds = (0 if a.low >= 0 and b.low >= 0 else -(1 << reach), (1 << reach) - 1)
        return self.computed(sign, BITS, bounds, a, b)

    def shifted(self, name: str, a: Said, by: Said) -> Said:
        """A shift, total as words shift; name is shl, lshr or ashr."""
        by = self.read(self._integer(by), False)
        if by.known is not None and by.known >= self.width and name != "ashr":
            return self._number(0, 0)
        by = by if by.known is None or by.known < self.width else self.constant(self.width - 1)
        a = self._integer(a) if name == "shl" else self.read(self._integer(a), name == "ashr")
        if not self.exact and by.high >= a.bits:
            a = self._cast(a, self.width, name == "ashr" or a.signed) if a.bits < self.width else a
        made = self._shift(name, a, by)
        if by.high < self.width:
            return made
        rest = self._number(0, 0) if name != "ashr" else self._shift("ashr", a, self._number(self.width - 1, self.width - 1))
        return self.chosen(self.compared("<", by, self.constant(self.width), False), made, rest)

    def _shift(self, name: str, a: Said, by: Said) -> Said:
        most = min(by.high, self.width)
        if name == "shl":
            return self.computed("<<", SHIFTED, (min(a.low, a.low << most), max(a.high, a.high << most)), a, by)
        low, high = min(a.low >> by.low, a.low >> most), max(a.high >> by.low, a.high >> most)
        return Said(f"{a.at(UNARY)} >> {by.at(UNARY)}", SHIFTED, low, high, a.bits, a.signed)

    def divided(self, name: str, a: Said, b: Said) -> Said:
        """A division or a remainder, total as words divide; name is udiv, urem, sdiv or srem."""
        signed, sign = name[0] == "s", "/" if name.endswith("div") else "%"
        a, b = (self.read(self._integer(o), signed) for o in (a, b))
        a, b = self._agreed(a, b, signed)
        reach = max(abs(a.low), abs(a.high))
        reach = min(reach, max(abs(b.low), abs(b.high)) - 1) if sign == "%" and not b.low <= 0 <= b.high else reach
        low = -reach if a.low < 0 or (b.low < 0 and sign == "/") else 0
        if (kind := self._joined(low, reach, a, b)) is None:
            a = self._cast(a, self.width, signed)
            kind = self._joined(low, reach, a, b)
        assert kind is not None
        made = replace(kind[0], text=f"{a.at(PRODUCT)} {sign} {b.at(UNARY)}", level=PRODUCT, sign=sign)
        if b.low > 0 or b.high < 0:
            return made
        nothing = a
        if sign == "/":
            nothing = self.read(self.constant(-1), False) if not signed else self.chosen(
                self.compared("<", a, self.constant(0), True), self.constant(1), self.constant(-1))
        return self.chosen(self.compared("==", b, self.constant(0), signed), nothing, made)

    def chosen(self, condition: Said, a: Said, b: Said) -> Said:
        """condition ? a : b."""
        if a.floating or b.floating:
            bits = a.floating or b.floating
            a, b = self._floating(a, bits), self._floating(b, bits)
            return Said(f"{condition.at(OR)} ? {a.at(OR)} : {b.at(TERNARY)}", TERNARY, 0, self.size - 1, floating=bits)
        view = self._view(a, b)
        a, b = (self.read(o, view) if o.known is not None else o for o in (a, b))
        kind = self._joined(min(a.low, b.low), max(a.high, b.high), a, b)
        if kind is None:
            a = self._cast(a, self.width, True)
            kind = self._joined(min(a.low, b.low), max(a.high, b.high), a, b)
        assert kind is not None
        return replace(kind[0], text=f"{condition.at(OR)} ? {a.at(OR)} : {b.at(TERNARY)}", level=TERNARY)

    def called(self, name: str, *operands: Said) -> Said:
        """What there is no sign for."""
        said = [self.read(self._integer(o), False) for o in operands]
        said = list(self._agreed(said[0], said[1], False)) if len(said) == 2 else said
        text = f"{name}({', '.join(o.text for o in said)})"
        if name in ("min", "max"):
            choose = min if name == "min" else max
            kind = self._joined(choose(o.low for o in said), choose(o.high for o in said), *said)
            assert kind is not None
            return replace(kind[0], text=f"{chr(92) if self.exact else ''}{text}", level=PRIMARY)
        if self.exact:
            raise Inexpressible(f"ACSL has no {name}")
        return Said(text, PRIMARY, 0, self.size - 1, max(self.width, _INT), self.width < _INT)

    def truth(self, said: Said) -> Said:
        """A condition as the number 0 or 1."""
        return Said(f"{said.at(OR)} ? 1 : 0", TERNARY, 0, 1) if self.exact else said


_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def limits(own: Variable) -> tuple[int, int]:
    """The least and the largest value of a variable that holds integers."""
    return _limits(own.bits, own.signed)


def _limits(bits: int, signed: bool) -> tuple[int, int]:
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def type_name(bits: int, signed: bool) -> str:
    """What C calls an integer type of so many bits."""
    if bits == _INT:
        return "int" if signed else "unsigned"
    return f"{'signed ' if signed and bits == 8 else '' if signed else 'unsigned '}{_TYPES.get(bits, f'int{bits}')}"


def number_text(pattern: int, bits: int) -> str:
    """A floating-point number as C would print it."""
    return repr(struct.unpack("<f" if bits == 32 else "<d", pattern.to_bytes(bits // 8, "little"))[0])


def distinct(pattern: int, bits: int) -> bool:
    """Whether a number equals none but itself: it is neither a NaN nor a zero."""
    return "nan" not in (text := number_text(pattern, bits)) and float(text) != 0
