"""Safety invariants: facts that are inductive together, and where they do not suffice something more.

[SI] ∃S. (I → S) ∧ (S ∧ B → S') ∧ (S ∧ ¬G → A). The facts of `candidates`, and what the program compares (`program_predicates`), are
cut down by `houdini`. What they leave open is looked for with them as premises, in turns that take longer and longer: equations of
products (`equalities`), states that are safe for k rounds (`backward`), a synthesised predicate (`predicates`); Z3's Spacer solves
the same Horn clauses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from synth import terms
from synth.algebra.equations import holds_products, multiplies
from synth.analysis.certificates.kinds import Found, Predicates, SafetyInvariant
from synth.analysis.certificates.minimisation import irredundant
from synth.analysis.certificates.obligations import after, before
from synth.analysis.invariants.backward import Backward
from synth.analysis.invariants.chosen import Kinds, chosen_facts, has_chosen
from synth.analysis.invariants.elements import arrays, element_facts
from synth.analysis.invariants.equalities import inductive_equations
from synth.analysis.invariants.facts import apart, facts_of, kept_by_edges, linear_equations, multiples, phase_facts, stated_facts
from synth.analysis.invariants.houdini import all_of
from synth.analysis.invariants.predicates import predicate
from synth.analysis.invariants.program_predicates import program_predicates
from synth.analysis.invariants.rounds import boxes
from synth.analysis.invariants.spacer import safety_invariant
from synth.analysis.invariants.totals import totals
from synth.analysis.progress import at_work, at_work_with
from synth.analysis.ranking.countdown import MOST, countdown
from synth.analysis.simulation.reached import explored, seems_small
from synth.analysis.simulation.simulator import Runs
from synth.analysis.systems.relevance import tells_shapes
from synth.analysis.systems.small_model import SmallModel
from synth.booleans import TRUE, conjunction, conjuncts
from synth.checking.validity.prover import Valid, valid
from synth.checking.validity.translator import Translator
from synth.pace import pace, soon
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_PROOF = 2.0
_TURN, _GROWTH, _SUMS, _ELEMENTS, _PATIENCE, _TOGETHER = 0.5, 3.0, 10.0, 6.0, 0.2, 4.0
"""Seconds that each search has in the first turn, and how much longer the next turns are; how many turns those of sums have, which
are few and hard; how many those of elements and of multiples, or which share of the time that is left: what they have not finished
is lost; the seconds for facts together where bounds are new."""

_MULTIPLES = "multiples of words"
"""The name of a search."""


def safety_invariants(system: TransitionSystem, runs: Runs, deadline: float, ended: bool = False,
                      rich: bool = False) -> Iterator[Found]:
    """Safety invariants, cheap searches first; what each says is as for `searched_in_steps`."""
    return (found for found in searched_in_steps(system, runs, deadline, ended, rich) if found is not None)


def searched_in_steps(system: TransitionSystem, runs: Runs, deadline: float, ended: bool = False,
                      rich: bool = False) -> Iterator[Found | None]:
    """Safety invariants, and None after each search that found none, so that others can have a turn; it ends where none is left to
    be found.

    runs     what was seen of the system
    ended    whether that shows the whole of its only run
    rich     whether invariants that say more than they need are wanted
    """
    if any(v.floating for v in system.variables):  # whose facts take long
        yield from filter(None, [_listed(system, runs, min(_TURN, deadline - time.monotonic()))])
    at_work("inductive facts")
    search = _Search(system, runs, deadline, ended, rich)
    if search.suffices(search.known):
        yield Found(SafetyInvariant(search.known), search.begun_with)
        return
    if not system.of_kind(Kind.HEAD):
        return
    turn = _TURN
    while time.monotonic() < deadline:
        begun, known = time.monotonic(), search.known
        for name, step in search.steps():
            at_work_with(name, system, search.known)
            start = time.monotonic()
            given = turn * pace()
            found = step(min(given, deadline - start))
            if time.monotonic() - start >= given:
                search.unfinished.add(name)
            yield found
            if time.monotonic() > deadline:
                return
        if search.known is known and time.monotonic() - begun < turn / _GROWTH:  # more time makes no difference
            return
        turn *= _GROWTH


def suffice(system: TransitionSystem, invariants: Predicates, seconds: float, translator: Translator | None = None) -> bool:
    """Whether invariants show that no assertion fails, by questions of so many seconds each."""
    taken = [before(e, invariants.get(e.source, TRUE)) for e in system.failures]
    denied = (terms.apply("eq", t, 0) for t in taken)
    return all(isinstance(valid(claim, system.width, seconds, translator=translator), Valid) for claim in denied)


def _listed(system: TransitionSystem, runs: Runs, seconds: float) -> Found | None:
    """All states, where they are few."""
    found = explored(system, time.monotonic() + seconds) if seems_small(system, runs.states) else None
    if found is None or not suffice(system, found.predicates(), seconds):
        return None
    return Found(SafetyInvariant(found.predicates()), "all states")


class _Search:
    """What is known of a system, and the searches for more.

    known       what holds whenever its places are reached
    begun_with  what of it was found last before the searches began
    unfinished  searches that took all of their time: in the next turn they have more of it
    """

    def __init__(self, system: TransitionSystem, runs: Runs, deadline: float, ended: bool, rich: bool) -> None:
        self._system, self._runs, self._deadline = system, runs, deadline
        self._translator = Translator(system.width)
        self._small = SmallModel(system) if has_chosen(system) else None
        equal = linear_equations(system, runs, deadline)
        self.begun_with = "inductive facts"
        self._spoken = set[int]()
        self._sufficient: Predicates | None = None  # shown to suffice
        self._equal: Mapping[int, Sequence[Term]] | None = None  # equations, where words may be multiples
        self._left: dict[int, list[Term]] = {}
        self.known: Mapping[int, Term] = all_of(equal)
        if rich or not self._stated(equal):
            self._learn(equal, ended)
        self._length = None if runs.lasting or not runs.length else runs.length
        self._backward, self._is_counted = Backward(system, self.known, self._length), False
        self._turns, self.unfinished = 0, set[str]()

    def _stated(self, equal: Mapping[int, Sequence[Term]]) -> bool:
        """Whether equations suffice, or do with facts of elements at chosen indices, or with what the program itself compares."""
        if any(equal.values()) and self.suffices(self.known):
            return True
        if (divided := multiples(self._system, self._runs, equal, {}, self._deadline)) is not None:
            self._equal = equal
            if self.suffices(divided):
                self.known, self.begun_with = divided, _MULTIPLES
                return True
        if self._small is not None and self._any_element(_TURN, (Kinds.EQUATIONS, Kinds.ORDER)) is not None:
            self.begun_with = "facts of any element"
            return True
        stated = stated_facts(self._system, self._runs, equal, soon(_PROOF, self._deadline))
        if self._small is None:
            self.known = stated
        else:
            self._add({head: list(conjuncts(fact)) for head, fact in stated.items()})
        return self.suffices(self.known)

    def _learn(self, equal: Mapping[int, Sequence[Term]], ended: bool) -> None:
        """Facts beside the equations."""
        spoken = {head: program_predicates(self._system, head, states) for head, states in self._runs.states.items()}
        self._spoken = {id(fact) for own in spoken.values() for fact in own}
        facts = facts_of(self._system, self._runs, self._deadline, ended, spoken, equal)
        self._left, self.known = facts.left, self.known if self._small is not None else {}
        self._add(facts.kept)

    def _add(self, found: Mapping[int, Sequence[Term]]) -> None:
        """Facts that hold whenever their places are reached."""
        until = soon(_TURN, self._deadline)
        for head, facts in ((head, facts) for head, facts in found.items() if facts):
            own = set(map(id, facts))
            self._left[head] = [f for f in self._left.get(head, ()) if id(f) not in own]
            known = irredundant([*conjuncts(self.known.get(head, TRUE)), *facts], self._system.width, until)
            self.known = {**self.known, head: conjunction(known)}

    def steps(self) -> list[tuple[str, Callable[[float], Found | None]]]:
        """The searches of one turn, with their names: the cheap ones, and later the others, after those of the first turn that were
        not finished.
        """
        self._turns += 1
        cheap, others = self._cheap, self._others
        if self._turns == 1:
            turn = {**cheap, "synthesis": others["synthesis"]}
        else:
            turn = {**{name: step for name, step in cheap.items() if name in self.unfinished and name not in others}, **others}
            self.unfinished = set()
        return list(turn.items())

    @property
    def _others(self) -> dict[str, Callable[[float], Found | None]]:
        """The searches that have every turn but the first, in their order."""
        return {"backward from the assertion": self._seen_backwards, "facts together": self._shown_together,
                "facts one by one": self._shown_singly, "synthesis": self._synthesised, "Spacer": self._solved_as_horn_clauses}

    @property
    def _cheap(self) -> dict[str, Callable[[float], Found | None]]:
        """The searches that begin, in their order."""
        elements = {} if self._equal is None else {_MULTIPLES: self._divided}
        elements |= {"facts of elements": self._elementwise} if arrays(self._system) else {}
        elements |= {"facts of any element": self._any_element} if self._small is not None else {}
        equations, backward = {"equations": self._equated}, {"backward from the assertion": self._seen_backwards}
        both = {**equations, **backward} if self._multiplies() else {**backward, **equations}
        return {"all states": self._listed, "sums of rounds": self._summed, **elements, **both,
                "intervals of rounds": self._bounded_by_rounds, "facts of phases": self._phased, "rounds left": self._counted}

    def _multiplies(self) -> bool:
        """Whether an assertion speaks of products."""
        return any(holds_products(e.guard) for e in self._system.failures)

    def suffices(self, invariants: Predicates) -> bool:
        """Whether inductive invariants show that no assertion fails."""
        left = self._deadline - time.monotonic()
        seconds = min(_PROOF * pace(), left) if self._system.of_kind(Kind.HEAD) else left
        if invariants is not self._sufficient and suffice(self._system, invariants, seconds, self._translator):
            self._sufficient = invariants
        return invariants is self._sufficient

    def _listed(self, seconds: float) -> Found | None:
        return _listed(self._system, self._runs, seconds)

    def _divided(self, seconds: float) -> Found | None:
        """Multiples of words once more, with all that is known."""
        until = min(self._deadline, time.monotonic() + _ELEMENTS * seconds)
        found = multiples(self._system, self._runs, self._equal or {}, self.known, until)
        return Found(SafetyInvariant(found), _MULTIPLES) if found is not None and self.suffices(found) else None

    def _summed(self, seconds: float) -> Found | None:
        """Bounds of what the rounds of a loop add up to."""
        found = {head: totals(self._system, head, states) for head, states in self._runs.states.items()}
        return self._singly(found, _SUMS * seconds)

    def _equated(self, seconds: float) -> Found | None:
        """Equations, of products first, and the facts that hold with them."""
        until = time.monotonic() + seconds
        for degree in (2, 3):
            found = inductive_equations(self._system, self._runs.states, self.known, degree, until)
            if any(found.values()):
                self._add(found)
                if self.suffices(self.known):
                    return Found(SafetyInvariant(self.known), "equations")
        equations = {h: [f for f in own if id(f) not in self._spoken and multiplies(f)] for h, own in self._left.items()}
        return self._singly(equations, seconds) or self._shown_together(seconds)

    def _elementwise(self, seconds: float) -> Found | None:
        """Facts about the elements of arrays."""
        found = {head: element_facts(self._system, states) for head, states in self._runs.states.items()}
        if not any(found.values()):
            return None
        self._add(kept_by_edges(self._system, self.known, time.monotonic() + _ELEMENTS * seconds).inductive(found))
        return Found(SafetyInvariant(self.known), "facts of elements") if self.suffices(self.known) else None

    def _any_element(self, seconds: float, kinds: Sequence[Kinds] | None = None) -> Found | None:
        """Facts about elements at indices that are chosen before, of several kinds one after the other; in the first turn those
        that were not tried before it, then others again."""
        assert self._small is not None
        kinds = kinds or ((Kinds.FLAGS,) if self._turns < 2 else (Kinds.ORDER, Kinds.FLAGS))
        for own in kinds:
            found = chosen_facts(self._system, self._runs.states, self._small, own)
            now = time.monotonic()
            until = min(self._deadline, now + max(_ELEMENTS * seconds, _PATIENCE * (self._deadline - now)))
            kept = kept_by_edges(self._system, self.known, until, max(1.0, seconds / _TURN))  # later turns ask longer
            self._add(kept.inductive(found))
            if self.suffices(self.known):
                return Found(SafetyInvariant(self.known), "facts of any element")
        return None

    def _bounded_by_rounds(self, seconds: float) -> Found | None:
        """Where each variable lies after so many rounds, where runs are short."""
        found = None if self._length is None else boxes(self._system, time.monotonic() + seconds)
        if found is None:
            return None
        self._add({head: [fact] for head, fact in found.items() if fact is not TRUE})
        return Found(SafetyInvariant(self.known), "intervals of rounds") if self.suffices(self.known) else None

    def _phased(self, seconds: float) -> Found | None:
        """Facts that hold in one phase of a loop only."""
        until = time.monotonic() + 2 * seconds
        bounds = apart(self._system, self._runs, self.known, until)
        self._add(bounds)
        if self.suffices(self.known):
            return Found(SafetyInvariant(self.known), "inductive facts")
        if any(bounds.values()) and tells_shapes(self._system):  # lengths of lists do not wrap around
            if (again := self._shown_together(_TOGETHER * pace())) is not None:
                return again
            until = time.monotonic() + 2 * seconds
        found = phase_facts(self._system, self._runs.states, self.known)
        self._add(kept_by_edges(self._system, self.known, until).inductive(found) if found else {})
        return Found(SafetyInvariant(self.known), "facts of phases") if self.suffices(self.known) else None

    def _counted(self, seconds: float) -> Found | None:
        """How many rounds are left at most, and then what is safe for so many."""
        if self._length is None or self._length > MOST:
            return None
        until = time.monotonic() + seconds
        if not self._is_counted:
            for nest in self._system.components:
                found = countdown(self._system, nest, self.known, self._length, until)
                if found is None:
                    return None
                self._add({place: [bound] for place, bound in found[0].items()})
            self._backward, self._is_counted = Backward(self._system, self.known, self._length), True
        return self._seen_backwards(until - time.monotonic())

    def _shown_together(self, seconds: float) -> Found | None:
        """The facts with products, and those that hold where others do; later turns ask longer."""
        patience = seconds / _GROWTH if self._turns > 1 else 0.0
        found = kept_by_edges(self._system, self.known, time.monotonic() + seconds, patience).inductive(self._left)
        if not any(found.values()):
            return None
        self._add(found)
        self._backward = Backward(self._system, self.known, self._length)
        return Found(SafetyInvariant(self.known), "inductive facts") if self.suffices(self.known) else None

    def _shown_singly(self, seconds: float) -> Found | None:
        """Facts that are kept with what is known, each for itself and patiently, what the program speaks of first."""
        return self._singly({h: sorted(own, key=lambda f: id(f) not in self._spoken) for h, own in self._left.items()}, seconds)

    def _singly(self, facts: Mapping[int, Sequence[Term]], seconds: float) -> Found | None:
        until = time.monotonic() + seconds
        for head, own in facts.items():
            for fact in own:
                if time.monotonic() < until and self._is_kept(head, fact, min(until, time.monotonic() + seconds / 3)):
                    self._add({head: [fact]})
                    if self.suffices(self.known):
                        return Found(SafetyInvariant(self.known), "inductive facts")
        return None

    def _is_kept(self, head: int, fact: Term, until: float) -> bool:
        """Whether every edge keeps a fact; an edge from another head, without its help."""
        for edge in self._system.edges:
            if edge.target == head:
                own = fact if edge.source == head else TRUE
                claim = before(edge, conjunction([self.known.get(edge.source, TRUE), own])).implies(after(self._system, edge, fact))
                if not isinstance(valid(claim, self._system.width, max(0.01, until - time.monotonic())), Valid):
                    return False
        return True

    def _seen_backwards(self, seconds: float) -> Found | None:
        found = self._backward.search(time.monotonic() + seconds, self._deadline)
        return None if found is None else Found(found, "backward from the assertion")

    def _synthesised(self, seconds: float) -> Found | None:
        found = predicate(self._system, self.known, self._runs.moves, seconds)
        return None if found is None else Found(found, "synthesis")

    def _solved_as_horn_clauses(self, seconds: float) -> Found | None:
        found = safety_invariant(self._system, seconds)
        return None if found is None else Found(found, "spacer")
