"""What encodings are written in: a program's steps, unknowns for each of its loop heads, and claims about them.

An encoding is a file of `encodings/` with one function, decorated with `encoding`: from a program to a formula of second-order SAT,
∃ functions ∀ words. The step from x to x' is an edge of the transition system: `taken` says G(x) ∧ B(x, x'), and x' are terms over
x and the step's inputs, so that no ∀ word stands for x' and deterministic loops need no Skolem function. There is one unknown for
each loop head; an edge from the entry says I. What is known of a head already (`known`) is a premise everywhere.
"""

from __future__ import annotations

import enum
import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from synth import terms
from synth.booleans import FALSE, TRUE, conjunction, disjunction
from synth.errors import InputError
from synth.specification import Function, Reading, Specification
from synth.terms import Term, TermKind, replaced
from synth.transition import Edge, Kind, TransitionSystem, Variable, remembering

_NARROW = 8
_FEW_BITS = 3
"""So many bits of inputs are few enough to try all their values."""

ALL = "all"
"""What names all encodings that are tried for a property."""


class Proof(enum.Enum):
    """What a claim is a proof of. Danger without ranks is a failing run only if the loops are left."""

    TERMINATION = "termination"
    NONTERMINATION = "non-termination"
    SAFETY = "safety"
    DANGER = "danger"

    @property
    def about(self) -> str:
        """The property that it proves, or shows to be violated."""
        return "termination" if self in (Proof.TERMINATION, Proof.NONTERMINATION) else "safety"

    @property
    def of_all(self) -> bool:
        """Whether it is one about all runs, and not about one of them."""
        return self in (Proof.TERMINATION, Proof.SAFETY)


class Inapplicable(InputError):
    """The program is not of the kind that an encoding is for."""


@dataclass(frozen=True, eq=False)
class Step:
    """An edge as encodings see it: its number, and `taken`, with what is known of x and the sizes of the inputs."""

    number: int
    edge: Edge
    taken: Term

    def chosen(self, inputs: Mapping[str, Term]) -> Step:
        """The step with its inputs chosen."""
        def put(term: Term) -> Term:
            return replaced(term, inputs)

        edge = replace(self.edge, guard=put(self.edge.guard), update=tuple(map(put, self.edge.update)), inputs=())
        return Step(self.number, edge, put(self.taken))


@dataclass(frozen=True)
class Unknowns:
    """A tuple of functions of the state for each loop head."""

    words: tuple[Term, ...]
    at: Mapping[int, tuple[Function, ...]]

    @property
    def functions(self) -> tuple[Function, ...]:
        """All of them."""
        return tuple(f for known in self.at.values() for f in known)

    @property
    def values(self) -> dict[int, tuple[Term, ...]]:
        """Their values at x, by loop head."""
        return {place: tuple(f(*self.words) for f in known) for place, known in self.at.items()}

    def before(self, step: Step) -> Term:
        """The predicate at x, and at the other states that there are where the step is taken; true where there is none."""
        holds = self.holds(step.edge.source)
        return holds if holds is TRUE else conjunction([holds, *(self.at[step.edge.source][0](*own) for own in self._alike(step))])

    def _alike(self, step: Step) -> Iterator[tuple[Term, ...]]:
        """The other states whose words are all known."""
        for own in step.edge.alike:
            if not own.loose:
                yield tuple(terms.ite(own.when, own.by[name], word) if (name := str(word.data)) in own.by else word
                            for word in self.words)

    def behind(self, step: Step) -> Term:
        """The predicate at x'; true where there is none."""
        return self.at[step.edge.target][0](*step.edge.update) if step.edge.target in self.at else TRUE

    def holds(self, place: int) -> Term:
        """The predicate of a place at x; true where there is none."""
        return self.at[place][0](*self.words) if place in self.at else TRUE

    def falls(self, step: Step) -> Term:
        """Whether the rank at x is above the rank at x': lexicographic, unsigned. R(x) > 0 follows."""
        pairs = zip(self.at[step.edge.source], self.at[step.edge.target], strict=True)
        values = [(r(*self.words), s(*step.edge.update)) for r, s in pairs]
        return reduce(lambda rest, v: (v[1] < v[0]) | ((v[1] == v[0]) & rest) if rest is not FALSE else v[1] < v[0],
                      reversed(values), FALSE)


@dataclass(frozen=True)
class Claim:
    """One side of a formula: `body` over the unknowns, and which of them is what, so that a solution is a certificate.

    sets        per loop head, the invariant or the set of states that is not left, with the unknowns in it
    ranks       per loop head, the rank, in the same way
    choices     per edge, what its inputs are chosen by, in the same way
    start       per edge from the entry, the ∃ words of its inputs
    """

    proves: Proof
    program: Program
    body: Term
    unknowns: tuple[Function, ...]
    sets: Mapping[int, Term] = field(default_factory=dict)
    ranks: Mapping[int, tuple[Term, ...]] = field(default_factory=dict)
    choices: Mapping[int, Mapping[str, Term]] = field(default_factory=dict)
    start: Mapping[int, Mapping[str, Function]] = field(default_factory=dict)

    @property
    def conditions(self) -> dict[str, tuple[Term, ...]]:
        """For the predicate of each loop head what is asked on the ways that lead out, as far as it is not in the body as it is."""
        found, said = dict[str, tuple[Term, ...]](), set(map(id, terms.postorder(self.body)))
        for head, term in self.sets.items():
            out = [e.guard for e in self.program.system.leaving(head) if self.program.system.places[e.target].kind is not Kind.HEAD]
            found |= {str(call.data): tuple(guard for guard in out if id(guard) not in said) for call in terms.calls(term)}
        return found

    def __or__(self, other: Claim) -> Formula:
        return Formula((self, other))


@dataclass(frozen=True)
class Formula:
    """A disjunction of claims, on ∀ words of their own each."""

    claims: tuple[Claim, ...]

    @property
    def specification(self) -> Specification:
        """The second-order formula. Small words are tried first where the program's numbers fit into them."""
        system = self.claims[0].program.system
        body = reduce(lambda a, b: a | b, (c.body for c in self.claims))
        mentioned = _symbols(body)
        forall = {str(w.data): w for c in self.claims for w in c.program.forall if str(w.data) in mentioned}
        exists = {f.name: f for c in self.claims for f in c.unknowns}
        numbers = self.claims[0].program.numbers
        fits = all(min(n, (1 << system.width) - n) < 1 << (_NARROW - 2) for n in numbers)
        even = all(v.bits == system.width for v in system.variables)
        readings = {n: r for c in self.claims for n, r in c.program.readings.items()}
        return Specification(tuple(exists.values()), tuple(forall.values()), body, system.width,
                             constants=tuple(map(terms.constant, numbers[:8])), fixed=system.fixed or not (fits and even),
                             readings=readings, conditions={n: t for c in self.claims for n, t in c.conditions.items()},
                             name=system.name, file=system.file)


class Program:
    """A transition system for encodings; `known` holds at its places whenever they are reached.

    `memory` is the place whose last state it remembers, and `remembered` the words of that state, where it does.
    """

    def __init__(self, system: TransitionSystem, known: Mapping[int, Term] | None = None, memory: int | None = None,
                 taken: frozenset[str] = frozenset()) -> None:
        self.system, self.known, self.memory = system, dict(known or {}), memory
        self._taken = taken | {v.name for v in (*system.variables, *(i for e in system.edges for i in e.inputs))}
        self.words = tuple(v.term for v in system.variables)
        half = len(self.words) // 2
        self.present, self.remembered = (self.words, ()) if memory is None else (self.words[:half], self.words[half:])
        self.heads = tuple(p.number for p in system.of_kind(Kind.HEAD))

    @cached_property
    def forall(self) -> tuple[Term, ...]:
        """The words of the state and the inputs."""
        return tuple(v.term for v in self._variables.values())

    @property
    def readings(self) -> dict[str, Reading]:
        """How the program reads these words."""
        return {name: Reading(v.bits, v.signed, v.floating, v.index, v.counts) for name, v in self._variables.items()}

    @cached_property
    def _variables(self) -> dict[str, Variable]:
        own = {v.name: v for v in self.system.variables}
        return own | {i.name: i for e in self.system.edges for i in e.inputs}

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The constants that the program speaks of."""
        roots = [t for e in self.system.edges for t in (e.guard, *e.update)]
        return tuple(dict.fromkeys(n.data for n in terms.postorder(*roots)
                                   if n.kind is TermKind.CONSTANT and isinstance(n.data, int) and not n.boolean))

    # -- steps --

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All edges, those from the entry first."""
        found = [Step(n, e, conjunction([self.known.get(e.source, TRUE), e.guard, *_sizes(e.inputs, self.system.width)]))
                 for n, e in enumerate(self.system.edges)]
        return tuple(sorted(found, key=lambda s: (s.edge.source != 0, s.number)))

    def leading_to(self, *kinds: Kind) -> Iterator[Step]:
        """The steps to places of some kinds."""
        return (s for s in self.steps if self.leads_to(s, *kinds))

    def leads_to(self, step: Step, *kinds: Kind) -> bool:
        """Whether a step leads to a place of some kinds."""
        return self.system.places[step.edge.target].kind in kinds

    def leaving(self, place: int) -> Iterator[Step]:
        """The steps from a place."""
        return (s for s in self.steps if s.edge.source == place)

    @cached_property
    def circling(self) -> tuple[Step, ...]:
        """The steps between heads of one nest of loops."""
        return tuple(s for s in self.steps if any({s.edge.source, s.edge.target} <= c for c in self.system.components))

    def remembering(self, place: int) -> Program:
        """The program with words that remember the state in which it was last at a place."""
        system = remembering(self.system, place)
        words = [v.term for v in system.variables]
        half = len(words) // 2
        same = conjunction(x == y for x, y in zip(words[:half], words[half:], strict=True))
        return Program(system, {**self.known, place: self.known.get(place, TRUE) & same}, place)

    def taken(self, step: Step) -> Term:
        """That a step of this number is taken, with what is known here."""
        return next(s.taken for s in self.steps if s.number == step.number)

    @property
    def outer_head(self) -> int:
        """The head of the only nest of loops at which it is entered. Inapplicable where there is no such nest."""
        self.require(len(self.system.components) == 1 and self.is_nested, "not one loop with others inside it")
        entered = {s.edge.target for s in self.leading_to(Kind.HEAD) if s.edge.source == 0}
        self.require(len(entered) == 1, "the loops are entered at several places")
        return entered.pop()

    # -- unknowns --

    def function(self, name: str, predicate: bool = False) -> Function:
        """An unknown function of the state."""
        return Function(self._fresh(name), len(self.words), predicate, tuple(str(w.data) for w in self.words))

    def _fresh(self, name: str) -> str:
        """A name for an unknown that no word has."""
        while name in self._taken:
            name += "_"
        return name

    def predicates(self, name: str, but: int | None = None) -> Unknowns:
        """An unknown predicate for each loop head, or each but one."""
        return self._unknowns(lambda suffix: (self.function(name + suffix, True),), but)

    def ranks(self, name: str, dimension: int = 1, but: int | None = None) -> Unknowns:
        """An unknown tuple of `dimension` words for each loop head, or each but one."""
        parts = [name] if dimension == 1 else [f"{name}{i + 1}" for i in range(dimension)]
        return self._unknowns(lambda suffix: tuple(self.function(part + suffix) for part in parts), but)

    def _unknowns(self, make: Callable[[str], tuple[Function, ...]], but: int | None) -> Unknowns:
        heads = [h for h in self.heads if h != but]
        return Unknowns(self.words, {h: make(f"_{h}" if len(heads) > 1 else "") for h in heads})

    def start(self, sets: Unknowns) -> tuple[Term, dict[int, dict[str, Function]]]:
        """I(x₀) ∧ N(x₀): a first step whose inputs are ∃ words leads into the set; and these words, by edge."""
        ways, used = [], {}
        for step in self.leaving(0):
            if step.edge.target in sets.at:
                words = used[step.number] = {i.name: Function(self._fresh(f"x0_{i.name}"), 0) for i in step.edge.inputs}
                taken = step.chosen({n: w.term for n, w in words.items()} | {str(w.data): terms.constant(0) for w in self.words})
                ways.append(taken.taken & sets.behind(taken))
        return disjunction(ways), used

    def any_choice(self) -> dict[int, dict[str, Term]]:
        """0 for every input: where any choice will do."""
        return {s.number: {i.name: terms.constant(0) for i in s.edge.inputs} for h in self.heads for s in self.leaving(h)}

    def constants(self, name: str) -> tuple[dict[int, dict[str, Term]], tuple[Function, ...]]:
        """For each step from a loop head, its inputs as ∃ words; and these words."""
        return self._choices(name, ())

    def skolem(self, name: str) -> tuple[dict[int, dict[str, Term]], tuple[Function, ...]]:
        """For each step from a loop head, its inputs as functions of the state; and these functions."""
        return self._choices(name, self.words)

    def _choices(self, name: str, words: tuple[Term, ...]) -> tuple[dict[int, dict[str, Term]], tuple[Function, ...]]:
        found, functions = self.any_choice(), dict[str, Function]()
        names = tuple(str(w.data) for w in words)
        for step in (s for head in self.heads for s in self.leaving(head)):
            read = _symbols(step.edge.guard, *step.edge.update)
            for variable in (i for i in step.edge.inputs if i.name in read):
                unknown = Function(self._fresh(f"{name}_{variable.name}"), len(words), parameters=names)
                own = functions.setdefault(variable.name, unknown)
                found[step.number][variable.name] = _cut(own(*words), variable, self.system.width)
        return found, tuple(functions.values())

    def open_choice(self, place: int, leads_on: Callable[[Step], Term]) -> tuple[Term, dict[int, dict[str, Term]]]:
        """∃x' from a place, with all values of its inputs tried: whether `leads_on` holds of some step, and how to choose it.

        Inapplicable where the inputs have too many values.
        """
        steps = tuple(self.leaving(place))
        roots = [leads_on(s) for s in steps]
        read = _symbols(*roots)
        inputs = {i.name: i for s in steps for i in s.edge.inputs if i.name in read}
        self.require(sum(i.bits for i in inputs.values()) <= _FEW_BITS, "inputs of many values: an inner ∃ needs a Skolem function")
        rows = [dict(zip(inputs, map(terms.constant, row), strict=True))
                for row in itertools.product(*(range(1 << i.bits) for i in inputs.values()))]
        works = [disjunction(replaced(root, row) for root in roots) for row in rows]
        choices = {n: reduce(lambda rest, k: terms.ite(works[k], rows[k][n], rest), range(len(rows)), rows[0][n]) for n in inputs}
        chosen = {s.number: {i.name: choices.get(i.name, terms.constant(0)) for i in s.edge.inputs} for s in steps}
        return disjunction(works), chosen

    def require(self, holds: bool, otherwise: str) -> None:
        """Inapplicable, because of what `otherwise` says, where something does not hold."""
        if not holds:
            raise Inapplicable(otherwise, self.system.file)

    @property
    def is_deterministic(self) -> bool:
        """Whether no step from a loop head has an input."""
        return not any(s.edge.inputs for h in self.heads for s in self.leaving(h))

    def sizes(self, place: int) -> Term:
        """That the inputs of the steps from a place are as large as they may be, with what is known there."""
        inputs = {i.name: i for step in self.leaving(place) for i in step.edge.inputs}
        return conjunction([self.known.get(place, TRUE), *_sizes(inputs.values(), self.system.width)])

    @property
    def is_nested(self) -> bool:
        """Whether some loop is inside another."""
        return any(len(c) > 1 for c in self.system.components)

    def renamed(self, suffix: str) -> Program:
        """The same program on other ∀ words."""
        def other(variable: Variable) -> Variable:
            return replace(variable, name=variable.name + suffix)

        by = {str(w.data): terms.symbol(f"{w.data}{suffix}") for w in self.forall}
        edges = tuple(replace(e, guard=replaced(e.guard, by), update=tuple(replaced(u, by) for u in e.update),
                              inputs=tuple(map(other, e.inputs)), alike=()) for e in self.system.edges)
        system = replace(self.system, variables=tuple(map(other, self.system.variables)), edges=edges)
        return Program(system, {p: replaced(t, by) for p, t in self.known.items()}, taken=self._taken)

    # -- claims --

    def claim(self, proves: Proof, clauses: Iterable[Term], sets: Unknowns | None = None,
              ranks: Unknowns | Mapping[int, tuple[Term, ...]] | None = None,
              choices: Mapping[int, Mapping[str, Term]] | None = None, start: Mapping[int, Mapping[str, Function]] | None = None,
              chosen: tuple[Function, ...] = ()) -> Claim:
        """All `clauses` together. Ranks are unknowns, or terms over some; `chosen` are unknowns beside those of sets and ranks."""
        words = tuple(w for used in (start or {}).values() for w in used.values())
        known = [u for u in (sets, ranks) if isinstance(u, Unknowns)]
        unknowns = (*(f for u in known for f in u.functions), *chosen, *dict.fromkeys(words))
        return Claim(proves, self, conjunction(clauses), unknowns, {p: t for p, (t,) in sets.values.items()} if sets else {},
                     ranks.values if isinstance(ranks, Unknowns) else ranks or {}, choices or {}, start or {})


@dataclass(frozen=True)
class Encoding:
    """A named formula.

    name        where it stands in `encodings/`
    tag         what the thesis calls it, as "CT"
    proves      what its sides are proofs of
    function    from a program to its claims
    dimension   how large what it asks for is, where it can be chosen
    """

    name: str
    tag: str
    proves: tuple[Proof, ...]
    function: Callable[..., Claim | Formula]
    dimension: int | None = None
    summary: str = ""

    def is_about(self, property: str) -> bool:
        """Whether some side of it answers the question for "termination", or for "safety"."""
        return any(p.about == property for p in self.proves)

    @property
    def title(self) -> str:
        """The name, with the dimension where there is one."""
        return self.name if self.dimension is None else f"{self.name}:{self.dimension}"

    def formula(self, program: Program) -> Formula:
        """The formula of a program; Inapplicable where that is not of its kind."""
        program.require(bool(program.heads), "the program has no loop")
        found = self.function(program) if self.dimension is None else self.function(program, self.dimension)
        return found if isinstance(found, Formula) else Formula((found,))

    def of_dimension(self, dimension: int) -> Encoding:
        """The encoding with another dimension; Inapplicable where it has none, or for one that is too small."""
        if self.dimension is None or dimension < 1:
            raise Inapplicable(f"{self.name} has no dimension {dimension}")
        return replace(self, dimension=dimension)


def encoding(tag: str, *proves: Proof) -> Callable[[Callable[..., Claim | Formula]], Encoding]:
    """Decorate the function of an encoding: of a program, and of a `dimension` with a default where there is one."""
    def make(function: Callable[..., Claim | Formula]) -> Encoding:
        chosen = inspect.signature(function).parameters.get("dimension")
        return Encoding(function.__name__, tag, proves, function, None if chosen is None else chosen.default)
    return make


def _symbols(*roots: Term) -> set[str]:
    """The names of the words that terms speak of."""
    return {str(n.data) for n in terms.postorder(*roots) if n.kind is TermKind.SYMBOL}


def _sizes(inputs: Iterable[Variable], width: int) -> Iterator[Term]:
    return (i.term <= (1 << i.bits) - 1 for i in inputs if i.bits < width)


def _cut(word: Term, variable: Variable, width: int) -> Term:
    return word & ((1 << variable.bits) - 1) if variable.bits < width else word
