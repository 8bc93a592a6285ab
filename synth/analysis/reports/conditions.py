"""Terms over a program's variables as text: what conditions say of one word is joined, and told as intervals and sets of values.

`i <= 10 && !(i < 0)` is told as `0 <= i <= 10`, an or of equations as `i in {1, 4, 9}`; what holds of all values of a type is left
out. What a text says, is what the term says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from synth.algebra.folding import folded
from synth.analysis.reports.cterms import Inexpressible
from synth.analysis.reports.phrases import (
    AND,
    COMPARED,
    IMPLIES,
    OR,
    PRIMARY,
    SUM,
    UNARY,
    Phrases,
    Said,
    distinct,
    limits,
    number_text,
)
from synth.analysis.reports.ranges import Intervals, Known, complement, extended, known, meet, read, union
from synth.operators import Operator
from synth.terms import Term, TermKind, name_of
from synth.transition import Variable

_LONGEST, _SHORT, _SET, _GAPS = 4000, 8, 64, 3
"""The longest text of a term; the longest that is not worth a name; how many values are listed; how many are excepted."""

_COMPARISONS = {"ult": ("<", False), "ule": ("<=", False), "slt": ("<", True), "sle": ("<=", True), "eq": ("==", None),
                "neq": ("!=", None)}
_DENIED = {"<": ">=", "<=": ">", "==": "!=", "!=": "=="}
_BITWISE = {"and": "&", "or": "|", "xor": "^"}
_FLOATING = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}
_TRUTHS = {False: Said("false", PRIMARY, 0, 1), True: Said("true", PRIMARY, 0, 1)}

Key = tuple[Term, bool]
"""A term, and whether it is said as it is; a Boolean one may be denied instead."""


@dataclass(frozen=True)
class Vocabulary:
    """How the words of a program are said.

    variables  by name, as far as they may be spoken of
    names      what each of them is called; what is not in it has its own name
    exact      whether the text is to be ACSL, where integers do not wrap
    """

    variables: Mapping[str, Variable]
    width: int
    names: Mapping[str, str] = field(default_factory=dict)
    exact: bool = False

    @property
    def narrow(self) -> dict[str, int]:
        """The bits of integer variables that have fewer than a word."""
        return {n: v.bits for n, v in self.variables.items() if v.bits < self.width and not v.floating}


def said(term: Term, words: Vocabulary, given: Iterable[Term] = (), unsigned: bool = False) -> Said:
    """A term in words, where some conditions hold. With `unsigned`, it comes to the number that the term's word is.

    Inexpressible where ACSL has no words for it.
    """
    term, *given = (folded(t, words.width) for t in (term, *given))
    keys = [key for condition in given for key in _parts((condition, True), "and")]
    keys += _parts((term, True), "and") if term.boolean else []
    ranges = known([term, *(t for t, _ in keys)], words.width, words.narrow)
    plain = Teller(words, ranges)
    teller = Teller(words, ranges, _bounds(keys, words, ranges), _orders(keys), plain)
    found = teller.say((term, True))
    return teller.phrases.read(found, False) if unsigned and not term.boolean else found


def told_in_parts(term: Term, words: Vocabulary, named: frozenset[int]) -> tuple[str, list[tuple[str, str]]]:
    """The text of a long term, and the names and texts of words below it that are `named`, by identity."""
    teller = Teller(words, known([term], words.width, words.narrow), named=named)
    return teller.say((term, True)).text, teller.parts


def _connective(key: Key) -> tuple[str, list[Key]] | None:
    """What a condition is put together by: "and" or "or", and of what; None where it is neither."""
    (term, holds), name = key, name_of(key[0])
    if not term.boolean:
        return None
    if name in ("and", "or"):
        return ("and" if (name == "and") == holds else "or"), [(a, holds) for a in term.arguments]
    if name == "implies" and not holds:
        return "and", [(term.arguments[0], True), (term.arguments[1], False)]
    if (same := _same(key)) is not None:
        return _connective(same) or ("and", [same])
    return None


def _same(key: Key) -> Key | None:
    """The condition that is compared with a constant: b == 0 is b denied."""
    (term, holds), name = key, name_of(key[0])
    if name not in ("eq", "neq") or not term.arguments[0].boolean or term.arguments[1].kind is not TermKind.CONSTANT:
        return None
    return term.arguments[0], holds == ((name == "eq") == bool(term.arguments[1].data))


def _parts(key: Key, word: str) -> list[Key]:
    """The conditions that one is put together of by "and", or by "or"; no connectives of that kind."""
    found, waiting = list[Key](), [key]
    while waiting:
        own = waiting.pop()
        joined = _connective(own)
        if joined is not None and (joined[0] == word or len(joined[1]) == 1):
            waiting.extend(reversed(joined[1]))
        else:
            found.append(own)
    return found


def _values(key: Key, ranges: Mapping[int, Known], width: int) -> Known | None:
    """What a condition says of one word."""
    own = ranges.get(id(key[0]))
    return own if own is None or key[1] else Known(own.word, complement(own.values, (1 << width) - 1))


def bounds_of(variable: Variable, condition: Term, width: int) -> tuple[int, int]:
    """Between which numbers a variable is where a condition holds, as far as that says it of the variable alone."""
    words, keys = Vocabulary({variable.name: variable}, width), _parts((folded(condition, width), True), "and")
    return _bounds(keys, words, known([t for t, _ in keys], width, words.narrow)).get(variable.name, limits(variable))


def _bounds(keys: Sequence[Key], words: Vocabulary, ranges: Mapping[int, Known]) -> dict[str, tuple[int, int]]:
    """Between which numbers variables are where some conditions hold."""
    found: dict[str, Intervals] = {}
    for key in keys:
        own = _values(key, ranges, words.width)
        if own is not None and own.word.kind is TermKind.SYMBOL and str(own.word.data) in words.variables:
            name = str(own.word.data)
            found[name] = meet(found[name], own.values) if name in found else own.values
    numbers = {n: read(values, words.variables[n].bits, words.variables[n].signed) for n, values in found.items()}
    return {n: (own[0][0], own[-1][1]) for n, own in numbers.items() if own}


def _orders(keys: Sequence[Key]) -> dict[tuple[int, int], tuple[bool, bool]]:
    """Words, by identity, of which the first is at most the second: read as signed or not, and whether it is less."""
    found = {}
    for term, holds in keys:
        sign, signed = _COMPARISONS.get(name_of(term), ("", None))
        if signed is not None:
            a, b = map(id, term.arguments)
            found[(a, b) if holds else (b, a)] = signed, (sign == "<") == holds
    return found


class Teller:
    """Says terms.

    ranges   what conditions say of one word, by identity
    bounds   between which numbers variables are
    orders   which words are at most which others, as `_orders` has them
    plain    says terms of which none of that is known; None where it is not
    named    the words, by identity, that are said by a name
    """

    def __init__(self, words: Vocabulary, ranges: Mapping[int, Known], bounds: Mapping[str, tuple[int, int]] | None = None,
                 orders: Mapping[tuple[int, int], tuple[bool, bool]] | None = None, plain: Teller | None = None,
                 named: frozenset[int] = frozenset()) -> None:
        self.phrases, self.parts = Phrases(words.width, words.exact), list[tuple[str, str]]()
        self._words, self._ranges, self._plain, self._names = words, ranges, plain or self, named
        self._bounds, self._orders, self._narrow = bounds or {}, orders or {}, words.narrow
        self._done: dict[tuple[int, bool], Said] = {}

    def say(self, key: Key) -> Said:
        """The text of a term, or of its denial."""
        waiting = [key]
        while waiting:
            own = waiting[-1]
            left = [k for k in self._needed(own) if (id(k[0]), k[1]) not in self._done]
            if left:
                waiting += left
            else:
                waiting.pop()
                if (id(own[0]), own[1]) not in self._done:
                    self._done[id(own[0]), own[1]] = self._named(own[0], self._said(own))
        return self._done[id(key[0]), key[1]]

    def _named(self, term: Term, said: Said) -> Said:
        if len(said.text) > _LONGEST:
            if self._words.exact:
                raise Inexpressible("it is too long")
            said = replace(said, text=f"{said.text[:_LONGEST]}…")
        if id(term) not in self._names or term.boolean or len(said.text) <= _SHORT:
            return said
        taken = {*self._words.names.values(), *self._words.variables, *(name for name, _ in self.parts)}
        number = next(i for i in range(len(self.parts) + 1, len(taken) + 2) if f"t{i}" not in taken)
        self.parts.append((f"t{number}", said.text))
        return replace(said, text=f"t{number}", level=PRIMARY, negated=None, sign="")

    # -- what a text is put together of --

    def _needed(self, key: Key) -> list[Key]:
        term, _ = key
        if (joined := _connective(key)) is not None:
            return [(t, holds or not t.boolean) for t, holds in _parts(key, joined[0]) if id(t) not in self._ranges]
        if id(term) in self._ranges or extended(term, self._narrow, self._words.width) is not None:
            return []
        if (chosen := self._element(term)) is not None:
            return [(chosen[0], True)]
        if name_of(term) == "ite" and term.boolean:
            return [(term.arguments[0], True), *((a, key[1]) for a in term.arguments[1:])]
        return [(a, True) for a in term.arguments]

    def _said(self, key: Key) -> Said:
        term, holds = key
        if (joined := _connective(key)) is not None:
            return self._joined(joined[0], _parts(key, joined[0]))
        if (own := _values(key, self._ranges, self._words.width)) is not None:
            return self._set(own)
        if term.boolean:
            return self._condition(term, holds)
        match term.kind, term.data:
            case TermKind.SYMBOL, str(name):
                return self._variable(name)
            case TermKind.CONSTANT, int(value):
                return self.phrases.constant(value)
            case TermKind.WIDTH, _:
                return self.phrases.constant(self._words.width)
            case TermKind.APPLY, Operator() as op:
                return self._word(op.name, term)
        raise ValueError(f"a term calls {term.data}")

    def _variable(self, name: str, extended: bool = False) -> Said:
        own = self._words.variables.get(name)
        if own is None or (self._words.exact and name not in self._words.names):
            if self._words.exact:
                raise Inexpressible(f"{name if own is None or not own.text else own.text} has no name there")
            own = Variable(name, self._words.width)
        return self.phrases.variable(self._words.names.get(name, name), own, self._bounds.get(name), extended)

    def _of(self, term: Term) -> Said:
        """A word; a condition as 0 or 1."""
        said = self._done[id(term), True]
        return self.phrases.truth(said) if term.boolean else said

    # -- words --

    def _word(self, name: str, term: Term) -> Said:
        phrases = self.phrases
        if (own := extended(term, self._narrow, self._words.width)) is not None:
            return self._variable(str(own.data), extended=True)
        if (chosen := self._element(term)) is not None:
            return self._indexed(*chosen)
        if name == "ite":
            return phrases.chosen(self._truth(term.arguments[0]), *map(self._of, term.arguments[1:]))
        operands = [self._of(a) for a in term.arguments]
        if name == "sub":
            return phrases.subtracted(operands[0], operands[1], self._least(term, *operands))
        if name in _FLOATING:
            return phrases.number_computed(_FLOATING[name], operands[0], operands[1], self._words.width)
        if name in ("sitofp", "fptosi", "fpext", "fptrunc"):
            return phrases.number_converted(name, operands[0])
        simple: dict[str, Callable[..., Said]] = {"add": phrases.added, "mul": phrases.multiplied, "neg": phrases.negated,
                                                  "not": phrases.inverted}
        if name in simple:
            return simple[name](*operands)
        say = (phrases.bitwise if name in _BITWISE else phrases.shifted if name in ("shl", "lshr", "ashr")
               else phrases.divided if name in ("udiv", "urem", "sdiv", "srem") else phrases.called)
        return say(_BITWISE.get(name, name), *operands)

    def _least(self, term: Term, a: Said, b: Said) -> int | None:
        """What a - b is at least, where b is known to be at most a."""
        signed, less = self._orders.get((id(term.arguments[1]), id(term.arguments[0])), (None, False))
        return int(less) if signed is not None and self.phrases.reads(a, signed) and self.phrases.reads(b, signed) else None

    def _element(self, term: Term) -> tuple[Term, str, int] | None:
        """Index, array and last position, where an index chooses an element: i == 0 ? a[0] : i == 1 ? a[1] : … a[n]."""
        chosen = _choice(term)
        if chosen is None or chosen[2] != 0:
            return None
        index, array, number = chosen
        rest = term.arguments[2]
        while (more := _choice(rest)) is not None and more[0] is index and more[1:] == (array, number + 1):
            rest, number = rest.arguments[2], number + 1
        whole = rest.kind is TermKind.SYMBOL and rest.data == f"{array}[{number + 1}]" and rest.data in self._words.variables
        return (index, array, number + 1) if whole else None

    def _indexed(self, index: Term, array: str, last: int) -> Said:
        said, own = self._of(index), self._variable(f"{array}[0]")
        if self._words.exact and not 0 <= said.low <= said.high <= last:
            raise Inexpressible(f"{said.text} may be no index of {array}")
        return replace(own, text=f"{own.text.removesuffix('[0]')}[{said.text}]", level=PRIMARY if own.level == PRIMARY else UNARY)

    # -- conditions --

    def _truth(self, term: Term, holds: bool = True) -> Said:
        """A condition, or that a word is not 0, or is."""
        said = self._done[id(term), True]
        return said if term.boolean else self.phrases.compared("!=" if holds else "==", said, self.phrases.constant(0), None)

    def _condition(self, term: Term, holds: bool) -> Said:
        if term.kind is TermKind.CONSTANT:
            return _TRUTHS[bool(term.data) == holds]
        name, arguments = name_of(term), term.arguments
        if name in ("eq", "neq", "xor") and all(a.boolean for a in arguments):
            return self._alike((name == "eq") == holds, *arguments)
        if name in _COMPARISONS:
            sign, signed = _COMPARISONS[name]
            if signed is None and self._of_one_type(*arguments):  # the values are equal where the patterns are
                a, b = (self._variable(str(word.data), extended=True) for word in arguments)
            else:
                a, b = map(self._of, arguments)
            return self.phrases.compared(sign if holds else _DENIED[sign], a, b, signed)
        if name == "implies":
            a, b = map(self._truth, arguments)
            return Said(f"{a.at(OR)} ==> {b.at(OR)}", IMPLIES, 0, 1)
        if name == "ite":
            return self.phrases.chosen(self._truth(arguments[0]), *(self._done[id(a), holds] for a in arguments[1:]))
        said = self._stated(name, [self._of(a) for a in arguments], holds)
        return said if holds or name == "feq" else Said(f"!{said.at(UNARY)}", UNARY, 0, 1)

    def _of_one_type(self, a: Term, b: Term) -> bool:
        """Whether two terms are narrow variables of as many bits, which C reads alike."""
        if not a.kind is b.kind is TermKind.SYMBOL:
            return False
        own, other = (self._words.variables.get(str(t.data)) for t in (a, b))
        bits = self._narrow.get(str(a.data))
        return (own is not None and other is not None and bits is not None and bits == self._narrow.get(str(b.data))
                and own.signed is other.signed)

    def _stated(self, name: str, operands: list[Said], holds: bool) -> Said:
        """A condition on floating-point numbers, of which no number is below or at least a NaN; or another one with a name."""
        if name in ("flt", "feq"):
            sign = "<" if name == "flt" else "==" if holds else "!="
            return self.phrases.number_compared(sign, operands[0], operands[1], self._words.width)
        return replace(self.phrases.called(name, *operands), low=0, high=1)

    def _alike(self, same: bool, a: Term, b: Term) -> Said:
        """That two conditions both hold or both do not, or the contrary."""
        first, second = self._done[id(a), True], self._done[id(b), True]
        if not self._words.exact:
            return Said(f"{first.at(UNARY)} {'==' if same else '!='} {second.at(UNARY)}", COMPARED, 0, 1)
        text = f"{first.at(OR)} <==> {second.at(OR)}"
        return Said(text, IMPLIES, 0, 1) if same else Said(f"!({text})", UNARY, 0, 1)

    def _joined(self, word: str, keys: Sequence[Key]) -> Said:
        """A conjunction or a disjunction, what it says of one word said once and first, since the rest may stand on it."""
        sets, others = dict[int, Known](), dict[str, Said]()
        for key in keys:
            own = _values(key, self._ranges, self._words.width)
            if own is None:
                said = self._done[id(key[0]), key[1]] if key[0].boolean else self._truth(*key)
                others[said.text] = said
            else:
                before = sets.get(id(own.word))
                join = meet if word == "and" else union
                sets[id(own.word)] = own if before is None else Known(own.word, join(before.values, own.values))
        return _together(word, [*map(self._set, sets.values()), *others.values()])

    def _set(self, own: Known) -> Said:
        """That a word has one of some values."""
        plain = self._plain
        signed, bits = False, self._words.width
        name = str(own.word.data) if own.word.kind is TermKind.SYMBOL else ""
        if name in self._words.variables:
            variable = self._words.variables[name]
            if variable.floating:
                return plain.pattern(own)
            said, signed, bits = plain._variable(name, extended=True), variable.signed, variable.bits
        else:
            said = plain.phrases.seen(plain.say((own.word, True)))
            if said.floating:
                return plain.pattern(own)
            signed = said.low < 0
        return listed(said, read(own.values, bits, signed), self._words.exact)

    def pattern(self, own: Known) -> Said:
        """What is known of the bits of a floating-point number; what a number equals where that says the same."""
        said, constant = self.say((own.word, True)), self.phrases.constant
        last, texts, same = (1 << said.floating) - 1, list[Said](), list[str]()
        for low, high in meet(own.values, ((0, last),)):
            if low == high and distinct(low, said.floating):
                same.append(number_text(low, said.floating))
            elif low == high:
                texts.append(self.phrases.compared("==", said, constant(low), False))
            else:
                ends = [self.phrases.compared(">=", said, constant(low), False)] if low else []
                ends += [self.phrases.compared("<=", said, constant(high), False)] if high < last else []
                texts.append(_together("and", ends))
        if same and not self._words.exact:
            text = f"{said.text} == {same[0]}" if len(same) == 1 else f"{said.text} in {{{', '.join(same)}}}"
            texts.append(Said(text, COMPARED, 0, 1))
        elif same:
            raise Inexpressible("ACSL computes with reals")
        return _together("or", texts)


def _choice(term: Term) -> tuple[Term, str, int] | None:
    """The index, the array and the number, where a term is index == number ? array[number] : …; None for others."""
    if name_of(term) != "ite" or name_of(term.arguments[0]) != "eq":
        return None
    (index, number), part = term.arguments[0].arguments, term.arguments[1]
    array = str(part.data).partition("[")[0]
    if number.kind is not TermKind.CONSTANT or not isinstance(number.data, int) or part.kind is not TermKind.SYMBOL:
        return None
    return (index, array, number.data) if part.data == f"{array}[{number.data}]" else None


def _together(word: str, parts: Sequence[Said]) -> Said:
    """Conditions joined by "and" or "or"."""
    neutral = _TRUTHS[word == "and"]
    kept = list({p.text: p for p in parts if p.text != neutral.text}.values())
    if any(p.text == _TRUTHS[word != "and"].text for p in kept):
        return _TRUTHS[word != "and"]
    if len(kept) < 2:
        return kept[0] if kept else neutral
    if word == "and":
        kept = _chained(kept)
        return kept[0] if len(kept) == 1 else Said(" && ".join(p.at(AND) for p in kept), AND, 0, 1)
    return Said(" || ".join(p.at(COMPARED) for p in kept), OR, 0, 1)


def _chained(parts: list[Said]) -> list[Said]:
    """Conditions where `0 <= i` and `i < n` are one: `0 <= i < n`."""
    found = list(parts)
    for own in parts:
        left, sign, right = own.sides
        if sign not in ("<", "<="):
            continue
        for other in found:
            word, other_sign, bound = other.sides
            if other is not own and own in found and word == left and other_sign == ">=" and bound.lstrip("-").isdigit():
                chain = Said(f"{bound} <= {left} {sign} {right}", COMPARED, 0, 1)
                found = [chain if p is other else p for p in found if p is not own]
                break
    return found


def listed(said: Said, values: Intervals, exact: bool) -> Said:
    """That a number is one of some values: an interval, a set, or several of them."""
    pieces = meet(values, ((said.low, said.high),))
    if not pieces:
        return _TRUTHS[False]
    gaps = [(a[1] + 1, b[0] - 1) for a, b in pairwise(pieces)]
    excepted = [low for low, high in gaps if low == high]
    if len(excepted) == len(gaps) <= _GAPS and len(gaps) < sum(low == high for low, high in pieces) + 2:
        whole = [_interval(said, pieces[0][0], pieces[-1][1])]
        return _together("and", [*whole, *(_compared(said, "!=", value) for value in excepted)])
    single = [low for low, high in pieces if low == high]
    found = [_interval(said, low, high) for low, high in pieces if low < high or exact or len(single) == 1]
    if len(single) > 1 and not exact:
        text = f"{said.at(SUM)} in {{{', '.join(map(str, single))}}}"
        found.insert(0, Said(text, COMPARED, 0, 1))
    return _together("or", found)


def _interval(said: Said, low: int, high: int) -> Said:
    if low == high:
        return _compared(said, "==", low)
    if low == said.low:
        return _TRUTHS[True] if high == said.high else _compared(said, "<=", high)
    if high == said.high:
        return _compared(said, ">=", low)
    return Said(f"{low} <= {said.at(SUM)} <= {high}", COMPARED, 0, 1)


def _compared(said: Said, sign: str, value: int) -> Said:
    text = said.at(SUM)
    return Said(f"{text} {sign} {value}", COMPARED, 0, 1, sides=(text, sign, str(value)))
