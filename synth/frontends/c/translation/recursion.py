"""Functions that call themselves.

Their calls are inlined to a depth, beyond which a run comes to a limit. For what is to be shown of all runs there is another
reading, of more runs than there are: all calls of such a function share one body. A call either goes on there, and never returns,
or it is passed over, and has returned anything, with anything changed that the body may change. So a run that fails in a call,
however deep that is, or that does not end, is among them: a rank over the parameters falls from each call to those within it. What
a call may have returned and changed is what its contract says (`contracts`), which is open here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions.expressions import Cell, Expression
from synth.frontends.c.expressions.typed import convert
from synth.frontends.c.expressions.types import BOOL, VOID, Pointer, Type
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.translation.context import Context, Frame
from synth.frontends.c.translation.contracts import Contracts
from synth.frontends.c.translation.graph import Assign, Extend, Failure, Flow, Havoc, Node, reachable
from synth.frontends.c.translation.memory import Target
from synth.frontends.c.translation.scopes import Elements, Members, Object, Routine, Scope, View, cells_of
from synth.frontends.c.translation.typenames import holds
from synth.transition import FOLLOWED

_DEPTHS = (12, 24, 6, 3)
"""How many calls of a function within each other are followed, by how many it makes of itself; the last is for more."""


@dataclass(frozen=True, eq=False)
class _Gap:
    """A place in the graph where steps are put in later: between two nodes."""

    begin: Node
    end: Node

    @classmethod
    def at(cls, flow: Flow) -> _Gap:
        """One at the end of a graph, which goes on behind it."""
        begin = flow.do(None)
        flow.end = flow.label()
        begin.successors.append(flow.end)
        return cls(begin, flow.end)


@dataclass(frozen=True, eq=False)
class _Passed:
    """A call that is passed over: where it changes anything, the values of its parameters, and the cells of its result."""

    gap: _Gap
    given: list[Expression]
    results: list[Cell]


@dataclass(eq=False)
class _Body:
    """The only body of a function that calls itself: where it begins, the scope of its parameters, the blocks that all its calls
    are within, and the calls that are passed over; once it is finished, what it does first and last, and its result."""

    routine: Routine
    entry: Node
    scope: Scope
    around: list[Scope]
    finished: bool = False
    passed: list[_Passed] = field(default_factory=list)
    first: _Gap | None = None
    last: _Gap | None = None
    results: list[Cell] = field(default_factory=list)
    parameters: list[Cell] = field(default_factory=list)


class Recursion:
    """Translates calls of functions within calls of them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.contracts = Contracts(context)
        self._depths: dict[str, int] = {}
        self._bodies: dict[str, _Body] = {}

    def depth(self, routine: Routine) -> int:
        """How many calls of a function within each other are followed: fewer where each makes several."""
        name = routine.definition.decl.name
        if name not in self._depths:
            within = [n for n in parts(routine.definition.body) if isinstance(n, c_ast.FuncCall) and isinstance(n.name, c_ast.ID)]
            self._depths[name] = _DEPTHS[min(sum(n.name.name == name for n in within), len(_DEPTHS) - 1)]
        return self._depths[name]

    def too_deep(self, routine: Routine, node: Any) -> Expression | Target | Object | None:
        """The result of a call that is not followed any more: a run that comes there is beyond the limits."""
        context, name = self._context, routine.definition.decl.name
        context.deep.add(name)
        said = f"at most {self.depth(routine) + 1} calls of {name} within each other"
        context.flow.stop(Failure(context.spot(node, said), "limit"))
        type = self._returned(routine)
        return None if type == VOID else context.calls.read(context.objects.nothing(type, node))

    def _returned(self, routine: Routine) -> Type:
        with self._context.within(self._context.file):
            return self._context.types.resolve(routine.declaration.type)

    def summarised(self, routine: Routine, node: Any) -> Expression | Target | Object | None:
        """A call that either goes on in the function's only body, or is passed over."""
        context, flow, name = self._context, self._context.flow, routine.definition.decl.name
        if routine.declaration.args is not None and isinstance(routine.declaration.args.params[-1], c_ast.EllipsisParam):
            context.source.refuse(node, f"a variable number of arguments of {name}, which calls itself")
        body = self._body_of(routine, node)
        with context.calling(node):
            arguments = context.calls.arguments(routine, node)
        into, over = flow.label(), flow.label()
        context.branch(context.left_open(BOOL, FOLLOWED.format(name), node), into, over, node)
        flow.place(into)
        with context.calling(routine.definition, alone=True):
            for parameter, values in arguments:
                context.calls.received(routine, parameter, values, body.scope, node, alone=True)
        flow.jump(body.entry)
        flow.place(over)
        given = self._given(body, arguments)
        type = self._returned(routine)
        if type == VOID:
            body.passed.append(_Passed(_Gap.at(flow), given, []))
            return None
        if holds(type, lambda own: isinstance(own, Pointer)):  # any value would be no object's
            context.source.refuse(node, f"a pointer from {name}, which calls itself")
        made = context.objects.made(type, f"{name}_result", node)
        for cell in cells_of(made):
            context.any_value(cell, node)
        body.passed.append(_Passed(_Gap.at(flow), given, cells_of(made)))
        return context.calls.read(made)

    def _given(self, body: _Body, arguments: list[tuple[Any, list[Expression] | Target]]) -> list[Expression]:
        """The values of the parameters of a body that are no pointers, in a call; its parameters are known then."""
        found: list[Expression] = []
        body.parameters = []
        for parameter, values in arguments:
            if not isinstance(values, Target) and parameter.name is not None:
                made = body.scope.names[parameter.name]
                assert isinstance(made, (Cell, Elements, Members, View))
                cells = cells_of(made)
                body.parameters += cells
                found += [convert(value, cell.type) for cell, value in zip(cells, values, strict=True)]
        return found

    def _body_of(self, routine: Routine, node: Any) -> _Body:
        """The body of a function, which is called here: it is within no block that this call is not within."""
        context, name = self._context, routine.definition.decl.name
        here = list(dict.fromkeys(scope for inner in (context.scope, *context.around) for scope in inner.chain()))
        if name not in self._bodies:
            self._bodies[name] = _Body(routine, context.flow.label(context.spot(routine.definition)), Scope(context.file), here)
        body = self._bodies[name]
        common = [scope for scope in body.around if scope in here]
        if body.finished and len(common) < len(body.around):
            context.source.refuse(node, f"calls of {name}, which calls itself, from different blocks")
        body.around = common
        return body

    def finish(self) -> None:
        """Translate the bodies that calls go on in; what they change is anything where such a call returns."""
        done: set[str] = set()
        while waiting := [name for name in self._bodies if name not in done]:
            done.add(waiting[0])
            self._finish(self._bodies[waiting[0]])
        for body in self._bodies.values():
            self._require_own(body)
        shared = self._shared() if self._bodies else set()
        changed = {name: [cell for cell in _assigned(body.entry) if cell in shared] for name, body in self._bodies.items()}
        for name, body in self._bodies.items():
            self._contract(name, body, changed[name])

    def _shared(self) -> set[Cell]:
        """The cells that calls see of each other: not those of variables of a body, of which each call has its own."""
        roots = [root for root in self._context.memory.roots() if root.lasting or root.heap or root.within is None]
        own = (cell for root in roots for cell in (root.alive, root.length, *root.slots) if cell is not None)
        return {*cells_of(*(root.object for root in roots)), *own}

    def _contract(self, name: str, body: _Body, changed: list[Cell]) -> None:
        """Let calls that are passed over change some cells, as the contract says that the body keeps."""
        contracts, flow, spot = self.contracts, self._context.flow, self._context.spot(body.routine.definition)
        contracts.add(name, body.parameters, changed, body.results, spot)
        for passed in body.passed:
            with self._filling(passed.gap):
                before = [*passed.given, *contracts.kept(name, (), spot)]
                for cell in changed:
                    flow.do(Havoc(cell), spot)
                self._context.long.passed_over()
                contracts.assume(name, before, passed.results, spot)
        if body.first is not None and body.last is not None:
            with self._filling(body.first):
                before = contracts.kept(name, body.parameters, spot)
            with self._filling(body.last):
                contracts.show(name, before, spot)

    @contextlib.contextmanager
    def _filling(self, gap: _Gap) -> Iterator[None]:
        """Put what is appended meanwhile into a gap."""
        gap.begin.successors.clear()
        self._context.flow.end = gap.begin
        yield
        self._context.flow.jump(gap.end)

    def _finish(self, body: _Body) -> None:
        context, flow, definition, type = self._context, self._context.flow, body.routine.definition, self._returned(body.routine)
        flow.end = flow.label()
        flow.place(body.entry)
        body.finished, body.first = True, _Gap.at(flow)
        before, context.around = context.around, [*context.around, *body.around]
        with context.calling(definition, alone=True), context.repeating():
            result = None if type == VOID else context.objects.made(type, f"{definition.decl.name}_value", definition)
            frame = Frame(definition.decl.name, flow.label(), result, None, body.routine.jumps)
            context.calls.body(body.routine, frame, body.scope)
        context.around = before
        body.results = [] if result is None else cells_of(result)
        body.last = _Gap.at(flow)

    def require_known(self, target: Target, node: Any) -> None:
        """Refuse to follow, in a function's only body, a pointer to a variable of a block that not all calls are within."""
        context = self._context
        if context.body is not None and any(region.parts and context.was_left(region.root) for region in target.regions):
            context.source.refuse(node, "pointers to variables of several callers of a function that calls itself")

    def _require_own(self, body: _Body) -> None:
        """Refuse pointers to variables of a function that has one body for all its calls: each call has variables of its own."""
        context, definition = self._context, body.routine.definition
        for reference in context.memory.references():
            for region in context.memory.held(reference.selector):
                root = region.root
                if root is not None and root.within is definition and not (root.lasting or root.heap):
                    context.source.refuse(definition, "pointers to variables of a function that calls itself")

    def again(self) -> None:
        """Forget the bodies of the last translation."""
        self._bodies.clear()
        self.contracts.again()


def _assigned(entry: Node) -> list[Cell]:
    """The cells that are assigned from a node on, and all that tell of nodes of lists where some lists are made longer."""
    found: dict[Cell, None] = {}
    for node in reachable(entry):
        match node.action:
            case Assign(cell) | Havoc(cell):
                found[cell] = None
            case Extend(read=read):
                found |= dict.fromkeys(read)
    return list(found)
