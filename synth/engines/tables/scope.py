"""Which specifications the engine is for. Loads nothing heavy."""

from __future__ import annotations

from synth import terms
from synth.specification import Specification


def applies(specification: Specification) -> bool:
    """Whether the engine is of use: several ∃ functions (or words alone), and no call whose arguments contain a call.

    Programs that are held to a grammar, floating point and specifications by points are for other engines.
    """
    several = len(specification.exists) > 1 or not specification.functions
    free = not specification.points and not specification.uses_floats and all(f.grammar is None for f in specification.exists)
    return several and free and not _nests(specification)


def _nests(specification: Specification) -> bool:
    arguments = [a for call in terms.calls(specification.formula) for a in call.arguments]
    return any(node.kind is terms.TermKind.CALL for node in terms.postorder(*arguments))
