"""Control-flow graphs: nodes that do one thing each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Union

from synth.frontends.c.expressions.expressions import Cell, Expression, Literal
from synth.frontends.c.preprocessing import headers

REMEMBERED = 2
"""How many elements of a long array are remembered, of those that were looked at last."""


@dataclass(frozen=True)
class Spot:
    """A place in the source, with its text as far as it says something; `origin` is where it is that an #include brings, and then
    line and column are those of the directive. `shape` is what pointers lead to there, where that is told."""

    line: int | None = None
    column: int | None = None
    text: str = ""
    origin: str = ""
    shape: str = ""

    @property
    def shipped(self) -> bool:
        """Whether it lies in a header that we bring along."""
        return self.origin.startswith(headers.FOLDER)


@dataclass(frozen=True, eq=False)
class Access:
    """An access to an element of a long array, of which only some elements are looked at: the node of the program's tree."""

    node: Any


@dataclass(frozen=True)
class Assign:
    """The cell gets the value; `access` is how it was found, where it is that of an element of a long array."""

    cell: Cell
    value: Expression
    access: Access | None = None


@dataclass(frozen=True)
class Fetched:
    """What a value is: that of an element of a long array, at `index`, where that is `inside` of the array, which may be checked
    only later. Of the array the element `followed` is followed, which is the one at the index that the cell `chosen` holds."""

    index: Expression
    inside: Expression
    chosen: Cell
    followed: Cell

    @property
    def read(self) -> tuple[Cell, ...]:
        """The cells whose values matter for it."""
        return (*self.index.cells, *self.inside.cells)


@dataclass(frozen=True)
class Look:
    """That an element of a long array is looked at, of which some are followed, at the indices that the cells `chosen` hold; or
    that it is `forgotten` which were looked at before; or that an `access` begins."""

    chosen: tuple[Cell, ...] = ()
    forgotten: bool = False
    access: Access | None = None


@dataclass(frozen=True)
class Drawn:
    """What a value is: what some node of a list holds. A word that tells of such a node could as well tell of another one: `when` a
    condition holds, the cells `by` could all have held what others hold now or, where there is no other, the value."""

    by: tuple[tuple[Cell, Cell | None], ...]
    when: Expression

    @property
    def read(self) -> tuple[Cell, ...]:
        """The cells whose values matter for it."""
        return (*(cell for own in self.by for cell in own if cell is not None), *self.when.cells)


@dataclass(frozen=True)
class Havoc:
    """The cell gets any value of its type; more may be known of it where it was `fetched`, for each element that is followed, or
    where it was `drawn` from a list."""

    cell: Cell
    fetched: tuple[Fetched, ...] = ()
    drawn: tuple[Drawn, ...] = ()

    @property
    def read(self) -> tuple[Cell, ...]:
        """The cells whose values matter for what is known of it."""
        return (*(cell for own in self.fetched for cell in own.read), *(cell for own in self.drawn for cell in own.read))


@dataclass(frozen=True)
class Branch:
    """To the first successor where the condition, a `_Bool`, is 1, to the second where it is 0. No second: such runs end unseen."""

    condition: Expression


@dataclass(frozen=True)
class Exit:
    """The program ends; `result` is what matters then."""

    result: Cell | None = None


@dataclass(frozen=True)
class Failure:
    """An assertion fails; `cause` as in `synth.transition.Place`."""

    spot: Spot
    cause: str


@dataclass(frozen=True)
class Extend:
    """So many new nodes of a list come behind the one that `value` is the number of, which depends on the cells that are `read`.
    All that have one `limit` make no more nodes together than an `int` counts; None where nothing sees to that. It is only there
    where lists have shapes."""

    value: Expression
    count: Expression
    limit: int | None
    read: tuple[Cell, ...]


Action = Union[Assign, Havoc, Branch, Exit, Failure, Extend, None]


@dataclass(eq=False)
class Node:
    """One step, and the nodes that may come next; `spot` is where it comes from. A node without an action joins paths, and may head
    the loop that its spot tells of.

    about   what a run that comes here does with memory, as `misuse` has it; None where nothing is to be told of it
    look    the element of a long array that is looked at here, or changed; None where none is
    scopes  of a step, the blocks around it and around the calls that go on there, the innermost first
    apart   whether edges end here though it heads no loop
    stated  whether what comes next is stated of all rounds of the loop around
    """

    action: Action = None
    successors: list[Node] = field(default_factory=list)
    spot: Spot | None = None
    number: int = -1
    about: Any = None
    look: Look | None = None
    scopes: tuple[Any, ...] = ()
    apart: bool = False
    stated: bool = False


class Flow:
    """A graph under construction: steps are appended at the current end, which may be unreachable.

    scopes  those of the steps to come, as in `Node`
    """

    def __init__(self) -> None:
        self.entry = Node()
        self.end = self.entry
        self.size = 0
        self.scopes: tuple[Any, ...] = ()
        self._ends: dict[Exit | Failure, Node] = {}

    def do(self, action: Action, spot: Spot | None = None) -> Node:
        """Append a step."""
        node = Node(action, spot=spot, scopes=self.scopes)
        self.end.successors.append(node)
        self.end = node
        self.size += 1
        return node

    def label(self, spot: Spot | None = None) -> Node:
        """A node to jump to, not yet in the graph."""
        return Node(spot=spot)

    def place(self, label: Node) -> None:
        """Go on at `label`, which the current end runs into."""
        self.jump(label)
        self.end = label

    def jump(self, label: Node) -> None:
        """Leave for `label`; what is appended next is unreachable until a label is placed."""
        self.end.successors.append(label)
        self.end = Node()

    def branch(self, condition: Expression, then: Node, otherwise: Node | None, spot: Spot | None = None) -> None:
        """Leave for one of two labels, by a condition of type `_Bool`."""
        if isinstance(condition, Literal) and (way := then if condition.value else otherwise) is not None:
            self.jump(way)
            return
        node = self.do(Branch(condition), spot)
        node.successors = [then] if otherwise is None else [then, otherwise]
        self.end = Node()

    def stop(self, action: Exit | Failure) -> None:
        """End the run. All ends that are alike are one node."""
        self.jump(self._ends.setdefault(action, Node(action)))


def reachable(entry: Node) -> Iterator[Node]:
    """Every node that can be reached, in depth-first order."""
    seen = {id(entry)}
    stack = [entry]
    while stack:
        node = stack.pop()
        yield node
        for after in reversed(node.successors):
            if id(after) not in seen:
                seen.add(id(after))
                stack.append(after)
