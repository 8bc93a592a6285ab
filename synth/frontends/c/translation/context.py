"""What the translation of a file into a control-flow graph works with."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pycparser import c_ast

from synth.evaluation.floats import float_format, is_nan
from synth.frontends.c.expressions.expressions import (
    BOOLEAN,
    Apply,
    Bits,
    Cell,
    Convert,
    Expression,
    Literal,
    Read,
    postorder,
    with_operands,
)
from synth.frontends.c.expressions.meaning import undefined
from synth.frontends.c.expressions.rewrite import Rewriting
from synth.frontends.c.expressions.typed import Unsupported, arithmetic, convert, select, truth
from synth.frontends.c.expressions.types import BOOL, Floating, Integer, Model, Scalar
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.syntax.source import APART, Source, own
from synth.frontends.c.translation.graph import Access, Assign, Failure, Fetched, Flow, Havoc, Node, Spot
from synth.frontends.c.translation.memory import SELECTOR, WILD, Memory, Root, Target
from synth.frontends.c.translation.misuse import About, Unset
from synth.frontends.c.translation.scopes import Alias, Object, Scope, View
from synth.transition import LEFT_OPEN

if TYPE_CHECKING:
    from synth.frontends.c.translation.allocation import Allocation
    from synth.frontends.c.translation.calls import Calls
    from synth.frontends.c.translation.comparisons import Comparisons
    from synth.frontends.c.translation.copying import Copying
    from synth.frontends.c.translation.declarations import Declarations
    from synth.frontends.c.translation.generic import Generic
    from synth.frontends.c.translation.indirect import Indirect
    from synth.frontends.c.translation.known import Known
    from synth.frontends.c.translation.lists import Lists
    from synth.frontends.c.translation.objects import Objects
    from synth.frontends.c.translation.places import Places
    from synth.frontends.c.translation.pointers import Pointers
    from synth.frontends.c.translation.recursion import Recursion
    from synth.frontends.c.translation.sparse import Sparse
    from synth.frontends.c.translation.statements import Statements
    from synth.frontends.c.translation.strings import Strings
    from synth.frontends.c.translation.typenames import TypeNames
    from synth.frontends.c.translation.values import Values
    from synth.frontends.c.translation.variadic import Variadic

LONGEST = 4096
"""How many elements arrays may have of which all are looked at."""

LARGEST = 200_000
"""Steps that a program may come to when its functions are inlined."""

IS_DEFINED = " is defined"
"""What an assertion says at its end that arguments of a function of the standard library are such that C says what it does."""

_REPORTING = ("__VERIFIER_assert", "assert")
"""Functions whose failing is told where they are called."""


Blocks = tuple[tuple[Scope, tuple[Object, ...]], ...]
"""The blocks around a place, the innermost first, each with the objects that are declared before it."""


@dataclass(frozen=True, eq=False)
class Label:
    """A label: its node, and the blocks around it."""

    node: Node
    blocks: Blocks


@dataclass(frozen=True, eq=False)
class Goto:
    """A jump to a label that need not be known yet: where the jump starts, the blocks around it, and the statement."""

    start: Node
    blocks: Blocks
    statement: Any


@dataclass(frozen=True, eq=False)
class Entry:
    """Where a run enters blocks, from `start` to `after`; what lies between is known once all jumps of the function are."""

    start: Node
    after: Node
    scopes: tuple[Scope, ...]


@dataclass(eq=False)
class Frame:
    """A function that is being inlined: where it returns to, what it returns, where it was called, its labels and jumps to them.

    jumps      whether it has a goto
    entries    where its blocks are entered, if it has
    standard   whether it is one of the standard library's
    scope      that of its parameters
    repeated   how many loops are around its call
    """

    name: str
    leave: Node
    result: Object | None
    site: Any
    jumps: bool = False
    labels: dict[str, Label] = field(default_factory=dict)
    gotos: list[Goto] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    standard: bool = False
    scope: Scope | None = None
    repeated: int = 0


@dataclass(frozen=True)
class Undefined:
    """A call of a function that nothing defines: its name, and the line."""

    name: str
    line: int | None


@dataclass(frozen=True)
class Unknown:
    """An ∃ function of a specification, or an ∃ word: what it takes and returns; a predicate returns whether its word is not 0."""

    name: str
    parameters: tuple[Integer | Floating, ...]
    names: tuple[str, ...]
    type: Integer | Floating
    predicate: bool = False


@dataclass(eq=False)
class Jumps:
    """Where break and continue lead; None outside of what they leave."""

    leave: Node | None = None
    again: Node | None = None


@dataclass(eq=False)
class Context:
    """The graph so far, the names in scope, and the rooms of the translation.

    errors            what is a failed assertion: "overflow" of a signed operation; "undefined", a division by zero or a shift by
                      a distance that the type has not
    unknowns          the ∃ functions and words of a specification, by name
    names             the names that are taken, each with how many were made of it
    volatile          the first line that says volatile
    defined           the first line with a division or a shift that C may leave undefined, and that has a value here
    converted         the first line where a floating-point number becomes an integer, which C defines where the type holds it
    granted           the first line that allocates memory, where that cannot fail
    undefined         calls of functions of which nothing is known: each returns any value, and does nothing else
    runs_failing      whether functions that fail by their name are run where the file defines them
    defines_failing   whether such a function is called that the file defines
    strict            whether functions of which nothing is known are refused
    allocation_fails  whether malloc may return null
    sparse            whether of long arrays some elements are looked at that are chosen before, and not only the first
    lists             whether nodes of lists are looked at only where pointers lead to them, however many there are between
    longest           of how many elements arrays may be at most whose elements are all looked at
    shortened         whether there are longer ones that are no longer than LONGEST
    summarised        functions whose calls either go on in their only body, and never return, or return any value: there are more
                      runs then than there really are
    deep              functions that call themselves more often than is followed
    leaks             the cause of a failed assertion where memory is lost, or is "left" at the end; "" where nobody asks
    sites             the calls that are being inlined
    around            the scopes that those of now are within, or were entered from
    repeated          how many loops are around what is translated
    closed            whether other functions that are not defined are refused; otherwise they return any value
    """

    source: Source
    model: Model
    errors: Collection[str]
    flow: Flow = field(default_factory=Flow)
    file: Scope = field(default_factory=Scope)
    frames: list[Frame] = field(default_factory=list)
    jumps: Jumps = field(default_factory=Jumps)
    types: TypeNames = field(init=False)
    values: Values = field(init=False)
    places: Places = field(init=False)
    pointers: Pointers = field(init=False)
    comparisons: Comparisons = field(init=False)
    calls: Calls = field(init=False)
    declarations: Declarations = field(init=False)
    objects: Objects = field(init=False)
    strings: Strings = field(init=False)
    indirect: Indirect = field(init=False)
    known: Known = field(init=False)
    allocation: Allocation = field(init=False)
    copying: Copying = field(init=False)
    recursion: Recursion = field(init=False)
    heap: Lists = field(init=False)
    long: Sparse = field(init=False)
    variadic: Variadic = field(init=False)
    generic: Generic = field(init=False)
    memory: Memory = field(init=False)
    statements: Statements = field(init=False)
    names: dict[str, int] = field(default_factory=dict)
    cells: int = 0
    unknowns: dict[str, Unknown] = field(default_factory=dict)
    undefined: dict[Undefined, None] = field(default_factory=dict)
    volatile: int | None = None
    defined: int | None = None
    converted: int | None = None
    granted: int | None = None
    runs_failing: bool = False
    defines_failing: bool = False
    closed: bool = False
    strict: bool = False
    allocation_fails: bool = True
    sparse: bool = False
    lists: bool = False
    longest: int = LONGEST
    shortened: bool = False
    summarised: Collection[str] = ()
    deep: set[str] = field(default_factory=set)
    leaks: str = ""
    scope: Scope = field(init=False)
    rewriting: Rewriting = field(init=False)
    sites: tuple[Any, ...] = ()
    around: list[Scope] = field(default_factory=list)
    repeated: int = 0

    def __post_init__(self) -> None:
        self.scope = self.file
        self.rewriting = Rewriting(self.model)
        self.memory = Memory(self.model)

    def again(self) -> None:
        """Forget the graph, as the program is translated once more."""
        self.flow = Flow()
        self.undefined.clear()
        self.recursion.again()
        self.long.again()
        self.memory.again()

    @contextlib.contextmanager
    def within(self, scope: Scope) -> Iterator[None]:
        """The scope that names are looked up and declared in, for a while."""
        before, self.scope = self.scope, scope
        self.around.append(before)
        scopes, self.flow.scopes = self.flow.scopes, (scope, *reversed(self.around))
        try:
            yield
        finally:
            self.scope = before
            self.around.pop()
            self.flow.scopes = scopes

    @contextlib.contextmanager
    def calling(self, site: Any, alone: bool = False) -> Iterator[None]:
        """What is translated meanwhile belongs to a call, within those around it or `alone`."""
        before, self.sites = self.sites, (site,) if alone else (*self.sites, site)
        try:
            yield
        finally:
            self.sites = before

    @contextlib.contextmanager
    def repeating(self) -> Iterator[None]:
        """What is translated meanwhile may be run several times."""
        self.repeated += 1
        try:
            yield
        finally:
            self.repeated -= 1

    def identity(self, node: Any) -> tuple[int, ...]:
        """What tells a node, in the call that is being inlined, from all others."""
        return (*map(id, self.sites), id(node))

    @property
    def body(self) -> Any:
        """The definition of the function whose only body is being translated; None elsewhere."""
        return next((site for site in self.sites if isinstance(site, c_ast.FuncDef)), None)

    def was_left(self, root: Root | None) -> bool:
        """Whether an object is of a block that a run is not within here."""
        return root is not None and not self.lives(root.scope)

    def lives(self, scope: Scope | None) -> bool:
        """Whether a run is within a block here, of this function or of one that it was called by; None: always."""
        return scope is None or any(scope in inner.chain() for inner in (self.scope, *self.around))

    def aliases(self) -> Iterator[Target]:
        """What pointers of the calls that go on here hold that are no objects of their own."""
        scopes = {id(scope): scope for inner in (self.scope, *self.around) for scope in inner.chain()}
        for meaning in (meaning for scope in scopes.values() for meaning in scope.names.values()):
            if isinstance(meaning, Alias) and isinstance(meaning.target, Target):
                yield meaning.target

    @contextlib.contextmanager
    def jumping(self, jumps: Jumps) -> Iterator[None]:
        """Where break and continue lead, for a while."""
        before, self.jumps = self.jumps, jumps
        try:
            yield
        finally:
            self.jumps = before

    @contextlib.contextmanager
    def refusing(self, node: Any) -> Iterator[None]:
        """What is found unsupported is told at the node."""
        try:
            yield
        except Unsupported as reason:
            self.source.refuse(node, str(reason))

    @contextlib.contextmanager
    def aside(self) -> Iterator[Flow]:
        """A graph of its own, for a while: what is evaluated there never happens."""
        before, self.flow = self.flow, Flow()
        self.flow.scopes = before.scopes
        try:
            yield self.flow
        finally:
            self.flow = before

    def fresh(self, name: str) -> str:
        """A name that no cell has yet, made of this one."""
        found = name = name.replace(APART, "_")
        while found in self.names:
            self.names[name] += 1
            found = f"{name}_{self.names[name]}"
        self.names[found] = 1
        return found

    def temporary(self, type: Scalar, line: int | None = None, name: str = "t") -> Cell:
        """A cell of ours."""
        return self.cell(self.fresh(name), type, line)

    def cell(self, name: str, type: Scalar, line: int | None, source: str = "") -> Cell:
        """A new cell."""
        self.cells += 1
        return Cell(name, type, line, source, self.cells)

    def spot(self, node: Any, text: str = "") -> Spot:
        """Where a node stands; in a function of the standard library, where that is called."""
        own = self.outer(node)
        return Spot(*self.source.of(own), text, self.source.told_origin(own))

    def outer(self, node: Any) -> Any:
        """The node; in a function of the standard library, the call of that."""
        return next((f.site for f in self.frames if f.standard), node)

    def assign(self, cell: Cell, value: Expression, node: Any, access: Access | None = None) -> None:
        """Append an assignment of a value of the cell's own type; `access` as in `Assign`."""
        assert cell.type == value.type
        plain = self.usable(value, node)
        if self.memory.is_pointer(cell):
            self.memory.learn(cell, plain, self.rewriting.intervals.of(plain))
        self.flow.do(Assign(cell, plain, access), self.spot(node))

    def branch(self, condition: Expression, then: Node, otherwise: Node | None, node: Any) -> None:
        """Leave for one of two labels, by whether the condition is not 0."""
        self.flow.branch(self.usable(truth(condition), node), then, otherwise, self.spot(node))

    def simplified(self, value: Expression) -> Expression:
        """An expression of the same type and meaning; a constant where it is known to be one."""
        return self.rewriting.simplified(value)

    def usable(self, value: Expression, node: Any) -> Expression:
        """The expression, simplified, if C defines its constants and the program does not grow too large."""
        value = self.simplified(value)
        for part in postorder(value):
            if why := undefined(part):
                self.source.refuse(node, why)
            if isinstance(part, Convert) and isinstance(part.operand.type, Floating) and (
                    isinstance(part.type, Integer) and part.type != BOOL):
                self.converted = _earlier(self.converted, self._own_line(node))
        if self.flow.size > LARGEST:
            self.source.refuse(node, f"a program that comes to more than {LARGEST:,} steps with its functions inlined")
        return value

    def frozen(self, value: Expression, node: Any) -> Expression:
        """The value as it is now, whatever is assigned later."""
        value = self.simplified(value)
        if isinstance(value, Literal):
            return value
        if isinstance(value, Convert) and value.operand.type.bits < value.type.bits:  # as narrow as it is
            return convert(self.frozen(value.operand, node), value.type)
        boolean = isinstance(value, Apply) and value.operator in BOOLEAN
        cell = self.temporary(BOOL if boolean else value.type)
        self.assign(cell, convert(value, cell.type), node)
        return convert(Read(cell), value.type)

    def settled(self, condition: Expression, node: Any) -> Expression:
        """The condition, which tells an object from others, as it is now. Where nodes of lists are moved, so are the pointers that
        it asks for, and then it tells where the object is."""
        condition = self.simplified(condition)
        boolean = condition.type == BOOL or (isinstance(condition, Apply) and condition.operator in BOOLEAN)
        if self.lists and boolean and any(c.type is SELECTOR for c in condition.cells):
            return with_operands(condition, tuple(self.settled(operand, node) for operand in condition.operands))
        return self.frozen(condition, node)

    def pattern(self, value: Expression, type: Scalar, node: Any) -> Expression:
        """The bits of a number, to be read as an integer, too; which NaN a NaN is nobody says, and so it is any.

        The standard library's functions here know that, and ask for no more of a NaN than that it is one.
        """
        value = self.simplified(value)
        if isinstance(value.type, Integer) or any(f.standard for f in self.frames):
            return Bits(type, value)
        assert isinstance(type, Integer)
        form = float_format(value.type.bits)
        if isinstance(value, Literal) and not is_nan(value.value, form):
            return Bits(type, value)
        value = self.frozen(value, node)
        word = self.left_open(type, ", the bits of a NaN,", node)
        some = arithmetic("|", word, Literal(type, form.infinity), self.model)
        payload = arithmetic("&", word, Literal(type, form.infinity ^ ((1 << type.bits - 1) - 1)), self.model)
        quiet = arithmetic("|", some, Literal(type, form.nan), self.model)
        return select(arithmetic("!=", value, value, self.model), select(truth(payload), some, quiet), Bits(type, value))

    def within_cell(self, view: View, value: Expression, node: Any) -> Expression:
        """What the cell of a view holds after an assignment to the view, whose other bits stay."""
        if view.whole:
            return self.pattern(value, view.cell.type, node)
        raw, word = view.raw, Read(view.cell)
        mask = ((1 << view.bits.bits) - 1) << view.shift
        kept = Apply(raw, "&", (word if word.type == raw else Bits(raw, word), Literal(raw, ((1 << raw.bits) - 1) ^ mask)))
        new = Apply(raw, "<<", (convert(self.pattern(value, view.bits, node), raw), Literal(raw, view.shift)))
        both = Apply(raw, "|", (kept, new))
        return both if view.cell.type == raw else Bits(view.cell.type, both)

    def left_open(self, type: Integer, where: str, node: Any) -> Expression:
        """A value that C does not determine, told as such; `where` says more of it."""
        cell = self.temporary(type, self.spot(node).line, "open")
        cell.told = LEFT_OPEN + where
        return self.any_value(cell, node)

    def note_defined(self, node: Any) -> None:
        """Note an operation of the program that has a value here where C leaves it undefined."""
        self.defined = _earlier(self.defined, self._own_line(node))

    def _own_line(self, node: Any) -> int | None:
        """The line of a node of the program; None in a function of the standard library."""
        return None if any(f.standard for f in self.frames) else self.source.of(node)[0]

    def grant(self, node: Any) -> None:
        """Note an allocation that cannot fail, where the program asks for it."""
        self.granted = _earlier(self.granted, self.spot(node).line)

    def any_value(self, cell: Cell, node: Any, fetched: tuple[Fetched, ...] = ()) -> Expression:
        """A cell with any value from now on, as far as it is not `fetched`; a pointer that points nowhere."""
        if self.memory.is_pointer(cell):
            self.assign(cell, Literal(cell.type, WILD if cell.type is SELECTOR else 0), node)
            self.flow.end.about = Unset()
        else:
            self.flow.do(Havoc(cell, fetched), self.spot(node))
        return Read(cell)

    def require(self, condition: Expression, node: Any) -> None:
        """Runs where a condition is 0 end unseen."""
        good = self.flow.label()
        self.branch(condition, good, None, node)
        self.flow.place(good)

    def check(self, condition: Expression, node: Any, text: str, cause: str, about: About | None = None) -> None:
        """An assertion: the run fails where the condition is 0; `cause` as in `synth.transition.Place`, `about` as in `Node`."""
        good, bad = self.flow.label(), self.flow.label()
        bad.about = about
        self.branch(condition, good, bad, node)
        self.flow.place(bad)
        self.long.require_followed(node)
        self.flow.stop(Failure(self.spot(node, text), cause))
        self.flow.place(good)

    def fail(self, node: Any, text: str, cause: str) -> None:
        """The run fails here; told at the call of the innermost function whose business that is. `cause` as in `check`."""
        self.long.require_followed(node)
        for frame in reversed(self.frames):
            if (own(frame.name) in _REPORTING or frame.standard) and frame.site is not None:
                arguments = [shown(a) for a in frame.site.args.exprs] if frame.site.args is not None else []
                told = f"{shown(frame.site)}{IS_DEFINED}" if frame.standard else ", ".join(arguments)
                self.flow.stop(Failure(self.spot(frame.site, told), "undefined" if frame.standard else cause))
                return
        self.flow.stop(Failure(self.spot(node, text), cause))


def _earlier(*lines: int | None) -> int | None:
    """The least of the lines that there are."""
    return min((line for line in lines if line is not None), default=None)
