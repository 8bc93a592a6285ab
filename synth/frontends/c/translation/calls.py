"""Function calls: what the file defines is inlined, what verifiers and the standard library give a meaning to has it here."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Call, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import (
    FLOAT,
    VOID,
    Array,
    Floating,
    Integer,
    Pointer,
    Scalar,
    Type,
)
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.allocation import ALLOCATING, FREEING
from synth.frontends.c.translation.context import Context, Frame, Jumps, Unknown
from synth.frontends.c.translation.definitions import definitions, standard
from synth.frontends.c.translation.memory import Target
from synth.frontends.c.translation.scopes import (
    Alias,
    Candidate,
    Object,
    Reference,
    Routine,
    Scope,
    Unreadable,
    cells_of,
)
from synth.frontends.c.translation.typenames import holds
from synth.frontends.c.translation.variadic import is_list_call


class Calls:
    """Translates calls within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def defined(self, name: str) -> bool:
        """Whether calls of the function are inlined."""
        meaning = self._meaning(name)
        return (isinstance(meaning, Routine) and meaning.definition is not None) or (
            (meaning is None or isinstance(meaning, Routine)) and standard(name))

    def harmless(self, name: str) -> bool:
        """Whether calls by the name neither change an object nor end the program; those of a pointer may."""
        meaning = self._context.scope.find(name)
        if self.defined(name) or not (meaning is None or isinstance(meaning, Routine)):
            return False
        return library.harmless(name) or name in self._context.unknowns

    def _routine(self, node: Any) -> Routine | None:
        """What is inlined for a call: a function of the file, or one of the standard library's."""
        name = node.name.name
        if not self.defined(name) or name in self._context.unknowns:
            return None
        meaning = self._meaning(name)
        return meaning if isinstance(meaning, Routine) and meaning.definition is not None else self._standard(node, meaning)

    def _meaning(self, name: str) -> Any:
        """What a name stands for; our definitions of the standard library mean that where they call it."""
        inside = bool(self._context.frames) and self._context.frames[-1].standard
        return None if inside and (library.kind_of(name) is not None or standard(name)) else self._context.scope.find(name)

    def _standard(self, node: Any, declared: Any) -> Routine:
        """A function of the standard library, by its name and, where there are several for a name, its arguments."""
        name, given = node.name.name, node.args.exprs if node.args is not None else []
        chosen = library.GENERIC.get(name, name)
        if chosen != name or name in library.GENERIC:
            over = given[-1:] if chosen == "__builtin_fpclassify" else given
            chosen += "f" if over and all(self._context.places.type_of(a) == FLOAT for a in over) else ""
        definition = definitions()[chosen]
        found = Routine(definition.decl.type, definition, standard=True)
        if isinstance(declared, Routine) and name not in library.GENERIC and not self._alike(declared, found):
            self._context.source.refuse(node, f"the function {name}, declared otherwise than the standard does")
        return found

    def _alike(self, declared: Routine, standard: Routine) -> bool:
        """Whether a declaration says of scalars what the standard does."""
        types = self._context.types
        with self._context.within(self._context.file):
            for own, other in itertools.zip_longest(declared.signature, standard.signature):
                if own is None or other is None:
                    return declared.declaration.args is None
                wanted, declares = types.resolve(other), types.resolve(own)
                if isinstance(wanted, (Integer, Floating)) and declares != wanted and not _holds_alike(declares, wanted):
                    return False
        return True

    def call(self, node: Any, wanted: Type | None = None) -> Expression | Target | Object | None:
        """The result of a call: an expression, a pointer, a struct object, or None where there is none.

        wanted   the type that allocated memory is wanted for, if that is said
        """
        node = self._context.generic.call(node)
        if not isinstance(node.name, c_ast.ID):
            return self._context.indirect.call(node)
        meaning = self._meaning(node.name.name)
        self._require_library(node)
        outside = meaning is None or (isinstance(meaning, Routine) and meaning.definition is None)
        if outside and (block := self._context.copying.call(node.name.name, node)) is not None:
            return block
        if is_list_call(node.name.name):
            return self._context.variadic.call(node.name.name, node)
        routine = self._routine(node)
        if routine is not None:
            heap = self._context.heap
            return heap.call(routine, node) if heap.means(routine) else self.inlined(routine, node)
        if node.name.name in self._context.unknowns:
            return self._sought(self._context.unknowns[node.name.name], node)
        if meaning is not None and not isinstance(meaning, Routine):
            return self._context.indirect.call(node)
        if node.name.name in (*ALLOCATING, *FREEING):
            return self._context.allocation.call(node.name.name, node, wanted)
        return self._context.known.call(node.name.name, node, meaning)

    def _sought(self, unknown: Unknown, node: Any) -> Expression:
        """The application of an ∃ function."""
        arguments = node.args.exprs if node.args is not None else []
        if len(arguments) != len(unknown.parameters):
            self._context.source.fail(node, f"{unknown.name} takes {_counted(len(unknown.parameters))}, given {len(arguments)}")
        values: list[Expression] = []
        for argument, value, type in zip(arguments, self._context.known.evaluated(arguments), unknown.parameters, strict=True):
            with self._context.refusing(argument):
                values.append(typed.convert(value, type))
        called = Call(unknown.type, unknown.name, tuple(values))
        return typed.unary("!", typed.unary("!", called, self._context.model), self._context.model) if unknown.predicate else called

    def _fails(self, routine: Routine) -> bool:
        """Whether a function that the file defines fails by its name all the same."""
        if routine.definition.decl.name not in library.NAMED:
            return False
        self._context.defines_failing = True
        return not self._context.runs_failing

    def nothing(self, returned: Any, scope: Scope, node: Any) -> Expression | Target | Object | None:
        """The result of a call that does not return, of a function with a type that is `returned`, as declared in a scope."""
        with self._context.within(scope):
            type = self._context.types.resolve(returned)
        return None if type == VOID else self.read(self._context.objects.nothing(type, node))

    def _require_library(self, node: Any) -> None:
        """A builtin may call the function of its name, which is not to be another one."""
        plain = self._context.scope.find(node.name.name.removeprefix("__builtin_"))
        if node.name.name.startswith("__builtin_") and isinstance(plain, Routine) and plain.definition is not None:
            self._context.source.refuse(node, f"{node.name.name} beside a definition of that function")

    def inlined(self, routine: Routine, node: Any) -> Expression | Target | Object | None:
        """The result of a call of a function of the file."""
        context = self._context
        name = routine.definition.decl.name
        if self._fails(routine):
            context.known.failing(name, node)
            return self.nothing(routine.declaration.type, context.file, node)
        if name in context.summarised:
            return context.recursion.summarised(routine, node)
        if sum(frame.name == name for frame in context.frames) > context.recursion.depth(routine):
            return context.recursion.too_deep(routine, node)
        inner = Scope(context.file)
        with context.calling(node):
            for parameter, values in self.arguments(routine, node):
                self.received(routine, parameter, values, inner, node)
            try:
                result = self._run(routine, node, inner)
            except InputError as error:
                if error.line is not None or not routine.standard:
                    raise
                context.source.fail(node, f"{error.message}, in {name}()")  # our library's text has no places
            context.variadic.returned(routine.parameters, inner, node)
        return self.read(result)

    def read(self, result: Object | None) -> Expression | Target | Object | None:
        """What the object that holds a result holds."""
        if isinstance(result, Reference):
            return self._context.pointers.read([Candidate(Literal(self._context.model.int, 1), result)])
        return Read(result) if isinstance(result, Cell) else result

    def entered(self, routine: Routine, wanted: Scalar | None = None) -> tuple[list[Cell], Object | None]:
        """Run a function from outside, its parameters any words: their cells, and what it returns, as type `wanted` if given."""
        context, inner, cells = self._context, Scope(self._context.file), list[Cell]()
        for parameter in self._fixed(routine, routine.definition):
            if _is_pointer(parameter) or self._is_open(parameter) or self._holds_pointers(parameter):
                inner.names[parameter.name] = Unreadable("what a pointer points to that comes from outside of the program")
            else:
                made = self._declared(parameter, inner)
                for cell in cells_of(made):
                    value = context.any_value(cell, parameter)
                    cells.append(cell)
                    if routine.definition.decl.name == "main" and wanted is None:  # argc (C11, 5.1.2.2.1)
                        self._context.known.between(value, 0, (1 << 31) - 1, parameter)
                if isinstance(made.type, Array) and parameter.name is not None:
                    inner.names[parameter.name] = self._begin_of(made, parameter, inner, routine.definition.body)
        return cells, self._run(routine, None, inner, wanted)

    def _holds_pointers(self, parameter: Any) -> bool:
        with self._context.within(self._context.file):
            return holds(self._context.types.resolve(parameter.type), lambda type: isinstance(type, Pointer))

    def _begin_of(self, array: Object, parameter: Any, inner: Scope, body: Any) -> Reference | Alias:
        """A parameter that is declared as an array: a pointer (C11, 6.7.6.3, 7), here to the begin of an array that has no name."""
        pointers, kind, unnamed = self._context.pointers, self._pointer(parameter), f" {parameter.name}"
        assert kind is not None
        inner.names[unnamed] = array
        with self._context.within(inner):
            target = pointers.passed(kind, c_ast.ID(unnamed, parameter.coord))
            return pointers.received(kind, parameter.name, target, body, parameter, inner)

    def _run(self, routine: Routine, site: Any, scope: Scope, wanted: Scalar | None = None) -> Object | None:
        """The body, its parameters declared in `scope`; the object that holds the result."""
        context = self._context
        name = routine.definition.decl.name
        with context.within(context.file):
            type = context.types.resolve(routine.declaration.type)
        result = None if type == VOID else context.objects.made(wanted or type, f"{name}_result", routine.definition)
        if result is not None and (root := context.memory.root(result)) is not None:
            root.passing = True
        for cell in cells_of(result) if result is not None else []:
            context.any_value(cell, routine.definition)
        self.body(routine, Frame(name, context.flow.label(), result, site, routine.jumps), scope)
        return result

    def body(self, routine: Routine, frame: Frame, scope: Scope) -> None:
        """Translate the body of a function, its parameters declared in `scope`."""
        context = self._context
        frame.standard, frame.scope, frame.repeated = routine.standard, scope, context.repeated
        context.frames.append(frame)
        with context.within(scope), context.jumping(Jumps()), context.repeating() if routine.jumps else contextlib.nullcontext():
            context.statements.begin_block(routine.definition.body)
            for statement in routine.definition.body.block_items or []:
                context.statements.run(statement)
        context.flow.jump(frame.leave)
        context.long.begin_statement()
        with context.repeating():
            context.statements.lead_gotos()
        context.frames.pop()
        context.flow.place(frame.leave)

    def arguments(self, routine: Routine, node: Any) -> list[tuple[Any, Any]]:
        """The parameters, with the values of a call's arguments; all that no parameter is declared for belong to the ellipsis."""
        context = self._context
        all_declared = routine.parameters
        open_ended = isinstance(all_declared[-1] if all_declared else None, c_ast.EllipsisParam)
        declared = all_declared[:-1] if open_ended else self._fixed(routine, node)
        given = node.args.exprs if node.args is not None else []
        if len(given) < len(declared) or (len(given) > len(declared) and not open_ended):
            least = f"{'at least ' if open_ended else ''}{_counted(len(declared))}"
            context.source.fail(node, f"{shown(node.name)} takes {least}, given {len(given)}")
        kinds = [self._pointer(parameter) for parameter in declared]
        passed = [self._passed(argument) if kind is None else context.pointers.passed(kind, argument)
                  for kind, argument in zip(kinds, given, strict=False)]
        found = list[tuple[Any, Any]](zip(declared, passed, strict=True))
        more = [context.variadic.passed(argument) for argument in given[len(declared):]]
        return [*found, (all_declared[-1], more)] if open_ended else found

    def received(self, routine: Routine, parameter: Any, values: Any, inner: Scope, node: Any,
                  alone: bool = False) -> None:
        """Declare a parameter with a value; one of a function's only body is an object `alone` for all calls."""
        context = self._context
        if isinstance(parameter, c_ast.EllipsisParam):
            return context.variadic.received(values, inner, node)
        if isinstance(values, Target):
            kind, name = self._pointer(parameter), parameter.name or "unnamed"
            assert kind is not None
            body = None if alone else routine.definition.body
            inner.names[name] = context.pointers.received(kind, name, values, body, parameter, inner)
            return None
        cells = cells_of(self._declared(parameter, inner))
        if len(values) != len(cells):
            context.source.fail(node, f"argument {parameter.name} has another type")
        with context.refusing(node):
            for cell, value in zip(cells, values, strict=True):
                context.assign(cell, typed.convert(value, cell.type), node)
        return None

    def _is_open(self, parameter: Any) -> bool:
        """Whether a parameter has a type that is called an array of no length, or a pointer."""
        type = self._named(parameter)
        return isinstance(type, Pointer) or (isinstance(type, Array) and type.length is None)

    def _fixed(self, routine: Routine, node: Any) -> list[Any]:
        """The parameters of a function that has as many as it is declared with."""
        declared = routine.parameters
        if len(declared) == 1 and self._is_nothing(declared[0]):
            return []
        if any(isinstance(p, c_ast.EllipsisParam) for p in declared):
            self._context.source.refuse(node, "functions with a variable number of arguments")
        return declared

    def _is_nothing(self, parameter: Any) -> bool:
        """Whether a parameter without a name is of a type that is called void."""
        named = isinstance(parameter, c_ast.Typename) and self._context.types.names(parameter.type, c_ast.IdentifierType)
        with self._context.within(self._context.file):
            return named and self._context.types.resolve(parameter.type) == VOID

    def _pointer(self, parameter: Any) -> Pointer | None:
        """The type of a parameter that is a pointer, also where it is declared as an array."""
        with self._context.within(self._context.file):
            if isinstance(parameter.type, (c_ast.ArrayDecl, c_ast.PtrDecl)):
                return self._context.types.pointer(parameter.type)
        named = self._named(parameter)
        return self._context.model.pointer(named.element) if isinstance(named, Array) else named

    def _named(self, parameter: Any) -> Array | Pointer | None:
        """The array or the pointer that is a parameter's type by a typedef; None for what is declared otherwise."""
        types = self._context.types
        with self._context.within(self._context.file):
            named = isinstance(parameter.type, c_ast.TypeDecl) and types.names(parameter.type, c_ast.ArrayDecl, c_ast.PtrDecl)
            type = types.resolve(parameter.type) if named else None
        return type if isinstance(type, (Array, Pointer)) else None

    def _passed(self, argument: Any) -> list[Expression]:
        """The values that an argument comes to, as they are now."""
        context = self._context
        values = context.places.whole(argument) if context.places.is_struct(argument) else [context.values.value(argument)]
        return [context.frozen(v, argument) for v in values]

    def _declared(self, parameter: Any, inner: Scope) -> Object:
        context = self._context
        with context.within(inner):
            type = context.types.name(parameter.type)
        made = context.objects.made(type, parameter.name or "unnamed", parameter, parameter.name or "", inner)
        context.objects.anew(made, inner, parameter)
        if parameter.name is not None:
            inner.names[parameter.name] = made
        return made


def _counted(arguments: int) -> str:
    return "1 argument" if arguments == 1 else f"{arguments} arguments"


def _holds_alike(a: Any, b: Any) -> bool:
    """Whether two types of integers have the same values, as `int` and `long` where both have 32 bits."""
    return isinstance(a, Integer) and isinstance(b, Integer) and (a.bits, a.signed) == (b.bits, b.signed)


def _is_pointer(parameter: Any) -> bool:
    type = parameter.type
    while isinstance(type, c_ast.ArrayDecl) and type.dim is not None:
        type = type.type
    return isinstance(type, (c_ast.PtrDecl, c_ast.ArrayDecl))
