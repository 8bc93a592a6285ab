"""Words that every way through a nest changes by a number: with another number added at each place, none raises them.

The numbers are potentials: that no way raises the sum is a system of difference constraints (Cormen et al., Introduction to
algorithms, 24.4). What wraps around is for the proof to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from synth import terms
from synth.analysis.ranking.samples import Way
from synth.terms import Term, TermKind, name_of

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
