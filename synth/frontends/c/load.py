"""C files as programs."""

from __future__ import annotations

import contextlib
import pathlib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.expressions.types import Array, Type
from synth.frontends.c.lowering.contracts import instantiated, with_callees
from synth.frontends.c.lowering.readings import Reading, readings, reads
from synth.frontends.c.lowering.system import Made, system
from synth.frontends.c.preprocessing.dialect import Dialect, File, chosen
from synth.frontends.c.preprocessing.preprocess import preprocess
from synth.frontends.c.syntax.linking import linked
from synth.frontends.c.syntax.order import unordered
from synth.frontends.c.syntax.owners import owned
from synth.frontends.c.syntax.parse import deeply, parse
from synth.frontends.c.syntax.source import Source, Unit, read
from synth.frontends.c.translation.allocation import is_node, links
from synth.frontends.c.translation.context import LONGEST, Context, Undefined
from synth.frontends.c.translation.graph import Failure, Node, reachable
from synth.frontends.c.translation.memory import Memory
from synth.frontends.c.translation.translate import context, program
from synth.terms import Term
from synth.transition import LIMIT, ShownOf, TransitionSystem

_MEMORY = ("memory-safety", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup")
_LEAKS = {"memory-safety": "leak", "valid-memtrack": "leak", "valid-memcleanup": "left"}
"""Properties that ask what becomes of allocated memory, and the cause of what fails there."""

_ENDED = {"unreach-call": ("assertion",), **dict.fromkeys(("no-overflow", *_MEMORY), ("assertion", "call"))}
"""By properties that are not about all failed assertions, which of them are the end of a run that has kept the property so far."""

_SHORT, _FEW = 32, 4
"""Of longer arrays some elements are looked at, as it takes long to look at all; and where a program is read by elements."""

_RUNNING = ("termination", "no-overflow", *_MEMORY)
"""Properties that ask what functions do that fail by their names, where the file defines them."""


@dataclass(frozen=True, eq=False)
class Program:
    """A C program.

    make          makes its system, the C expressions for the system's variables, and what its inputs are: `made`, when it is needed
    file, source  what it was read from; of several files the first one
    files         its files, with what each has of its own
    function      the function that it starts with
    dialect       how it was read
    undefined     calls of functions of which nothing is known: each is taken to return any value and to do nothing else
    asked         the property that it was read for, as `synth.frontends.svcomp.questions.STANDARD` has them: a call of a function
                  that fails by its name, such as reach_error, is a failed assertion; where the file defines the function and
                  neither safety nor unreach-call is asked, it does what it is defined to do. A failed assertion that the property
                  is not about, as it is `ended`, ends the run
    defines_failing  whether it calls such a function
    open_order    the first line of which C does not say in which order it is evaluated, where that may matter; None for none
    volatile      the first line that says volatile; None for none
    defined       the first line with a division or a shift that C may leave undefined, and that has a value here; None for none
    converted     the first line where a floating-point number becomes an integer; None for none
    granted       the first line that allocates memory, where that cannot fail; None for none
    deep          the functions that call themselves more often than is followed
    graph         what the system is made from, and the objects that it has in `memory`
    limits        whether the graph has ends where runs come to a limit of what is looked at
    by_shapes     whether lists are told apart by their shapes
    origin        the program that this one is but for the failed assertions that end runs; None for none
    shortened     whether there are arrays of which not all elements are looked at, although they are not longer than LONGEST
    """

    make: Callable[[], Made]
    file: str
    source: Source
    function: str
    dialect: Dialect
    files: tuple[File, ...]
    undefined: tuple[Undefined, ...] = ()
    asked: str = "safety"
    defines_failing: bool = False
    open_order: int | None = None
    volatile: int | None = None
    defined: int | None = None
    converted: int | None = None
    granted: int | None = None
    deep: frozenset[str] = frozenset()
    opening: Callable[[], Made | None] | None = None
    graph: Node | None = None
    memory: Memory | None = None
    limits: bool = False
    by_shapes: bool = False
    shortened: bool = False
    origin: Program | None = None

    @cached_property
    def made(self) -> Made:
        """The system, and what its variables and inputs are. InputError for what no system can be made of."""
        return self.make()

    @property
    def is_made(self) -> bool:
        """Whether its system is there, so that it is no work to ask for it."""
        return "made" in self.__dict__

    def given(self, made: Made) -> None:
        """The system was made elsewhere, by the same steps."""
        self.__dict__.setdefault("made", made)

    @property
    def system(self) -> TransitionSystem:
        """What it does."""
        return self.made.system

    @property
    def any_system(self) -> TransitionSystem:
        """One of the systems of its readings that is no work to ask for, where there is one."""
        return self.system if self.wider is None or self.is_made else self.wider.system

    @property
    def expressions(self) -> Mapping[str, str]:
        """For each variable the C expression that it is in its scope; "" for variables that the source does not name."""
        return self.made.expressions

    @property
    def readings(self) -> Mapping[str, Reading]:
        """For each input of an edge where it is read."""
        return self.made.readings

    @property
    def is_wider_at_once(self) -> bool:
        """Whether a wider reading is looked for before it is known that runs come to limits: lists that are allocated are long."""
        return self.limits and not self.deep and self.has_lists

    @property
    def limited(self) -> bool:
        """Whether runs come to limits of what is looked at, or, where that has not been looked at, may do so."""
        return self.limits and (self.is_wider_at_once or self.system.limited)

    @cached_property
    def wider(self) -> Program | None:
        """Where runs come to limits, a reading without these, of more runs than there are: what holds of all of them holds.

        None where there are no limits, or no such reading. Lists are told apart by their shapes where that is of use: of functions
        that call themselves it tells less of what nodes hold.
        """
        if not self.limited:
            return None
        if self.origin is not None:
            return None if self.origin.wider is None else self.origin.wider._about(self.asked)
        found = list[Program]()
        by_shapes = (False, True) if self.deep else (True, False)
        for lists in by_shapes if self.has_lists else (False,):
            with contextlib.suppress(InputError):
                found.append(self._wide(lists=lists))
                if not found[-1].system.limited:
                    return found[-1]
        return found[0] if found else None

    @property
    def has_lists(self) -> bool:
        """Whether memory is allocated that may be nodes of lists."""
        return any(map(is_node, self._allocated))

    @property
    def _allocated(self) -> list[Type]:
        """The types of the elements of blocks that are allocated, each once."""
        blocks = (root.object.type for root in (self.memory.roots() if self.memory is not None else ()) if root.heap)
        return list({id(type.element): type.element for type in blocks if isinstance(type, Array)}.values())

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How far runs are looked at, as told to people, where they come to limits in all readings that were made."""
        widest = self.__dict__.get("wider") or self
        if not widest.is_made or not widest.system.limited:
            return ()
        limits = [f"runs up to a limit, {widest.system.told(p)}: {p.text}" for p in widest.system.places if p.cause == LIMIT]
        others = [f"{type}, which is no node of a singly linked list: {' and '.join(links(type))} lead to others"
                  for type in self._allocated if len(links(type)) > 1]
        return tuple(dict.fromkeys([*limits, *others]))

    @property
    def has_elements(self) -> bool:
        """Whether there are arrays with more than a few elements and loops."""
        elements = Counter(v.name.partition("[")[0] for v in self.system.variables if "[" in v.name)
        return bool(self.system.components) and max(elements.values(), default=0) > _FEW

    @cached_property
    def others(self) -> Mapping[ShownOf, Callable[[], Program | None]]:
        """Other readings, of those that the program may have; each is made, or found not to be one, where it is asked for."""
        found: dict[ShownOf, Callable[[], Program | None]] = {}
        if self.shortened:
            found[ShownOf.ALL_ELEMENTS] = cache(self._with_all_elements)
        if self.wider is None and self.has_elements:
            found[ShownOf.ELEMENTS] = cache(self.elementwise)
        if self.wider is not None and self.wider.by_shapes and not self.deep:  # calls that return may have changed all nodes
            found[ShownOf.CONTENTS] = cache(self._with_contents)
        return found

    def _wide(self, longest: int | None = None, lists: bool = False, contents: bool = False) -> Program:
        """A reading of more runs, with chosen elements of arrays longer than `longest`; the others as in `_read`."""
        if longest is None:
            longest = _SHORT if self.shortened else LONGEST
        return _read(self.source, self.dialect, self.files, self.asked, self.deep, True, longest, lists, contents)

    def _with_all_elements(self) -> Program | None:
        """The reading in which all elements are looked at of arrays that are no longer than LONGEST; None where there is none."""
        with contextlib.suppress(InputError):
            found = _read(self.source, self.dialect, self.files, self.asked)
            _ = found.made
            return found
        return None

    def _with_contents(self) -> Program | None:
        """A reading in which lists are told apart by their shapes, and words tell of what the nodes of runs hold; None where there
        are no such words, and none that were known to be constants."""
        found = self._wide(lists=True, contents=True)
        known = self.wider is not None and len(found.system.edges) != len(self.wider.system.edges)
        return found if known or any(e.alike for e in found.system.edges) else None

    def elementwise(self) -> Program | None:
        """A reading in which only some elements of longer arrays are followed, of more runs than there are; None where there is
        none without limits."""
        try:
            found = self._wide(_FEW)
        except InputError:
            return None
        return None if found.system.limited else found

    @cached_property
    def _opened(self) -> Made | None:
        with contextlib.suppress(InputError):  # more matters to contracts than to the program: shape by shape it may be too much
            return None if self.opening is None else self.opening()
        return None

    @property
    def opened(self) -> TransitionSystem | None:
        """The system whose guards speak of the contracts of functions that call themselves, as unknown predicates; None where there
        are no such functions, or it cannot be made."""
        return None if self._opened is None else self._opened.system

    def reading(self, holds: bool, contracts: Mapping[str, Term] | None = None, shown_of: ShownOf | None = None) -> Program:
        """How the program is read for a certificate that all runs have a property, by contracts of some functions or as it is
        `shown_of` another reading, or that one has not. InputError for contracts of functions of which there are none, and where
        there is no such reading.
        """
        if contracts and shown_of is not None:
            raise InputError("there are contracts in no other reading than the first", self.file)
        if holds and shown_of is ShownOf.FOLLOWED:
            if self.wider is None:
                raise InputError("all runs are followed where there are no limits, which the verdict says there are", self.file)
            return self
        if shown_of is not None and (holds or shown_of is ShownOf.ALL_ELEMENTS):
            other = self.others[shown_of]() if shown_of in self.others else None
            if other is None:
                raise InputError(f"there is no reading {shown_of.value!r}", self.file)
            return other
        if not holds or not contracts:
            return self.wider or self if holds else self
        wider = self.wider
        made = None if wider is None else wider._opened
        if wider is None or made is None or not set(contracts) <= {callee.name for callee in made.system.callees}:
            raise InputError("there are no contracts of " + ", ".join(sorted(contracts)), self.file)
        found = instantiated(made.system, contracts)
        chosen = Made(found, {v.name: made.expressions[v.name] for v in found.variables}, readings(found))
        return replace(wider, make=lambda: chosen, opening=None)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its files, one after the other."""
        return self.source.lines

    @property
    def units(self) -> Sequence[tuple[Unit, Dialect]]:
        """Its files, each with how it was read."""
        return [(unit, file.dialect(self.dialect)) for unit, file in zip(self.source.units, self.files, strict=True)]

    def starts(self, unit: Unit) -> bool:
        """Whether it starts with a function of a file."""
        return unit.before < self._entry <= unit.before + len(unit.source.lines)

    @cached_property
    def _entry(self) -> int:
        """The line of the function that it starts with."""
        return self.source.of(self._first)[0] or 1

    @property
    def _first(self) -> c_ast.FuncDef:
        """The function that it starts with."""
        return next(n for n in parse(self.source).ext if isinstance(n, c_ast.FuncDef) and n.decl.name == self.function)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What every verdict on the program takes for granted, each with its line, as told to people."""
        told, found = self.source.files.told, list[str]()
        if self.function != "main":
            arrays = _gets_arrays(parse(self.source), self._first)
            found.append(f"the program starts with {self.function}(), whose arguments are any values"
                         + ", its arrays apart and as long as is written" * arrays)
        found += [f"{told(call.line)}: {call.name}() has no body: it returns any value and does nothing else"
                 for call in self.undefined]
        if self.open_order is not None:
            found.append(f"{told(self.open_order)}: what C leaves open is evaluated from left to right")
        if self.defined is not None:
            found.append(f"{told(self.defined)}: divisions by zero and shifts by too much have values (--undefined defined)")
        if self.converted is not None:
            found.append(f"{told(self.converted)}: a floating-point number becomes 100...0 in an integer type that is too small")
        if self.granted is not None:
            found.append(f"{told(self.granted)}: memory is always allocated (--allocation succeeds)")
        if self.asked in _LEAKS and self.system.components:
            found.append("whether memory is lost is asked where the program ends, not of runs that never end")
        if self.volatile is not None:
            found.append(f"{told(self.volatile)}: volatile objects change only where the program assigns to them")
        return tuple(found)

    @property
    def runs_failing(self) -> bool:
        """Whether functions that fail by their names do what the file defines."""
        return self.asked in _RUNNING

    @property
    def ended(self) -> tuple[str, ...]:
        """The causes, as in `synth.transition.Place`, of failed assertions that only end a run, by abort()."""
        return _ENDED.get(self.asked, ())

    @property
    def leaks(self) -> str:
        """The cause of a failed assertion where memory is lost, or "left" at the end; "" where that is not asked."""
        return _LEAKS.get(self.asked, "")

    @property
    def of_memory(self) -> bool:
        """Whether it was read for a property of memory."""
        return self.asked in _MEMORY

    def about(self, asked: str) -> Program:
        """The program as it is read for a property."""
        if asked == "no-overflow" and self.dialect.signed_overflow != "error":
            return _first(self.source, replace(self.dialect, signed_overflow="error"), self.files, asked)
        if asked == self.asked:
            return self
        leaks = asked in _LEAKS or self.asked in _LEAKS
        if leaks or self.ended or (self.defines_failing and (asked in _RUNNING) != self.runs_failing):
            return _first(self.source, self.dialect, self.files, asked)
        if asked not in _ENDED:
            return self
        return self._about(asked)

    def _about(self, asked: str) -> Program:
        """The same program, where only which failed assertions end runs may differ."""
        if asked == self.asked:
            return self
        return replace(self, asked=asked, make=lambda: _ending(self.made, asked), origin=self,
                       opening=lambda: None if self._opened is None else _ending(self._opened, asked))

    @cached_property
    def reads(self) -> tuple[Mapping[str, Reading], ...]:
        """For each edge of the system all that it reads, in order, by input, whether the edge needs it or not."""
        return reads(self.system)


def _gets_arrays(tree: c_ast.FileAST, function: c_ast.FuncDef) -> bool:
    """Whether a parameter is declared as an array, by itself or by the name of its type."""
    named = {n.name: n.type for n in tree.ext if isinstance(n, c_ast.Typedef)}

    def is_array(type: Any) -> bool:
        while isinstance(type, c_ast.TypeDecl) and isinstance(type.type, c_ast.IdentifierType) and type.type.names[0] in named:
            type = named[type.type.names[0]]
        return isinstance(type, c_ast.ArrayDecl)

    parameters = function.decl.type.args
    return parameters is not None and any(is_array(p.type) for p in parameters.params if isinstance(p, c_ast.Decl))


def load(path: str, **options: Any) -> Program:
    """The program of a C file, plain or preprocessed; `options` are the fields of `Dialect`.

    InputError, with file, line and column, for what is not supported; where its system is made later, as of programs with lists,
    for some of that when it is asked for.
    """
    return load_files((File(path),), **options)


def load_files(files: Sequence[File], **options: Any) -> Program:
    """The program that some C files make, as a linker puts them together; as `load`."""
    return _preprocessed([(file, read(file.path)) for file in files], options)


def load_text(text: str, file: str, *, asked: str = "safety", **options: Any) -> Program:
    """The program of C text, read for a property; as `load`."""
    return _preprocessed([(File(file), text)], options, asked)


def _preprocessed(given: Sequence[tuple[File, str]], options: Mapping[str, Any], asked: str = "safety") -> Program:
    """The program of some files with their texts."""
    dialect, sources = chosen(options), []
    for file, text in given:
        with deeply(file.path):
            sources.append(preprocess(text, file.path, file.dialect(dialect)))
    return _first(linked(sources), dialect, tuple(file for file, _ in given), asked)


def _first(source: Source, dialect: Dialect, files: tuple[File, ...], asked: str) -> Program:
    """The program of a preprocessed source: with all elements of short arrays only, where something can be shown of all runs so."""
    with contextlib.suppress(InputError):
        found = _read(source, dialect, files, asked, longest=_SHORT)
        if not found.shortened or not found.limited or found.wider is not None:
            return found
    return _read(source, dialect, files, asked)


def _read(source: Source, dialect: Dialect, files: tuple[File, ...], asked: str, summarised: Collection[str] = (),
          sparse: bool = False, longest: int = LONGEST, lists: bool = False, contents: bool = False) -> Program:
    """The program of a preprocessed source; `contents` as in `system`, the others as in `Context`."""
    file = source.file
    with deeply(file):
        made = context(source, dialect.model, dialect.errors)
        made.runs_failing, made.leaks, made.summarised = asked in _RUNNING, _LEAKS.get(asked, ""), summarised
        made.longest, made.lists = longest, lists
        made.sparse, made.allocation_fails, made.strict = sparse, dialect.allocation == "fails", dialect.unknown == "refused"
        start, function = program(made, dialect.entry)
        open_order = min((source.of(n)[0] or 0 for n in unordered(parse(source), dialect.errors)), default=None)
    opening = partial(_left_open, made, start, source, asked) if made.recursion.contracts.functions else None
    limits = any(isinstance(node.action, Failure) and node.action.cause == LIMIT for node in reachable(start))
    found = Program(partial(_made, made, start, source, asked, contents), file, source, function, dialect, files,
                    tuple(made.undefined), asked, made.defines_failing, open_order, made.volatile, made.defined, made.converted,
                    made.granted, frozenset(made.deep), opening, start, made.memory, limits, lists, made.shortened)
    if sparse or lists or not found.is_wider_at_once:
        _ = found.made  # there is such a reading where a system can be made of it
    return found


def _made(made: Context, start: Node, source: Source, asked: str, contents: bool = False) -> Made:
    """The system of a graph, and what its variables and inputs are."""
    apart = made.memory if made.lists else None
    found = system(start, pathlib.PurePath(source.file).stem, source.files, made.simplified, apart, contents)
    return _ending(replace(found, system=owned(found.system, source)), asked)


def _ending(made: Made, asked: str) -> Made:
    """The system in which failed assertions that a property is not about only end a run, where it is such a property."""
    return replace(made, system=made.system.ending(_ENDED.get(asked, ())))


def _left_open(made: Context, start: Node, source: Source, asked: str) -> Made:
    """The system of a graph, the contracts of functions left open."""
    with made.recursion.contracts.left_open():
        apart = made.memory if made.lists else None
        found = system(start, pathlib.PurePath(source.file).stem, source.files, made.simplified, apart)
    whole = with_callees(found.system, made.recursion.contracts.functions.values())
    return _ending(replace(found, system=owned(whole, source)), asked)
