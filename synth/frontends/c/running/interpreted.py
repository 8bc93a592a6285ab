"""A program's graph run step by step with given answers, as the compiled program is: what its memory holds where an assertion
fails, and how it came to that.

What a run did with memory before it fails is not in the states of the transition system: those hold what matters later, and no
lines. The graph has all of it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from synth.frontends.c.expressions.compiled import compiled
from synth.frontends.c.expressions.expressions import Apply, Cell, Convert, Expression, Literal, Read, postorder
from synth.frontends.c.expressions.meaning import Undefined, evaluate, of_pattern
from synth.frontends.c.load import Program
from synth.frontends.c.lowering.readings import reading_of
from synth.frontends.c.running.instrument import site_of
from synth.frontends.c.running.shared import Site
from synth.frontends.c.translation.graph import Assign, Branch, Failure, Havoc, Node, Spot
from synth.frontends.c.translation.memory import SELECTOR, WILD, Memory, Region, Root, Target
from synth.frontends.c.translation.misuse import About, Renewed, Unset
from synth.frontends.c.translation.scopes import Alias, Scope

MOST = 3_000_000
"""What a run may come to, in steps of the graph and in parts of the expressions that are evaluated there: a few seconds."""

_OFTEN, _PLAIN, _COMPILING = 8, 10, 60
"""How often an expression is evaluated until it is compiled; how much more of a part is spent before, and to compile it."""


class Unfollowed(Exception):
    """A run that is too long, or that asks otherwise than was expected."""


class Cells(dict[Cell, int]):
    """What cells hold. What one holds that nothing was assigned to matters in no run: a pointer points nowhere, a number is 0."""

    def __missing__(self, cell: Cell) -> int:
        return WILD if cell.type is SELECTOR else 0


@dataclass(frozen=True)
class Gone:
    """Why a pointer leads nowhere: the object that it pointed to began anew, and where that had been freed; without an object, the
    pointer never got a value.
    """

    root: Root | None = None
    freed: Spot | None = None


class Losing(enum.Enum):
    """How the last pointer to a block of memory goes."""

    ASSIGNED = "it gets another value, or there never was one"
    LEFT = "its block is left"
    END = "the program ends"


@dataclass(frozen=True)
class Loss:
    """Where and how a block of memory is lost: by a step, or after it; None where it is not known."""

    spot: Spot | None
    how: Losing


class _Known:
    """An expression that was evaluated: one that often is, is compiled. `cost` is what the next time comes to."""

    def __init__(self, expression: Expression) -> None:
        self._expression, self._times = expression, 0
        self._function: Callable[[Mapping[Cell, int]], int] | None = None
        self._size = sum(1 for _ in postorder(expression))
        self.cost = _PLAIN * self._size

    def value(self, cells: Cells) -> int:
        """Its value."""
        if self._function is not None:
            self.cost = self._size
            return self._function(cells)
        self._times += 1
        if self._times == _OFTEN:
            self._function, self.cost = compiled(self._expression), _COMPILING * self._size
        return evaluate(self._expression, cells)


@dataclass(repr=False)
class Run:
    """A run, as far as it has come.

    cells   what they hold
    freed   where blocks were freed last
    gone    why pointers point nowhere, by their selectors, as far as that is known
    about   what the last check was about that failed
    failed  the assertion that fails in the end
    spent   what the expressions came to
    """

    memory: Memory
    cells: Cells = field(default_factory=Cells)
    freed: dict[Root, Spot | None] = field(default_factory=dict)
    gone: dict[Cell, Gone] = field(default_factory=dict)
    about: About | None = None
    failed: Failure | None = None
    spent: int = 0
    _known: dict[Expression, _Known] = field(default_factory=dict)

    def value(self, expression: Expression) -> int:
        """The value of an expression now."""
        if isinstance(expression, Literal):
            return expression.value
        if isinstance(expression, Read):
            return self.cells[expression.cell]
        known = self._known.get(expression)
        if known is None:
            known = self._known[expression] = _Known(expression)
        self.spent += known.cost
        return known.value(self.cells)

    def region(self, target: Target) -> Region:
        """The region that a pointer points into."""
        return self.memory.regions[self.value(target.selector)]

    def why_nowhere(self, target: Target) -> Gone | None:
        """Why a pointer points nowhere; None where that is not known."""
        if isinstance(target.selector, Literal) and target.holder is not None:  # it never points anywhere
            return self.gone.get(target.holder)
        return self._why(target.selector)

    def _why(self, selector: Expression) -> Gone | None:
        match selector:
            case Read(cell):
                return self.gone.get(cell)
            case Convert():
                return self._why(selector.operand)
            case Apply(operator="?:"):
                condition, then, otherwise = selector.operands
                return self._why(then if self.value(condition) else otherwise)
        return None

    def assign(self, cell: Cell, value: Expression, node: Node) -> None:
        """Give a cell the value of an expression."""
        if cell.type is SELECTOR:
            self._point(cell, value, node)
        else:
            self.cells[cell] = self.value(value)

    def _point(self, cell: Cell, value: Expression, node: Node) -> None:
        before, number = self.cells[cell], self.value(value)
        why: Gone | None = None
        if number == WILD and isinstance(node.about, Unset):
            why = Gone()
        elif number == WILD and isinstance(node.about, Renewed) and before != WILD:
            why = Gone(node.about.root, self.freed.get(node.about.root))
        elif number == WILD:
            why = self._why(value)
        self.cells[cell] = number
        self.gone.pop(cell, None)
        if why is not None:
            self.gone[cell] = why


class _Answers:
    """What a program is answered, in the order in which it asks."""

    def __init__(self, told: Sequence[tuple[Site, int]], always: Mapping[Site, int]) -> None:
        self._told, self._always, self._next = told, always, 0
        while self._next < len(told) and told[self._next][0][1] is None:  # no place asks: a cell to which nothing was assigned yet
            self._next += 1

    def of(self, site: Site) -> int:
        """The answer at a site. Unfollowed where there is none."""
        if self._next < len(self._told):
            expected, value = self._told[self._next]
            if expected != site:
                raise Unfollowed
            self._next += 1
            return value
        if site not in self._always:
            raise Unfollowed
        return self._always[site]


class _Watch:
    """Looks after each step whether a pointer leads to a block."""

    def __init__(self, run: Run, root: Root) -> None:
        self._run, self._root = run, root
        self._within: dict[Root, list[Cell]] = {}
        for cell, own in run.memory.pointers():
            self._within.setdefault(own, []).append(cell)
        self._scopes: tuple[Scope, ...] = ()
        self._spot: Spot | None = None
        self._reached = self._allocated = False
        self.loss: Loss | None = None

    def before(self, node: Node) -> None:
        """A step is to be made, maybe of another block."""
        if node.scopes is not self._scopes:
            self._scopes = node.scopes
            self._look(self._spot, Losing.LEFT if len(node.scopes) > 1 else Losing.END)

    def behind(self, node: Node) -> None:
        """A step was made."""
        spot = node.spot if node.spot is not None and node.spot.line is not None else None
        alive = self._root.alive is not None and bool(self._run.cells[self._root.alive])
        if alive and not self._allocated:
            self._reached, self.loss = False, Loss(spot, Losing.ASSIGNED)
        self._allocated, self._spot = alive, spot or self._spot
        if isinstance(node.action, Assign) and node.action.cell.type is SELECTOR:
            self._look(spot, Losing.ASSIGNED)

    def end(self) -> Loss | None:
        """How the block was lost, in a run that ends now; None where it was not, as far as can be told."""
        self._scopes = self._scopes[-1:]
        self._look(None, Losing.END)
        return None if self._reached else self.loss

    def _look(self, spot: Spot | None, how: Losing) -> None:
        """See whether the block is reached now."""
        if self._allocated:
            reached = self._is_reached(self._scopes)
            if self._reached and not reached:
                self.loss = Loss(spot, how)
            self._reached = reached

    def _is_reached(self, scopes: tuple[Scope, ...]) -> bool:
        living = {id(scope): scope for inner in scopes for scope in inner.chain()}
        seen = {own for own in self._within if own.lasting or (own.scope is not None and id(own.scope) in living)}
        found = [root for scope in living.values() for root in self._held_by_aliases(scope)]
        found += [root for own in seen for root in self._led_to(own)]
        while found:
            root = found.pop()
            if root is self._root:
                return True
            if root.heap and root not in seen and root.alive is not None and self._run.cells[root.alive]:
                seen.add(root)
                found += self._led_to(root)
        return False

    def _led_to(self, own: Root) -> Iterator[Root]:
        """The objects that pointers in an object lead to."""
        for cell in self._within.get(own, ()):
            root = self._run.memory.regions[self._run.cells[cell]].root
            if root is not None:
                yield root

    def _held_by_aliases(self, scope: Scope) -> Iterator[Root]:
        """The objects that pointers of a scope lead to that are no objects themselves."""
        for meaning in list(scope.names.values()):
            if isinstance(meaning, Alias) and isinstance(meaning.target, Target):
                root = self._run.region(meaning.target).root
                if root is not None:
                    yield root


def run_of(program: Program, told: Sequence[tuple[Site, int]], always: Mapping[Site, int]) -> Run:
    """The run of a program to its failing assertion, or its end, with answers for what it asks, in order; `always` has those for
    when these are used up. Unfollowed where it is too long, or does not ask for what is told.
    """
    return _followed(program, told, always, None)[0]


def loss_of(program: Program, told: Sequence[tuple[Site, int]], always: Mapping[Site, int], root: Root) -> Loss | None:
    """How a block is lost in a run, as `run_of`; None where it is not, as far as can be told."""
    watch = _followed(program, told, always, root)[1]
    return None if watch is None else watch.end()


def _followed(program: Program, told: Sequence[tuple[Site, int]], always: Mapping[Site, int],
              watched: Root | None) -> tuple[Run, _Watch | None]:
    if program.graph is None or program.memory is None:
        raise Unfollowed
    run, answers = Run(program.memory), _Answers(told, always)
    watch = None if watched is None else _Watch(run, watched)
    blocks = {root.alive: root for root in run.memory.roots() if root.alive is not None}
    node = program.graph
    for steps in range(MOST):
        if node.action is None:
            run.about = node.about or run.about  # what is told at a label is of a check that fails
            if not node.successors:
                return run, watch
            node = node.successors[0]
            continue
        if run.spent + steps > MOST:
            break
        if watch is not None:
            watch.before(node)
        try:
            after = _step(node, run, answers, blocks)
        except Undefined:
            raise Unfollowed from None
        if after is None:
            return run, watch
        if watch is not None:
            watch.behind(node)
        node = after
    raise Unfollowed


def _step(node: Node, run: Run, answers: _Answers, blocks: Mapping[Cell, Root]) -> Node | None:
    """Make a step: the node behind it, None where the run ends."""
    action = node.action
    if isinstance(action, Branch):
        way = 0 if run.value(action.condition) else 1
        return node.successors[way] if way < len(node.successors) else None
    if isinstance(action, Assign):
        cell = action.cell
        if cell in blocks and run.cells[cell] and not run.value(action.value):
            run.freed[blocks[cell]] = node.spot
        run.assign(cell, action.value, node)
    elif isinstance(action, Havoc):
        cell = action.cell
        run.cells[cell] = of_pattern(cell.type, answers.of(site_of(reading_of(cell, node.spot, None))))
    else:
        run.failed = action if isinstance(action, Failure) else None
        return None
    return node.successors[0] if node.successors else None
