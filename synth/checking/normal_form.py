"""A second opinion on equations of mixed arithmetic, which shares nothing with `synth.algebra`: Z3's normal form of polynomials.

Z3 simplifies sums of products to a normal form, but takes bitwise operators as they come. So they are brought to conjunctions
first, by five laws; that these hold at the width in question is proved by Bitwuzla each time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import z3

from synth.checking.backends import Unsat, check

_LAWS: tuple[Callable[[Any, Any], Any], ...] = (
    lambda a, b: ~a == -a - 1,
    lambda a, b: (a | b) == a + b - (a & b),
    lambda a, b: (a ^ b) == a + b - 2 * (a & b),
    lambda a, b: (~a & b) == b - (a & b),
    lambda a, b: (~a & ~b) == (a & b) - a - b - 1,
)


def is_valid(claim: Any, width: int, seconds: float) -> bool:
    """Whether Z3's normal form of a Boolean over bit-vectors is true; about `seconds` are spent on the laws."""
    context = claim.ctx
    until = time.monotonic() + seconds
    if not z3.is_true(z3.simplify(_Rewriter().rewritten(claim), som=True, som_blowup=1000)):
        return False
    a, b = (z3.BitVec(name, width, context) for name in "ab")
    denials = [z3.Not(law(a, b)) for law in _LAWS]
    return all((left := until - time.monotonic()) > 0 and isinstance(check("bitwuzla", denial, {"a": a, "b": b}, left), Unsat)
               for denial in denials)


class _Rewriter:
    """Terms with their bitwise operators as conjunctions; a complement is remembered by what it is the complement of."""

    def __init__(self) -> None:
        self._done: dict[int, Any] = {}
        self._complements: dict[int, Any] = {}
        self._kept: list[Any] = []

    def rewritten(self, root: Any) -> Any:
        """The term, by the laws."""
        stack = [root]
        while stack:
            node = stack[-1]
            waiting = [c for c in node.children() if c.get_id() not in self._done]
            if waiting:
                stack += waiting
            elif (found := stack.pop()).get_id() not in self._done:
                self._done[found.get_id()] = self._rebuilt(found, [self._done[c.get_id()] for c in found.children()])
                self._kept += (found, self._done[found.get_id()])
        return self._done[root.get_id()]

    def _rebuilt(self, node: Any, parts: list[Any]) -> Any:
        if not parts:
            return node
        match node.decl().kind():
            case z3.Z3_OP_BNOT:
                result = -parts[0] - 1
                self._complements[result.get_id()] = parts[0]
                return result
            case z3.Z3_OP_BAND | z3.Z3_OP_BOR | z3.Z3_OP_BXOR:
                result = parts[0]
                for part in parts[1:]:
                    both = self._both(result, part)
                    result = {z3.Z3_OP_BAND: both, z3.Z3_OP_BOR: result + part - both,
                              z3.Z3_OP_BXOR: result + part - 2 * both}[node.decl().kind()]
                return result
        return node.decl()(*parts)

    def _both(self, a: Any, b: Any) -> Any:
        """a & b."""
        not_a, not_b = (self._complements.get(word.get_id()) for word in (a, b))
        if not_a is not None and not_b is not None:
            return self._both(not_a, not_b) - not_a - not_b - 1
        if not_a is not None:
            return b - self._both(not_a, b)
        if not_b is not None:
            return a - self._both(a, not_b)
        return a & b
