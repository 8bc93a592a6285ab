"""Functions that take a variable number of arguments (C11, 7.16).

As calls are inlined, the arguments of one are known. A `va_list` is the number of a call that is being inlined and the index of its
next argument, so that it may be copied, handed over and be a part of other objects. Where the next argument has another type, or
there is none, the behaviour is undefined: the run fails.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import DOUBLE, VOID, Floating, Integer, Pointer, Struct, Type
from synth.frontends.c.syntax.effects import changes, is_fixed
from synth.frontends.c.syntax.gnu import ARGUMENT, LIST
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import IS_DEFINED, Context
from synth.frontends.c.translation.memory import NULL, SELECTOR, Target
from synth.frontends.c.translation.scopes import Members, Reference, Scope

_PRINTING = {"vprintf": 0, "vfprintf": 1}
"""Functions that print the arguments of a list, and which of their own arguments is the format."""

_STORING = re.compile(r"%[-+ #0-9.*hlLqjzt]*n")
"""What has a function store how much was printed."""


@dataclass(frozen=True, eq=False)
class _Given:
    """An argument after the default argument promotions: its type, and its values as they were at the call."""

    type: Type
    values: Sequence[Expression] | Target


@dataclass(frozen=True, eq=False)
class _Call:
    """A call's arguments that no parameter is declared for; `number` is what a list of them holds."""

    scope: Scope
    number: int
    given: Sequence[_Given]


class Variadic:
    """Translates what speaks of argument lists within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._numbers: dict[tuple[int, ...], int] = {}
        self._calls: dict[int, _Call] = {}

    # -- calls --

    def passed(self, argument: Any) -> _Given:
        """An argument that no parameter is declared for (C11, 6.5.2.2 p6 and p7)."""
        context = self._context
        if context.pointers.points(argument):
            target = context.pointers.kept(context.pointers.target(argument), argument)
            return _Given(context.model.pointer(target.type), target)
        if context.places.is_struct(argument):
            type = context.pointers.type_of(argument)
            assert type is not None
            return _Given(type, [context.frozen(value, argument) for value in context.places.whole(argument)])
        value = typed.promote(context.values.value(argument), context.model)
        value = typed.convert(value, DOUBLE) if isinstance(value.type, Floating) else value
        return _Given(value.type, [context.frozen(value, argument)])

    def received(self, given: Sequence[_Given], scope: Scope, node: Any) -> None:
        """A call begins, its parameters declared in a scope, with these arguments besides."""
        number = self._numbers.setdefault(self._context.identity(node), len(self._numbers) + 1)
        self._calls[id(scope)] = _Call(scope, number, given)

    def returned(self, parameters: Sequence[Any], scope: Scope, node: Any) -> None:
        """A call ended: a list that was handed over, and of which an argument was taken, has no value any more (C11, 7.16 p3)."""
        for parameter, argument in zip(parameters, node.args.exprs if node.args is not None else (), strict=False):
            own = scope.names.get(getattr(parameter, "name", None) or "")
            if isinstance(own, Members) and own.type.tag == LIST and not changes(argument):
                if not is_fixed(argument):
                    self._context.source.refuse(argument, "a va_list that an index or a pointer chooses, for a function")
                index = own.parts["__index"]
                assert isinstance(index, Cell)
                before = self._part(argument, "__index")
                same = typed.arithmetic("==", Read(index), before, self._context.model)
                self._store(argument, "__index", typed.select(same, before, Literal(before.type, -1)), node)

    # -- lists --

    def is_list(self, node: Any) -> bool:
        """Whether an expression is a `va_list`."""
        type = self._context.pointers.type_of(node)
        return isinstance(type, Struct) and type.tag == LIST

    def _part(self, node: Any, name: str) -> Expression:
        """A member of a list, as it is now."""
        return self._context.frozen(self._context.places.read(_member(node, name)), node)

    def _store(self, list: Any, name: str, value: Expression, node: Any) -> None:
        places = self._context.places
        places.store(places.settled(places.find(_member(list, name)), node), value, node)

    def call(self, name: str, node: Any) -> Target | None:
        """va_start, va_arg, va_end or va_copy, by the name of gcc's builtin function; of va_arg where the argument lies."""
        source, arguments = self._context.source, node.args.exprs if node.args is not None else []
        if len(arguments) != (1 if name.endswith("end") else 2) or not self.is_list(arguments[0]):
            source.fail(node, f"{shown(node, 60)} is not given what it takes")
        if changes(arguments[0]):
            source.refuse(node, "a va_list whose evaluation changes something")
        match name.removeprefix("__builtin_va_"):
            case "start":
                own = self._calls.get(id(self._context.frames[-1].scope))
                if own is None:
                    source.fail(node, "va_start in a function that takes a fixed number of arguments")
                self._store(arguments[0], "__list", Literal(self._context.model.int, own.number), node)
                self._store(arguments[0], "__index", Literal(self._context.model.int, 0), node)
            case "copy":
                self._context.places.assignment(c_ast.Assignment("=", *arguments, node.coord))
            case "end":
                self._store(arguments[0], "__index", Literal(self._context.model.int, -1), node)
            case "next":
                return self._argument(arguments[0], arguments[1], node)
        return None

    def _argument(self, list: Any, pointer: Any, node: Any) -> Target:
        """Take the next argument; where it lies. `pointer` is an expression of the type of pointers to it."""
        context, flow = self._context, self._context.flow
        asked = context.pointers.type_of(pointer)
        assert isinstance(asked, Pointer)
        type = asked.target
        made = context.objects.made(type, "argument", node)
        region, position = context.memory.at(made)
        place = Target(type, Literal(SELECTOR, region.number), Literal(context.model.integer("long"), position), (region,))
        number, index, after = self._part(list, "__list"), self._part(list, "__index"), flow.label()
        active = (self._calls.get(id(frame.scope)) for frame in context.frames)
        for own in [call for call in active if call is not None]:
            for i, given in enumerate(own.given):
                if _suits(given.type, type):
                    here, other = flow.label(), flow.label()
                    context.branch(self._is_next(number, index, own.number, i), here, other, node)
                    flow.place(here)
                    self._give(place, made, given, node)
                    flow.jump(after)
                    flow.place(other)
        context.fail(node, f"va_arg({shown(list)}, {type}){IS_DEFINED}", "undefined")
        flow.place(after)
        self._store(list, "__index", typed.arithmetic("+", index, Literal(context.model.int, 1), context.model), node)
        return place

    def _is_next(self, number: Expression, index: Expression, call: int, position: int) -> Expression:
        """Whether a list is at an argument of a call."""
        model = self._context.model
        tests = [typed.arithmetic("==", own, Literal(model.int, value), model) for own, value in (
            (number, call), (index, position))]
        return typed.connective("&&", tests[0], tests[1], model)

    def _give(self, place: Target, made: Any, given: _Given, node: Any) -> None:
        """Assign an argument to the object that is to hold it."""
        if isinstance(made, Reference):
            assert isinstance(given.values, Target)
            self._context.pointers.bind(made, self._context.pointers.as_type(given.values, made.type.target, node), node)
        else:
            assert not isinstance(given.values, Target)
            self._context.places.assign_at(place, given.values, node)

    # -- printing --

    def prints(self, name: str) -> bool:
        """Whether a function prints the arguments of a list, and does nothing else that a program sees."""
        return name.removeprefix("__builtin_") in _PRINTING

    def printed(self, name: str, node: Any, arguments: Sequence[Any]) -> Sequence[Any]:
        """The arguments of such a function but the format and the list, which has no value any more.

        InputError where more than numbers and strings of the program's text may be read, or something may be stored.
        """
        source, place = self._context.source, _PRINTING[name.removeprefix("__builtin_")]
        if len(arguments) != place + 2 or not self.is_list(arguments[place + 1]) or changes(arguments[place + 1]):
            source.refuse(node, f"{shown(node, 60)}, which is not given what it takes")
        format = self._context.pointers.passed(self._context.model.pointer(self._context.model.integer("char")), arguments[place])
        if not _is_text(format) or any(_STORING.search(text) for text in map(self._context.strings.text, format.regions)):
            source.refuse(node, f"{name} with a format that is not known, or that has something stored")
        active = [self._calls[id(frame.scope)] for frame in self._context.frames if id(frame.scope) in self._calls]
        for given in (given for own in active for given in own.given):
            if isinstance(given.values, Target) and not _is_text(given.values):
                source.refuse(node, f"the function {name}, which nothing defines, with a pointer")
        self._store(arguments[place + 1], "__index", Literal(self._context.model.int, -1), node)
        return arguments[:place]


def _member(node: Any, name: str) -> Any:
    return c_ast.StructRef(node, ".", c_ast.ID(name, node.coord), node.coord)


def _is_text(target: Target) -> bool:
    """Whether a pointer is to strings of the program's text, or null."""
    return all(region.number == NULL or (region.root is not None and region.root.constant) for region in target.regions)


def _suits(given: Type, wanted: Type) -> bool:
    """Whether an argument may be read as one of a type (C11, 7.16.1.1 p2); as gcc has it, integers of one size go for each other,
    and pointers to void for all."""
    match given, wanted:
        case Integer(), Integer():
            return given.bits == wanted.bits and given.size == wanted.size
        case Pointer(one), Pointer(other):
            return one == other or VOID in (one, other) or all(isinstance(own, Integer) and own.size == 1 for own in (one, other))
    return given == wanted


def is_list_call(name: str) -> bool:
    """Whether a function is one of gcc's builtins for va_start and the like."""
    return name in ("__builtin_va_start", ARGUMENT, "__builtin_va_end", "__builtin_va_copy")
