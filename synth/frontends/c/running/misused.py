"""What a run did wrong with memory, in words: which index is outside of what, where a block was freed, or was lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions.types import Integer, sizeof
from synth.frontends.c.load import Program
from synth.frontends.c.running.interpreted import Gone, Losing, Run, Unfollowed, loss_of, run_of
from synth.frontends.c.running.shared import Site
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.graph import Spot
from synth.frontends.c.translation.memory import NULL, WILD, Region, Root, Target
from synth.frontends.c.translation.misuse import Followed, Freed, Indexed, Kept
from synth.frontends.c.translation.pointers import ALIVE, ALLOCATED, CALLED
from synth.frontends.c.translation.scopes import Elements, Members, Object, View, cells_of
from synth.transition import Place

_LONGEST = 40
"""Characters of an expression, or of a string literal, that are told."""


def misused(program: Program, told: Sequence[tuple[Site, int]], always: Mapping[Site, int],
            failing: Sequence[Place]) -> tuple[int, str] | None:
    """At which of some places the run fails that gets some answers, as for `run_of`, and what it does wrong with memory; "" where
    that is not known. None where it is not known to fail at one of them.
    """
    try:
        run = run_of(program, told, always)
        failed = run.failed
        place = None if failed is None else next((p for p in failing if (p.line, p.origin, p.text, p.cause) == (
            failed.spot.line, failed.spot.origin, failed.spot.text, failed.cause)), None)
        return None if place is None else (place.number, _Words(program, run, told, always).wrong(place))
    except Unfollowed:
        return None


@dataclass(frozen=True)
class _Words:
    """What a run did, in words."""

    program: Program
    run: Run
    told: Sequence[tuple[Site, int]]
    always: Mapping[Site, int]

    def wrong(self, place: Place) -> str:
        """What the run does wrong at the place where it fails; "" where that is not known."""
        about = self.run.about
        match about:
            case Followed():
                return self.followed(about)
            case Indexed(_, index, arrays):
                found = next((own for condition, own in arrays if self.run.value(condition)), arrays[-1][1])
                return self.outside(self.run.value(index), self.of_object(found), found)
            case Freed():
                return self.freed(about)
            case Kept(root):
                return self.lost(root) if place.cause == "leak" else f"{self.allocated(root)} is not freed at the end"
        return ""

    # -- objects --

    def _at(self, spot: Spot) -> str:
        return spot.origin or self.program.source.files.told(spot.line)

    def _begin(self, root: Root) -> str:
        """Where an object is declared, or allocated."""
        if root.node is not None:
            return self._at(Spot(*self.program.source.of(root.node), "", self.program.source.told_origin(root.node)))
        cells = cells_of(root.object)
        return self._at(Spot(cells[0].line if cells else None))

    def of_root(self, root: Root) -> str:
        """A whole object: by its name, its text, or by the call that allocates it."""
        if root.alive is None:
            return root.name if len(root.name) <= _LONGEST else f"{root.name[:_LONGEST]}…"
        size = "" if (bytes := self._bytes(root)) is None else f"the {bytes} bytes of "
        return f"{size}{root.node.name.name} at {self._begin(root)}"

    def _bytes(self, root: Root) -> int | None:
        """How many bytes an object has that is allocated."""
        assert isinstance(root.object, Elements)
        return None if root.length is None else self.run.cells[root.length] * sizeof(root.object.type.element,
                                                                                     self.program.dialect.model)

    def allocated(self, root: Root) -> str:
        """A block, by the line that allocates it."""
        return f"memory allocated at {self._begin(root)}"

    def of_object(self, object: Object) -> str:
        """An object, or a part of one, with its lengths where it is an array."""
        for root in self.run.memory.roots():
            path = _path(root.object, object)
            if path is not None:
                return self._part(root, path, object)
        raise Unfollowed("an object that is not known")

    def _part(self, root: Root, path: str, object: Object) -> str:
        if root.alive is not None:
            whole = self.of_root(root)
            if object is root.object:
                assert isinstance(object, Elements)
                type = object.type.element
                own = "" if _is_byte(type) else f" ({type}[{self._count(root, object)}])"
                return whole + own
            return f"{path.removeprefix('[0]').removeprefix('.') or 'an element'}{self._lengths(root, object)} in {whole}"
        name = self.of_root(root)
        if isinstance(object, Elements) and path.endswith("]"):
            return f"{name}{path}, {self._count(root, object)} elements"
        return name if root.constant else f"{name}{path}{self._lengths(root, object)}"

    def _lengths(self, root: Root, object: Object) -> str:
        """The lengths of an array, as its declaration has them; "" for what is none."""
        found = ""
        while isinstance(object, Elements) and object.parts:
            found += f"[{self._count(root, object)}]"
            object = object.parts[0]
        return found

    def _count(self, root: Root, object: Elements) -> int:
        whole = object is root.object and root.length is not None
        return self.run.cells[root.length] if whole and root.length is not None else len(object.parts)

    def outside(self, index: int, of: str, object: Object) -> str:
        """That an index, which is that of a byte where the elements are bytes, is outside of an object."""
        type = object.type.element if isinstance(object, Elements) else object.type
        return f"{'offset' if _is_byte(type) and not of.endswith(']') else 'index'} {index} outside of {of}"

    # -- pointers --

    def followed(self, about: Followed) -> str:
        """What is wrong with a pointer that is followed."""
        name = shown(about.node.name, _LONGEST) if about.said == CALLED else _pointer(about.node)
        pointer, region = name or f"a pointer in {shown(about.node, _LONGEST)}", self.run.region(about.target)
        if region.number == NULL:
            return f"{pointer} is {'a ' if name else ''}null{' pointer' if name else ''}"
        if region.number == WILD:
            return self._nowhere(pointer, self.run.why_nowhere(about.target))
        if region.root is None:
            return f"{pointer} points to {self._without_object(region)}"
        match about.said:
            case _ if about.said == CALLED:
                return f"{pointer} points to {self.of_root(region.root)}, which is no function"
            case _ if about.said == ALIVE:
                return f"use of {self._declared(region.root)} after the end of its block"
            case _ if about.said == ALLOCATED:
                return f"{pointer} points to {self._freed(self.run.freed.get(region.root))}"
        return self._beyond(about.target, region)

    def _nowhere(self, pointer: str, why: Gone | None) -> str:
        """What is wrong with a pointer that points nowhere."""
        if why is None:
            return f"{pointer} points to no object"
        if why.root is None:
            return f"{pointer} has no value"
        if why.root.heap:
            return f"{pointer} points to {self._freed(why.freed)}"
        return f"use of {self._declared(why.root)} after the end of its block"

    def _declared(self, root: Root) -> str:
        return self.of_root(root) if root.alive is not None else f"{root.name} ({self._begin(root)})"

    def _without_object(self, region: Region) -> str:
        """Where a pointer points that points to no object, but to something."""
        if region.routine is not None:
            return "a function"
        address = self.run.memory.address_of(region)
        return "no object" if address is None else f"the address {address:#x}, where no object is"

    def _beyond(self, target: Target, region: Region) -> str:
        """Which element a pointer points to that there is not."""
        assert region.root is not None
        object, index = _whole(region), self.run.value(target.index)
        if object is not None:
            return self.outside(index, self.of_object(object), object)
        of = self.of_root(region.root)
        if region.type is not None and _is_byte(region.type):  # all bytes of an object
            size = sizeof(region.root.object.type, self.program.dialect.model)
            return f"offset {index} outside of {of}{'' if region.root.alive else f', {size} bytes'}"
        return f"index {index} outside of {of}"

    def freed(self, about: Freed) -> str:
        """What is wrong with a pointer whose object is to be freed."""
        name, region = about.node.name.name.removeprefix("__builtin_"), self.run.region(about.target)
        root = region.root
        if region.number == WILD:
            why = self.run.why_nowhere(about.target)
            if why is not None and why.root is None:
                return f"{name} of a pointer that has no value"
            if why is not None and why.root is not None and why.root.heap:
                return f"{name} of {self._freed(why.freed, 'already ')}"
            return f"{name} of a pointer to no object"
        if root is None:
            return f"{name} of {self._without_object(region)}"
        if not root.heap:
            return f"{name} of something that was not allocated ({self._name(root)}, {self._begin(root)})"
        if root.alive is not None and not self.run.cells[root.alive]:
            return f"{name} of {self._freed(self.run.freed.get(root), 'already ')}"
        size = 1 if region.type is None else sizeof(region.type, self.program.dialect.model)
        return f"{name} of a pointer to offset {region.start + size * self.run.value(about.target.index)} of {self.of_root(root)}"

    def _freed(self, at: Spot | None, already: str = "") -> str:
        return f"an object {already}freed{'' if at is None or at.line is None else f' at {self._at(at)}'}"

    def _name(self, root: Root) -> str:
        return str(root.node.name.name) if root.alive is not None else self.of_root(root)

    # -- memory that is lost --

    def lost(self, root: Root) -> str:
        """Where the last pointer to a block goes."""
        loss = loss_of(self.program, self.told, self.always, root)
        where = ""
        if loss is not None and loss.how is Losing.END:
            where = " at the end"
        elif loss is not None and loss.spot is not None:
            where = f"{' as a block is left after' if loss.how is Losing.LEFT else ' at'} {self._at(loss.spot)}"
        return f"{self.allocated(root)} is lost{where}"


def _is_byte(type: Any) -> bool:
    return isinstance(type, Integer) and type.bits == 8


def _pointer(node: Any) -> str:
    """What the pointer is called that a node follows; "" where a function does that."""
    match node:
        case c_ast.UnaryOp(op="*"):
            return shown(node.expr, _LONGEST)
        case c_ast.StructRef(type="->") | c_ast.ArrayRef():
            return shown(node.name, _LONGEST)
    return ""


def _whole(region: Region) -> Object | None:
    """The array that a region has the elements of, or its only object; None where it is another reading of some bytes."""
    assert region.root is not None
    alike = [r for r in region.root.regions if (r.start, len(r.parts)) == (region.start, len(region.parts))]  # of another sign
    waiting: list[Object] = [region.root.object]
    while waiting:
        own = waiting.pop()
        if any(_first(own, r) is r.parts[0] for r in alike):
            return own
        waiting.extend(part for _, part in _parts(own))
    return None


def _first(own: Object, region: Region) -> Object:
    """The first object of the type of a region's elements in an array, which may be one of arrays; another object is itself."""
    while isinstance(own, Elements) and own.parts and own.type != region.type:
        own = own.parts[0]
    return own


def _path(whole: Object, part: Object) -> str | None:
    """What is put behind the name of an object for a part of it; None where it is no part."""
    waiting = [(whole, "")]
    while waiting:
        own, path = waiting.pop()
        if own is part:
            return path
        waiting += [(inner, path + step) for step, inner in _parts(own)]
    return None


def _parts(own: Object) -> Iterator[tuple[str, Object]]:
    """The parts of an object, each with what is put behind the name of the whole; members of one without a name have its own."""
    if isinstance(own, Elements):
        yield from ((f"[{i}]", part) for i, part in enumerate(own.parts))
    elif isinstance(own, (Members, View)):
        yield from (("" if name.isdigit() else f".{name}", part) for name, part in own.parts.items())
