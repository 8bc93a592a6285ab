"""Formulas recognised as questions about a transition system whose loop heads are the unknown predicates and ranks.

∃ predicates, ranks, choices ∀ words: a predicate is a place, a clause from it an edge, and a clause that leads nowhere an edge to
a failing assertion of its own; further premises are other states that there are. Where every clause has at most one way, all edges
count: predicates are invariants, ranks ranking functions.
Where there are ∃ words, choice (Skolem) functions, or clauses of several ways, one edge is chosen: predicates are sets of states
that a run need not leave, and the failing assertion is where it may end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, repeat

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.clauses.normal_form import Clause, Descent, NoClauses, Way, clauses_of, unknowns_in
from synth.booleans import FALSE, TRUE, conjunction, conjuncts, disjuncts, negation
from synth.operators import Operator
from synth.specification import Function, Reading
from synth.terms import Term, TermKind, rebuild, replaced
from synth.transition import Edge, Kind, Likeness, Place, TransitionSystem, Variable, symbols

_MOST = 64
"""How many looks are taken at a clause that says by cases what the state behind it is, to make an edge of each case."""

_SIGNED = frozenset(("slt", "sle", "sdiv", "srem", "ashr"))


@dataclass(frozen=True)
class Problem:
    """A formula as a question about `system`.

    functions   the unknowns, by name
    predicates  the place of each predicate
    ranks       for places the names of the functions that are their rank, the first the most significant
    choices     the functions that choose inputs, which are called like them
    chosen      whether a run need take one edge only; otherwise all edges count
    """

    system: TransitionSystem
    functions: Mapping[str, Function]
    predicates: Mapping[str, int]
    ranks: Mapping[int, tuple[str, ...]]
    choices: frozenset[str]
    chosen: bool

    @cached_property
    def may_end(self) -> bool:
        """Whether some edge leads to a failing assertion."""
        return bool(self.system.failures)


def problems_of(formula: Term, functions: Sequence[Function], width: int, given: Term = TRUE,
                readings: Mapping[str, Reading] | None = None,
                conditions: Mapping[str, Sequence[Term]] | None = None) -> tuple[Problem, ...]:
    """The questions that a formula over unknown `functions` asks, where `given` holds; NoClauses where it is none of this kind.

    `readings` say how some of its words are read, and `conditions` of predicates on what else runs may end: hints, as in
    Specification.

    Where there is only one run, two: whether it stays away from failures, and whether it goes on or ends; either has a solution.
    """
    parts = (part if given is TRUE else given.implies(part) for part in conjuncts(formula))
    reading = _Reading(conjunction(parts), functions, width, readings or {}, conditions or {})
    problem = reading.problem()
    if problem.chosen or any(e.inputs for e in problem.system.edges):
        return (problem,)
    try:
        return problem, reading.of_one_run()
    except NoClauses:
        return (problem,)


@dataclass(frozen=True)
class _Step:
    """An edge before its places have numbers: their names, "" for the entry and None for the failing of an assertion; `alike` are
    other states of the first one."""

    source: str
    guard: Term
    target: str | None
    behind: tuple[Term, ...] = ()
    alike: tuple[tuple[Term, ...], ...] = ()

    def put(self, guard: Term, by: Mapping[str, Term]) -> _Step:
        """The step with another guard, and words replaced in all else."""
        return replace(self, guard=guard, behind=tuple(replaced(t, by) for t in self.behind),
                       alike=tuple(tuple(replaced(t, by) for t in own) for own in self.alike))


class _Reading:
    """A formula on its way to a Problem."""

    def __init__(self, formula: Term, functions: Sequence[Function], width: int, readings: Mapping[str, Reading],
                 conditions: Mapping[str, Sequence[Term]]) -> None:
        self._conditions = conditions
        self._readings, self._width, self._functions = readings, width, {f.name: f for f in functions}
        formula = rebuild(formula, lambda node: terms.constant(width) if node.kind is TermKind.WIDTH else None)
        ranks = _ranks(formula)
        self._choices = frozenset(f.name for f in functions if not f.predicate and f.name not in ranks)
        if self._choices == set(self._functions):
            raise NoClauses("it speaks of no predicate and no rank")
        self._signed = any(terms.name_of(n) in _SIGNED for n in terms.postorder(formula))
        clauses = [c for part in conjuncts(formula) for c in self._clauses_of(part) if c.guard is not FALSE]
        self._chosen = bool(self._choices) or any(len(c.ways) > 1 for c in clauses)
        self._place_of = _places_of_ranks(clauses)
        self._ranks: dict[str, tuple[str, ...]] = {}
        self._names = _Names(clauses, max(f.arity for f in functions), self._place_of)
        self._clauses = [(self._names.place(c), self._names.canonical(c)) for c in clauses]
        predicates = [f.name for f in functions if f.predicate]
        self._places = list(dict.fromkeys([*predicates, *self._place_of.values()]))

    def _clauses_of(self, part: Term) -> tuple[Clause, ...]:
        """The clauses of a conjunct, with inputs in the place of choices."""
        used: dict[str, tuple[Term, ...]] = {}

        def chosen(node: Term) -> Term | None:
            if node.kind is not TermKind.CALL or str(node.data) not in self._choices:
                return None
            if not _same(used.setdefault(str(node.data), node.arguments), node.arguments):
                raise NoClauses(f"{node.data} is called on different words at once")
            return terms.symbol(str(node.data))

        found = clauses_of(rebuild(part, chosen))
        for clause in found:
            words = _state(clause)
            if words and not all(_same(a, words) for a in used.values()):
                raise NoClauses("a choice depends on other words than the state before it")
        return found

    # -- edges --

    def _steps(self) -> Iterator[_Step]:
        if self._chosen:
            if any(clause.others for _, clause in self._clauses):
                raise NoClauses("a clause has several premises")
            for place in ("", *self._places):
                yield from self._chosen_steps(place, [c for p, c in self._clauses if p == place])
            return
        for place, clause in self._clauses:
            for step in self._all_steps(place, clause):
                yield from self._by_cases(step)

    def _all_steps(self, place: str, clause: Clause) -> Iterator[_Step]:
        """All edges of a clause, which has at most one way."""
        alike = tuple(call.arguments for call in clause.others)
        for way in clause.ways or (Way(FALSE),):
            if way.condition is not TRUE:
                yield _Step(place, conjunction([clause.guard, negation(way.condition)]), None, (), alike)
            for target, behind in self._targets(way):
                yield _Step(place, clause.guard, target, behind, alike)

    def _chosen_steps(self, place: str, clauses: Sequence[Clause]) -> Iterator[_Step]:
        """The edges that may be chosen at a place, where what clauses without ways ask for holds; where a run may end, last."""
        asked = conjunction([negation(c.guard) for c in clauses if not c.ways])
        for clause in clauses:
            for way in clause.ways:
                for target, behind in self._targets(way):
                    yield _Step(place, conjunction([asked, clause.guard, way.condition]), target, behind)
        leading = [c.guard for c in clauses if c.ways]
        end = conjunction([asked, *map(negation, leading)])
        if place and not _leads_on(asked, leading):
            yield _Step(place, end, None)

    def _targets(self, way: Way) -> dict[tuple[str, tuple[Term, ...]], None]:
        """The places that a way leads to, with the states there."""
        found = dict.fromkeys([(str(way.target.data), way.target.arguments)] if way.target is not None else [])
        for descent in way.descents:
            names, behind = [str(call.data) for call in descent.behind], descent.behind[0].arguments
            if any(self._place_of.get(n) != self._place_of.get(names[0], "") for n in names) or not all(
                    _same(call.arguments, behind) for call in descent.behind):
                raise NoClauses(f"{names[0]} is no rank of a place")
            found[self._place_of[names[0]], behind] = None
            for calls in (descent.before, descent.behind):
                own = tuple(str(call.data) for call in calls)
                if self._ranks.setdefault(self._place_of[own[0]], own) != own:
                    raise NoClauses("the rank of a place is read in two ways")
        if len(found) > 1 and self._chosen:
            raise NoClauses("a way leads to two states")
        return found

    def _by_cases(self, step: _Step) -> Iterator[_Step]:
        """An edge whose guard says what some words are, with these values; several where it says so by cases."""
        waiting, looks = [step], 0
        while waiting:
            looks += 1
            step = waiting.pop()
            if looks > _MOST:
                yield step
                continue
            parts, inputs = list(conjuncts(step.guard)), symbols((step.guard, *step.behind)) - self._names.variables
            solved = next(((w, t, p) for p in parts for w, t in _definitions(p) if w in inputs), None)
            if solved is not None:
                word, value, part = solved
                left = conjunction([replaced(p, {word: value}) for p in parts if p is not part])
                waiting.append(step.put(left, {word: value}))
                continue
            wanted = symbols(step.behind) & inputs
            cases = next((p for p in parts if terms.name_of(p) == "or" and symbols((p,)) & wanted), None)
            if cases is None:
                yield step
                continue
            rest = conjunction([p for p in parts if p is not cases])
            waiting += [replace(step, guard=rest & case) for case in disjuncts(cases)]

    # -- the system --

    def of_one_run(self) -> Problem:
        """The question about a chosen run, where every run is the same."""
        self._chosen = True
        return self.problem()

    def problem(self) -> Problem:
        """The question."""
        numbers = {"": 0} | {place: i for i, place in enumerate(self._places, 1)}
        failing = len(numbers)
        steps = list(dict.fromkeys(self._steps()))
        before = {s.target for s in steps if s.source == ""}
        free = [p for p in self._ranks if p not in before and not self._functions[p].predicate]
        steps += [_Step("", TRUE, p, tuple(map(terms.symbol, self._names.others))) for p in free]
        self._floating = _floats([t for s in steps for t in (s.guard, *s.behind)])
        ends = count(failing) if not self._chosen else repeat(failing)
        edges = [self._edge(s, numbers[s.source], next(ends) if s.target is None else numbers[s.target]) for s in steps]
        errors = range(failing, max([failing - 1, *(e.target for e in edges)]) + 1)
        edges += self._out(numbers, errors.stop)
        places = [Place(0, Kind.ENTRY), *(Place(numbers[p], Kind.HEAD, text=p) for p in self._places),
                  *(Place(number, Kind.ERROR) for number in errors), Place(errors.stop, Kind.EXIT)]
        variables = tuple(self._word(v, self._width) for v in self._names.order)
        system = TransitionSystem("", self._width, variables, tuple(places), tuple(e for e in edges if e.guard is not FALSE))
        return Problem(system, self._functions, {p: numbers[p] for p in self._places if self._functions[p].predicate},
                       {numbers[p]: names for p, names in self._ranks.items()}, self._choices, self._chosen)

    def _out(self, numbers: Mapping[str, int], exit: int) -> list[Edge]:
        """The edges on which runs end that the formula does not speak of, where all edges count."""
        found = list[Edge]()
        for name, conditions in ((n, c) for n, c in self._conditions.items() if n in numbers and not self._chosen):
            by = dict(zip(self._functions[name].parameters, map(terms.symbol, self._names.order), strict=False))
            found += [self._edge(_Step(name, replaced(c, by), None), numbers[name], exit) for c in conditions]
        return found

    def _edge(self, step: _Step, source: int, target: int) -> Edge:
        behind = [folded(t, self._width) for t in step.behind]
        padded = (*behind, *(terms.constant(0) for _ in self._names.order[len(behind):]))
        guard, bits = folded(step.guard, self._width), dict[str, int]()
        for word, most in filter(None, map(_bound, conjuncts(guard))):
            bits[word] = min(most, bits.get(word, self._width))
        if unknowns_in(guard, *padded):
            raise NoClauses("a state depends on unknowns that are no choices")
        names = sorted(symbols((guard, *padded)) - self._names.variables)
        alike = [own for words in step.alike if (own := self._likeness(words)).speaks_of() <= self._names.variables.union(names)]
        return Edge(source, target, guard, padded, tuple(self._word(n, bits.get(n, self._width)) for n in names), tuple(alike))

    def _likeness(self, words: Sequence[Term]) -> Likeness:
        """Another state, whose words may be chosen by a condition, or be as they are."""
        differing = {n: t for n, t in zip(self._names.order, words, strict=False) if t is not terms.symbol(n)}
        cases = {_choice(t, n) for n, t in differing.items()}
        when = cases.pop() if len(cases) == 1 else None
        by = {n: t if when is None else t.arguments[1] for n, t in differing.items()}
        return Likeness(TRUE if when is None else folded(when, self._width), {n: folded(t, self._width) for n, t in by.items()})

    def _word(self, name: str, bits: int) -> Variable:
        known = self._readings.get(name)
        if known is not None:
            return Variable(name, min(bits, known.bits), known.signed, known.floating, text=name, index=known.index,
                            counts=known.counts)
        return Variable(name, bits, self._signed, name in self._floating, text=name)


class _Names:
    """The words of the state by one set of names, whatever they are called where a predicate is applied."""

    def __init__(self, clauses: Sequence[Clause], most: int, place_of: Mapping[str, str]) -> None:
        self._place_of = place_of
        taken = {str(n.data) for c in clauses for n in terms.postorder(*_terms(c)) if n.kind is TermKind.SYMBOL}
        longest = max((_state(c) for c in clauses), key=len, default=())
        if not longest and all(c.source is None for c in clauses):
            raise NoClauses("no clause begins in a state")
        names = [str(w.data) for w in longest]
        self.order = (*names, *_fresh([f"word {i}" for i in range(len(names), most)], taken))
        self.variables = frozenset(self.order)
        self.others = _fresh([f"{name}'" for name in self.order], taken | self.variables)
        """Names for words that are called like one of the state, and are none."""

    def place(self, clause: Clause) -> str:
        """The place before a clause."""
        if clause.source is not None:
            return str(clause.source.data)
        first = next((d.before[0] for way in clause.ways for d in way.descents), None)
        return "" if first is None else self._place_of[str(first.data)]

    def canonical(self, clause: Clause) -> Clause:
        """The clause over these names; words that are no part of its state have others."""
        words = [str(w.data) for w in _state(clause)]
        by = {old: terms.symbol(new) for old, new in zip(words, self.order, strict=False)}
        by |= {old: terms.symbol(new) for old, new in zip(self.order, self.others, strict=True) if old not in words}

        def put(term: Term) -> Term:
            return replaced(term, by)

        def descent(old: Descent) -> Descent:
            return Descent(tuple(map(put, old.before)), tuple(map(put, old.behind)))

        ways = tuple(Way(put(w.condition), None if w.target is None else put(w.target), tuple(map(descent, w.descents)))
                     for w in clause.ways)
        source = None if clause.source is None else put(clause.source)
        return Clause(source, put(clause.guard), ways, tuple(map(put, clause.others)))


def _terms(clause: Clause) -> Iterator[Term]:
    """What a clause speaks of."""
    yield clause.guard
    yield from (clause.source,) if clause.source is not None else ()
    yield from clause.others
    for way in clause.ways:
        yield way.condition
        yield from (way.target,) if way.target is not None else ()
        yield from (call for d in way.descents for call in (*d.before, *d.behind))


def _fresh(names: Sequence[str], taken: Collection[str]) -> tuple[str, ...]:
    """Names like these that are not taken."""
    return tuple(next(n for i in count() if (n := name + "'" * i) not in taken) for name in names)


def _floats(roots: Sequence[Term]) -> frozenset[str]:
    """The words that operators read as numbers in floating point."""
    return frozenset(str(a.data) for n in terms.postorder(*roots) if isinstance(n.data, Operator) and n.data.floating
                     for a in n.arguments if a.kind is TermKind.SYMBOL)


def _state(clause: Clause) -> tuple[Term, ...]:
    """The words that are the state before a clause; NoClauses where they are anything but different words."""
    calls = [clause.source] if clause.source is not None else []
    calls += [call for way in clause.ways for d in way.descents for call in d.before]
    words = calls[0].arguments if calls else ()
    if not all(_same(c.arguments, words) for c in calls) or len(set(map(id, words))) < len(words) or any(
            w.kind is not TermKind.SYMBOL for w in words):
        raise NoClauses("a predicate or a rank is applied to more than the words of a state")
    return words


def _ranks(formula: Term) -> set[str]:
    """The functions whose applications are compared with each other."""
    compared = [n.arguments for n in terms.postorder(formula) if terms.name_of(n) == "ult"]
    return {str(a.data) for pair in compared for a in pair
            if all(b.kind is TermKind.CALL and b.arguments for b in pair)}


def _places_of_ranks(clauses: Sequence[Clause]) -> dict[str, str]:
    """The place that each rank belongs to: the predicate before it, that behind it where no way goes on from there, else one of its
    own."""
    found: dict[str, str] = {}
    for clause in sorted(clauses, key=lambda c: c.source is None):
        for descent in (d for way in clause.ways for d in way.descents):
            names = [str(call.data) for call in descent.before]
            place = str(clause.source.data) if clause.source is not None else found.get(names[0], names[0])
            if any(found.setdefault(name, place) != place for name in names):
                raise NoClauses(f"{names[0]} is the rank of two predicates")
    for way in (way for clause in clauses for way in clause.ways):
        if way.target is not None:
            found = {str(call.data): str(way.target.data) for own in way.descents for call in own.behind} | found
    return found


def _choice(term: Term, word: str) -> Term | None:
    """The condition by which a term is something else than a word; None where it is no choice of that kind."""
    is_one = terms.name_of(term) == "ite" and term.arguments[2] is terms.symbol(word)
    return term.arguments[0] if is_one else None


def _same(some: Sequence[Term], others: Sequence[Term]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _leads_on(asked: Term, leading: Sequence[Term]) -> bool:
    """Whether states as they are asked for always lead on, as far as that is plain: one of the guards is asked for."""
    guards = set(map(id, leading))
    return id(TRUE) in guards or any(all(id(case) in guards for case in disjuncts(part)) for part in conjuncts(asked))


def _definitions(part: Term) -> Iterator[tuple[str, Term]]:
    """The words that an equation gives a value."""
    if terms.name_of(part) == "eq":
        for word, value in (part.arguments, part.arguments[::-1]):
            if word.kind is TermKind.SYMBOL and not value.boolean and str(word.data) not in symbols((value,)):
                yield str(word.data), value


def _bound(part: Term) -> tuple[str, int] | None:
    """A word and its number of bits, where a condition says that it is at most 2^bits - 1."""
    if terms.name_of(part) != "ule" or part.arguments[0].kind is not TermKind.SYMBOL:
        return None
    limit = part.arguments[1].data
    known = isinstance(limit, int) and part.arguments[1].kind is TermKind.CONSTANT and limit > 0 and limit & (limit + 1) == 0
    return (str(part.arguments[0].data), limit.bit_length()) if known and isinstance(limit, int) else None
