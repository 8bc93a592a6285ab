"""The source with what is known of its loops: ACSL that Frama-C reads, and plain comments for what ACSL has no words for.

ACSL computes with mathematical integers. A loop invariant means what the certificate says, with casts where words wrap; a loop
variant is not negative where a round begins, and falls in it. Sets of states that only some runs are in are no invariants: they are
told in plain comments, as are loops that are made by goto, tuples that fall lexicographically, and floating-point numbers. The
contract of a function stands before its definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Predicates,
    Ranking,
    Ranks,
    RecurrenceSet,
    SafetyInvariant,
    contracts_of,
)
from synth.analysis.certificates.obligations import subject
from synth.analysis.contracts.sites import words_of
from synth.analysis.property import Verdict
from synth.analysis.reports.conditions import Vocabulary, said
from synth.analysis.reports.cterms import Inexpressible
from synth.analysis.reports.heads import Head, Heads, either
from synth.analysis.reports.lines import rank_text, rank_words, staying
from synth.analysis.reports.texts import readable, settled
from synth.booleans import FALSE, TRUE, conjunction, conjuncts
from synth.terms import Term
from synth.transition import UNSAID, Callee, Files, TransitionSystem

Judged = tuple[TransitionSystem, Verdict, Mapping[int, Head]]
"""A verdict, with the system that it is on, and the loop heads that the source shows, by place."""

_ONE = Files()
_JUDGED = {True: "holds", False: "is violated", None: "is unknown"}


def annotated(source: Sequence[str], judged: Sequence[Judged], files: Files = _ONE) -> str:
    """The source with the verdicts at the top, and a comment before each loop that something is known of; before each of several
    files its name.
    """
    notes = dict[tuple[int, int], _Note]()
    for system, verdict, heads in judged:
        if verdict.certificate is not None:
            _Writer(subject(system, verdict.certificate), heads, notes).write(verdict.certificate)
            for callee, contract in _contracts(system, verdict.certificate):
                _ensure(callee, contract, system.width, source, notes)
    lines = [f"/* synth: {', '.join(f'{v.property.value} {_JUDGED[v.holds]}' for _, v, _ in judged)} */"]
    begins = {before + 1: name for name, before in zip(files.names, files.before, strict=True)} if files.several else {}
    for number, line in enumerate(source, 1):
        lines += [f"/* {begins[number]} */"] if number in begins else []
        lines += _line(line, {column: note for (at, column), note in notes.items() if at == number})
    return "\n".join(lines)


def _contracts(system: TransitionSystem, certificate: Certificate) -> Iterator[tuple[Callee, Term]]:
    contracts = contracts_of(certificate)
    return ((callee, contracts[callee.name]) for callee in system.callees if callee.name in contracts)


def _ensure(callee: Callee, contract: Term, width: int, source: Sequence[str], notes: dict[tuple[int, int], _Note]) -> None:
    """Note a contract: in ACSL where the definition is seen to begin with the line that has the function's name."""
    line, column = callee.line or 1, callee.column or 1
    before = source[line - 1][:column - 1] if line <= len(source) else ""
    place = (line, len(before) - len(before.lstrip()) + 1)
    try:
        if not re.fullmatch(r"[\w\s*]*\w[\w\s*]*", before):
            raise Inexpressible("its definition begins elsewhere")
        notes.setdefault(place, _Note()).ensures[said(contract, _words_of(callee, width)).text] = None
    except Inexpressible as why:
        text = readable(contract, words_of(callee, width))
        notes.setdefault(place, _Note()).plain[f"{callee.name} ensures: {text} (no ACSL: {why})"] = None


def _words_of(callee: Callee, width: int) -> Vocabulary:
    """How ACSL speaks of the words of a contract. Inexpressible where one is a variable of a function that calls it."""
    names: dict[str, str] = {}
    for number, word in enumerate(callee.words):
        if number >= callee.parameters and number not in callee.results and word.function:
            raise Inexpressible(f"{word.text} is a variable of {word.function}")
        before = callee.parameters <= number < callee.results.start
        names[word.name] = (f"\\old({word.text})" if before else word.text.replace("result", "\\result", 1)
                            if number in callee.results else word.text)
    return Vocabulary({w.name: w for w in callee.words}, width, names, exact=True)


@dataclass
class _Note:
    """What is said before a loop, or a function: clauses of ACSL, the variant apart, and plain words."""

    ensures: dict[str, None] = field(default_factory=dict)
    invariants: dict[str, None] = field(default_factory=dict)
    variants: dict[str, None] = field(default_factory=dict)
    plain: dict[str, None] = field(default_factory=dict)

    def text(self) -> Iterator[str]:
        """The comments, a line each."""
        for words in self.plain:
            yield f"/* {words.replace('*/', '* /')} */"
        clauses = [*(f"ensures {e};" for e in self.ensures), *(f"loop invariant {i};" for i in self.invariants),
                   *(f"loop variant {v};" for v in list(self.variants)[:1])]
        if clauses:
            yield "\n  @ ".join(["/*@ " + clauses[0], *clauses[1:]]) + (" */" if len(clauses) == 1 else "\n  @*/")


def _line(line: str, notes: Mapping[int, _Note]) -> Iterator[str]:
    """A line of the source with its comments: before it, or in it where a loop does not begin the line."""
    indent = line[:len(line) - len(line.lstrip())]
    for column, note in sorted(notes.items(), reverse=True):
        if line[:column - 1].strip():
            told = (re.sub(r"\s*\n\s*@\s*", " ", text) for text in note.text())
            line = f"{line[:column - 1]}{' '.join(told)} {line[column - 1:]}"
    for column, note in sorted(notes.items()):
        if not line[:column - 1].strip():
            yield from (f"{indent}{part}" for text in note.text() for part in text.split("\n"))
    yield line


@dataclass
class _Writer:
    """Writes what a certificate says before loops."""

    system: TransitionSystem
    shown: Mapping[int, Head]
    notes: dict[tuple[int, int], _Note]

    def __post_init__(self) -> None:
        self._heads = Heads(self.system, self.shown)

    def write(self, certificate: Certificate) -> None:
        """Note all of it."""
        match certificate:
            case SafetyInvariant(invariants):
                self._invariants(invariants)
            case Ranking(invariants, ranks, memory):
                self._invariants(invariants)
                self._ranks(ranks, invariants, memory is None)
            case RecurrenceSet(_, sets, _):
                self._sets("a run never leaves the states where", sets)
            case DangerInvariant(_, sets, _, _):
                self._sets("on a run, until the assertion fails,", sets)

    def _note(self, place: int) -> _Note:
        own = self.system.places[place]
        return self.notes.setdefault((own.line or 1, own.column or 1), _Note())

    def _is_loop(self, place: int) -> bool:
        """Whether a loop statement begins there, which ACSL may speak of."""
        head, own = self.shown.get(place), self.system.places[place]
        return head is not None and (head.loop or (head.location["line"], head.location["column"]) != (own.line, own.column))

    def _plain(self, place: int, words: str, why: object = "") -> None:
        shape = self.system.places[place].shape
        words, why = (f"where {shape}, {words}", "it speaks of the shape of lists") if shape else (words, why)
        self._note(place).plain[f"{words}{f' (no ACSL: {why})' if why else ''}"] = None

    def _words(self, place: int) -> Vocabulary:
        """How ACSL speaks of what is in scope at a loop."""
        names = {n: own.text for n, own in self._heads.names(place).items()}
        return Vocabulary({v.name: v for v in self.system.variables}, self.system.width, names, exact=True)

    def _invariants(self, predicates: Predicates) -> None:
        for place in sorted(p for p in predicates if self.system.places[p].cause not in UNSAID):
            own = settled(predicates[place], place, self.system)
            same = self._heads.same(place) if place in self.shown else [place]
            if own is TRUE or place != min(p for p in same if p in predicates):
                continue
            if not self._is_loop(place):
                self._plain(place, f"invariant: {readable(own, self.system, place)}", "no loop statement begins here")
            elif len(same) > 1:
                self._shared(same, predicates)
            else:
                self._invariant(place, own)

    def _invariant(self, place: int, predicate: Term) -> None:
        """All that ACSL can say of a predicate, and the rest in plain words."""
        words, kept = self._words(place), list[Term]()
        for fact in conjuncts(predicate):
            try:
                said(fact, words)
                kept.append(fact)
            except Inexpressible as why:
                self._plain(place, f"invariant: {readable(fact, self.system, place)}", why)
        if kept and (text := said(conjunction(kept), words).text) != "true":
            self._note(place).invariants[text] = None

    def _shared(self, places: Sequence[int], predicates: Predicates) -> None:
        """A loop of a function that is called more than once: one of its invariants holds."""
        try:
            texts = [said(settled(predicates.get(p, TRUE), p, self.system), self._words(p)).text for p in places]
        except Inexpressible as why:
            self._plain(places[0], "an invariant is known for each call", why)
            return
        if "true" not in texts:
            self._note(places[0]).invariants[either(texts)] = None

    def _ranks(self, ranks: Ranks, invariants: Predicates, now: bool) -> None:
        nests = {p: len(c & set(ranks)) for c in self.system.components for p in c}
        told = {p: rank for p, rank in ranks.items()
                if self.system.places[p].cause not in UNSAID and invariants.get(p) is not FALSE}
        for place, rank in sorted(told.items()):
            alone, invariant = nests.get(place, 1) == 1, settled(invariants.get(place, TRUE), place, self.system)
            words = rank_words(rank, place, invariant, self.system, alone)
            shown = ", ".join(rank_text(w, place, invariant, self.system) for w in words)
            try:
                if not now or len(words) > 1:
                    raise Inexpressible("it speaks of an earlier state" if not now else "compared lexicographically")
                if not self._is_loop(place) or len(self._heads.same(place)) > 1:
                    raise Inexpressible("no loop statement of its own")
                self._note(place).variants[self._variant(words[0], place, invariant)] = None
            except Inexpressible as why:
                self._plain(place, f"decreases in every round: {f'({shown})' if len(words) > 1 else shown}", why)

    def _variant(self, word: Term, place: int, invariant: Term) -> str:
        """A word as an integer that falls wherever the word does: it is the word itself where a round begins, and no more than it
        where one ends, when only the invariant is known to hold.
        """
        names, size = self._words(place), 1 << self.system.width
        ends = said(word, names, [invariant])
        given = [invariant, *staying(place, self.system)] if ends.high < size else [invariant]
        return said(word, names, given, unsigned=True).text

    def _sets(self, words: str, sets: Predicates) -> None:
        for place, states in sorted(sets.items()):
            shown = readable(settled(states, place, self.system), self.system, place)
            self._plain(place, f"{words} {shown}" if shown != "true" else "a run never leaves the loop")
