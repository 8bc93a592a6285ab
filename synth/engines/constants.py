"""Constants that programs for a specification are likely to hold, for every engine."""

from __future__ import annotations

from synth import terms
from synth.evaluation.integers import Integers
from synth.specification import Specification
from synth.terms import TermKind

_FEW = 12


def hints(specification: Specification, width: int) -> list[int]:
    """The constants that a specification hints at, as words of `width` bits."""
    return [terms.interpret(c, Integers(width), {}, terms.no_calls) for c in specification.constants]


def stated(specification: Specification, width: int) -> list[int]:
    """The constants that a specification hints at, then those that its formula speaks of, each once."""
    own = [n.data % (1 << width) for n in terms.postorder(specification.formula)
           if n.kind is TermKind.CONSTANT and isinstance(n.data, int)]
    return list(dict.fromkeys([*hints(specification, width), *own]))


def few(specification: Specification, width: int) -> tuple[int, ...]:
    """Constants that are worth being leaves of trees: 0, 1, all ones, and the first that are stated."""
    return tuple(dict.fromkeys([0, 1, (1 << width) - 1, *stated(specification, width)]))[:_FEW]


def notable(specification: Specification, width: int) -> tuple[int, ...]:
    """Words of `width` bits, the most promising first: hints, small ones, those of the formula, patterns of bit tricks."""
    mask, sign = (1 << width) - 1, 1 << (width - 1)
    hinted = hints(specification, width)
    own = [c for c in stated(specification, width) if c not in (0, 1)]
    tricks = [width - 1, 2, sign, width // 2, 0, sign - 1, 3, width, 4, -2, 8, 16, 5, 7, 15, 31, 255]
    patterns = [mask // 3, mask // 3 * 2, mask // 5, mask // 15, mask // 255, (1 << width // 2) - 1]
    return tuple(dict.fromkeys(c & mask for c in [*hinted, 1, -1, *own, *tricks, *patterns]))


def many(specification: Specification, width: int) -> tuple[int, ...]:
    """The notable ones, then more patterns, powers of two, and what is next to these."""
    mask = (1 << width) - 1
    masks = [mask // ((1 << i) + 1) for i in (1, 2, 4, 8, 16) if i < width]
    powers = [(1 << i) + d for i in range(width) for d in (0, -1)]
    return tuple(dict.fromkeys(c & mask for c in [*notable(specification, width), 6, *masks, *powers]))
