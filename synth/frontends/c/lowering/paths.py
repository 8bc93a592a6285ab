"""Path conditions: where a path parts from another, it extends the condition so far, which both go on sharing."""

from __future__ import annotations

from dataclasses import dataclass

from synth.booleans import TRUE
from synth.frontends.c.lowering.decisions import ALWAYS, Decisions
from synth.frontends.c.lowering.simplify import Builder
from synth.terms import Term


@dataclass(frozen=True, eq=False)
class Path:
    """That `parent` holds and the diagram `own` does; without a parent: always. `term` is the whole condition."""

    parent: Path | None
    own: int
    depth: int
    term: Term


START = Path(None, ALWAYS, 0, TRUE)


class Paths:
    """Makes paths over branches on terms."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._decisions = Decisions(builder)
        self._decided: dict[Term, list[tuple[Path, bool]]] = {}

    def parted(self, path: Path, literal: Term) -> tuple[Path, Path]:
        """The two ways on from a branch on a condition."""
        ways = [self._extended(path, own) for own in self._decisions.branch(literal)]
        for condition, holds in ((literal, True), (self._builder.negation(literal), False)):
            self._decided.setdefault(condition, []).extend(zip(ways, (holds, not holds), strict=True))
        return ways[0], ways[1]

    def known(self, path: Path, literal: Term) -> bool | None:
        """Whether a condition holds, where a branch on the way has decided on the same one; else None."""
        for decided, holds in self._decided.get(literal, ()):
            above = path
            while above.depth > decided.depth and above.parent is not None:
                above = above.parent
            if above is decided:
                return holds
        return None

    def _extended(self, path: Path, own: int) -> Path:
        if own == ALWAYS:
            return path
        return Path(path, own, path.depth + 1, self._builder.both(path.term, self._decisions.term(own)))

    def joined(self, a: Path, b: Path) -> tuple[Path, Term]:
        """That one of two paths is taken, and the condition that tells, then, that it is `a`."""
        first = second = ALWAYS
        while a is not b:
            if a.depth >= b.depth and a.parent is not None:
                first, a = self._decisions.conjunction(a.own, first), a.parent
            elif b.parent is not None:
                second, b = self._decisions.conjunction(b.own, second), b.parent
        either = self._decisions.disjunction(first, second)
        return self._extended(a, either), self._decisions.term(self._decisions.within(first, either))
