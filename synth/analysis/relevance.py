"""What of a program a question depends on: its other words are left out (Weiser, Program slicing, ICSE 1981)."""

from __future__ import annotations

from dataclasses import replace

from synth.transition import Edge, Kind, TransitionSystem, symbols


def of_looping(system: TransitionSystem) -> TransitionSystem:
    """The system as far as it decides how often its loops are gone round: without its ends, and the words that matter to them only.

    It ends where the system does; ranks and invariants of it are such of the system. Its edges have numbers of their own.
    """
    heads = {p.number for p in system.of_kind(Kind.HEAD)}
    looping = replace(system, edges=tuple(e for e in system.edges if e.target in heads))
    names = frozenset[str]().union(*looping.needed)
    if len(looping.edges) == len(system.edges) and len(names) == len(system.variables):
        return system
    kept = [i for i, v in enumerate(system.variables) if v.name in names]
    variables = tuple(system.variables[i] for i in kept)
    return replace(looping, variables=variables, edges=tuple(_reduced(e, kept) for e in looping.edges))


def _reduced(edge: Edge, kept: list[int]) -> Edge:
    update = tuple(edge.update[i] for i in kept)
    used = symbols((edge.guard, *update))
    return replace(edge, update=update, inputs=tuple(i for i in edge.inputs if i.name in used))
