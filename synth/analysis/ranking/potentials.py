"""Words that every way through a nest changes by a number: with another number added at each place, none raises them.

The numbers are potentials: that no way raises the sum is a system of difference constraints (Cormen et al., Introduction to
algorithms, 24.4). What wraps around is for the proof to see.

Where a loop adds a number to a word until that equals another one, as in `while (i != 100) i += 3;`, it may go round the circle of
all words: how many rounds are left is the distance divided by the number, modulo 2^w, which an odd number allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from synth import terms
from synth.algebra.bitwise import low_mask
from synth.analysis.ranking.samples import Way
from synth.booleans import conjuncts, negation
from synth.terms import Term, TermKind, name_of
from synth.transition import symbols

Step = tuple[int, int, int]
"""A way: from a place, to a place, and what it adds."""


def potentials(words: Sequence[Term], ways: Sequence[Way]) -> Iterator[dict[int, Term]]:
    """For words that some way changes, and the negated ones: per place the word plus its number."""
    for i, word in enumerate(words):
        added = [_added(word, way.edge.update[i]) for way in ways]
        if all(a is not None for a in added) and any(added):
            for sign in (1, -1):
                steps = [(w.edge.source, w.edge.target, sign * (a or 0)) for w, a in zip(ways, added, strict=True)]
                numbers = _numbers(steps)
                if numbers is not None and any(numbers[t] + a < numbers[s] for s, t, a in steps):
                    base = word if sign > 0 else terms.constant(0) - word
                    yield {p: base + n if n else base for p, n in numbers.items()}


def rounds_left(words: Sequence[Term], ways: Sequence[Way], width: int) -> Iterator[Term]:
    """For words that ways add one number to as long as they differ from what no way changes: the rounds until they are equal, or
    that times a power of two, where the number is a multiple of it. Words of fewer bits go round a smaller circle.
    """
    kept = {str(w.data) for i, w in enumerate(words) if all(way.edge.update[i] is w for way in ways)}
    for i, word in enumerate(words):
        moving = [way for way in ways if way.edge.update[i] is not word]
        mask = low_mask(moving[0].edge.update[i]) if moving else None
        added = {_added(word, _inner(way.edge.update[i], mask)) for way in moving}
        step = added.pop() if len(added) == 1 else None
        for end in _ends(word, moving[0]) if step else ():
            if step is not None and symbols((end,)) <= kept:
                odd = step // (step & -step)
                rounds = _product(end, word, pow(odd, -1, 1 << width), width)
                yield rounds if mask is None else rounds & mask


def _product(end: Term, word: Term, number: int, width: int) -> Term:
    """What is left of a word to its end, times a number."""
    if number == (1 << width) - 1:
        return word if end is terms.constant(0) else word - end
    return (end - word) * number if number != 1 else end - word


def _inner(update: Term, mask: int | None) -> Term:
    """A term without its mask, if it has this one."""
    return update.arguments[0] if mask is not None and low_mask(update) == mask else update


def _ends(word: Term, way: Way) -> Iterator[Term]:
    """What a word differs from when a way is gone."""
    for condition in conjuncts(way.edge.guard):
        compared = condition if name_of(condition) == "neq" else negation(condition)
        if name_of(compared) in ("eq", "neq") and (name_of(compared) == "neq") is (compared is condition):
            sides = compared.arguments
            yield from (b for a, b in (sides, sides[::-1]) if a is word)


def _added(word: Term, update: Term) -> int | None:
    """The number that an update adds to a word; None where it does something else."""
    if update is word:
        return 0
    if name_of(update) not in ("add", "sub") or update.arguments[0] is not word:
        return None
    number = update.arguments[1].data if update.arguments[1].kind is TermKind.CONSTANT else None
    return (number if name_of(update) == "add" else -number) if isinstance(number, int) else None


def _numbers(steps: Sequence[Step]) -> dict[int, int] | None:
    """The least numbers, none negative, such that no step raises the sum (Bellman and Ford); None where some cycle does."""
    found = {p: 0 for s, t, _ in steps for p in (s, t)}
    for _ in range(len(found) + 1):
        changed = False
        for source, target, added in steps:
            if found[target] + added > found[source]:
                found[source], changed = found[target] + added, True
        if not changed:
            return found
    return None
