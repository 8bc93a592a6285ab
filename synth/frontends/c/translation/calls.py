"""Function calls: what the file defines is inlined, what verifiers and the standard library give a meaning to has it here."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.evaluation.floats import float_format
from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Call, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import (
    DOUBLE,
    FLOAT,
    VOID,
    Array,
    Floating,
    Integer,
    Pointer,
    Scalar,
    Type,
    sizeof,
)
from synth.frontends.c.preprocessing import headers
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import changes, is_null
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.allocation import ALLOCATING, FREEING
from synth.frontends.c.translation.context import Context, Frame, Jumps, Undefined, Unknown
from synth.frontends.c.translation.definitions import definitions, standard
from synth.frontends.c.translation.graph import Exit
from synth.frontends.c.translation.memory import Target
from synth.frontends.c.translation.scopes import (
    Alias,
    Candidate,
    Global,
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
        meaning = self._context.scope.find(name)
        if isinstance(meaning, Routine) and meaning.definition is not None:
            return name not in library.FAILING or self._context.runs_failing
        return (meaning is None or isinstance(meaning, Routine)) and standard(name)

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
        meaning = self._context.scope.find(name)
        return meaning if isinstance(meaning, Routine) and meaning.definition is not None else self._standard(node, meaning)

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
        meaning = self._context.scope.find(node.name.name)
        if node.name.name in library.FAILING and isinstance(meaning, Routine) and meaning.definition is not None:
            self._context.defines_failing = True
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
        return self._known(node.name.name, node, meaning)

    def _sought(self, unknown: Unknown, node: Any) -> Expression:
        """The application of an ∃ function."""
        arguments = node.args.exprs if node.args is not None else []
        if len(arguments) != len(unknown.parameters):
            self._context.source.fail(node, f"{unknown.name} takes {_counted(len(unknown.parameters))}, given {len(arguments)}")
        values: list[Expression] = []
        for argument, value, type in zip(arguments, self._evaluated(arguments), unknown.parameters, strict=True):
            with self._context.refusing(argument):
                values.append(typed.convert(value, type))
        called = Call(unknown.type, unknown.name, tuple(values))
        return typed.unary("!", typed.unary("!", called, self._context.model), self._context.model) if unknown.predicate else called

    def _known(self, name: str, node: Any, routine: Routine | None) -> Expression | None:
        arguments = node.args.exprs if node.args is not None else []
        if self._context.variadic.prints(name):
            arguments = self._context.variadic.printed(name, node, arguments)
        if name in library.FAILING:
            said = name != "reach_error" and arguments and isinstance(arguments[0], c_ast.Constant)
            self._context.fail(node, arguments[0].value.strip('"') if said else f"{name}()",
                               library.cause(name))
        elif name in library.ASSERTIONS or name in library.ASSUMPTIONS:
            self._conditional(name in library.ASSERTIONS, node, arguments, routine)
        elif name in library.ENDS:
            self._evaluated(arguments)
            if name in library.EXITS:
                self._context.allocation.require_freed(within=True)
            self._context.flow.stop(Exit())
        elif name == library.SYMBOLIC:
            self._symbolic(node, arguments)
        elif library.refused(name):
            self._context.source.refuse(node, f"the function {name}")
        elif name in (*library.INFINITE, *library.NOT_A_NUMBER):
            return _number(name)
        elif library.computes(name):
            if len(arguments) != 2:
                self._context.source.fail(node, f"{name} takes 2 arguments, given {len(arguments)}")
            return typed.convert(self._evaluated(arguments)[0], self._context.model.integer("long"))
        else:
            return self._unknown(name, node, arguments, routine)
        return None

    def _conditional(self, asserted: bool, node: Any, arguments: Any, routine: Routine | None) -> None:
        if not arguments or (len(arguments) > 1 and not all(_is_string(a) for a in arguments[1:])):
            self._context.source.fail(node, f"{shown(node.name)} takes one condition")
        flow = self._context.flow
        good, bad = flow.label(), flow.label()
        type = None if routine is None else library.condition(routine.declaration)
        given = arguments[0] if type is None or self._fits(arguments[0], type) else _converted(arguments[0], type)
        if not asserted:
            return self._assumed(given)
        self._context.values.condition(given, good, bad)
        flow.place(bad)
        self._context.fail(node, shown(arguments[0]), library.cause(node.name.name))
        flow.place(good)
        return None

    def _symbolic(self, node: Any, arguments: Any) -> None:
        """Any value for a variable of an arithmetic type, or for each element of an array of such."""
        context = self._context
        if len(arguments) != 3 or not _is_string(arguments[2]):
            context.source.fail(node, f"{library.SYMBOLIC} takes an address, a size and a name")
        place = arguments[0].expr if isinstance(arguments[0], c_ast.UnaryOp) and arguments[0].op == "&" else arguments[0]
        type = context.places.type_of(place)
        if not isinstance(type.element if isinstance(type, Array) else type, (Integer, Floating)):
            context.source.refuse(node, f"{library.SYMBOLIC} for anything but variables of arithmetic types and arrays of them")
        size = context.simplified(context.values.value(arguments[1]))
        if not isinstance(size, Literal) or size.value != sizeof(type, context.model):
            context.source.refuse(node, f"{library.SYMBOLIC} for a part of an object")
        made = [candidate.object for candidate in context.places.find(place)]
        if len(made) != 1:
            context.source.refuse(node, f"{library.SYMBOLIC} for one of several objects")
        line, _ = context.source.of(node)
        for number, cell in enumerate(cells_of(made[0])):
            value = context.temporary(cell.type, line, library.SYMBOLIC)
            value.called = library.SYMBOLIC
            value.told = f"{shown(place)}[{number}]" if isinstance(type, Array) else shown(place)
            context.assign(cell, context.any_value(value, node), node)

    def _fits(self, condition: Any, type: str) -> bool:
        """Whether a condition that is converted to a type is 0 only where it was 0 before."""
        if isinstance(condition, c_ast.BinaryOp) and condition.op in ("&&", "||", "==", "!=", "<", ">", "<=", ">="):
            return True
        own = self._context.places.type_of(condition)
        return type == "_Bool" or (type == "int" and isinstance(own, Integer) and own.bits <= self._context.model.int_bits)

    def _assumed(self, condition: Any) -> None:
        flow = self._context.flow
        good = flow.label()
        self._context.branch(self._context.values.truth(condition), good, None, condition)
        flow.place(good)

    def _evaluated(self, arguments: Any) -> list[Expression]:
        """The values of arguments, in order; without strings, streams and null, by which nothing is done to the program."""
        found: list[Expression] = []
        for argument in (a for a in arguments if not self._is_harmless(a)):
            found = [self._context.frozen(value, argument) for value in found] if changes(argument, self.harmless) else found
            found.append(self._context.values.value(argument))
        return found

    def _is_harmless(self, argument: Any) -> bool:
        """Whether nothing can be done to the program by an argument: a string, a stream or null."""
        return _is_string(argument) or self._is_stream(argument) or (isinstance(argument, c_ast.Cast) and is_null(argument))

    def _is_stream(self, argument: Any) -> bool:
        """Whether it is stdout or the like."""
        found = self._context.scope.find(argument.name) if isinstance(argument, c_ast.ID) else None
        return isinstance(found, Global) and headers.ours(self._context.source.origin(found.declaration))

    def _unknown(self, name: str, node: Any, arguments: Any, routine: Routine | None) -> Expression | None:
        if self._context.closed and not library.any_value(name):
            self._context.source.fail(node, f"{name} is neither defined nor declared")
        for argument in arguments:
            if not self._is_harmless(argument) and self._context.pointers.points(argument):
                self._context.source.refuse(argument, f"the function {name}, which nothing defines, with a pointer")
        self._evaluated(arguments)
        inner = next((f.name for f in self._context.frames if f.standard), None)
        if inner is not None:
            return self._context.left_open(self._context.model.integer("_Bool"), f" in {inner}", node)
        line, _ = self._context.source.of(node)
        if library.range_of(name) is None and not library.outside(name):
            if self._context.strict:
                self._context.source.refuse(node, f"the function {name}, of which nothing is known")
            self._context.undefined[Undefined(name, line)] = None
        type = self._result(name, node, routine)
        if type is None:
            return None
        cell = self._context.temporary(type, line, "nondet" if name.startswith("__VERIFIER") else name)
        cell.called = name
        found = self._context.any_value(cell, node)
        limits = library.range_of(name)
        if limits is not None:
            self._between(found, *limits, node)
        return found

    def _between(self, value: Expression, low: int, high: int, node: Any) -> None:
        """Runs where the value is less or more end unseen."""
        model, good = self._context.model, self._context.flow.label()
        above, below = (typed.arithmetic("<=", a, b, model) for a, b in (
            (Literal(model.int, low), value), (value, Literal(model.int, high))))
        self._context.branch(typed.connective("&&", above, below, model), good, None, node)
        self._context.flow.place(good)

    def _result(self, name: str, node: Any, routine: Routine | None) -> Scalar | None:
        """The type of what a function returns that the file does not define; None for void."""
        if routine is not None:
            with self._context.within(self._context.file):
                declared = self._context.types.resolve(routine.declaration.type)
            if declared == VOID:
                return None
            if not isinstance(declared, (Integer, Floating)):
                self._context.source.refuse(node, f"an undefined function that returns {declared}")
            return declared
        kind = library.type_of(name)
        if kind is None:
            self._context.source.refuse(node, f"the function {name}")
        if kind in ("float", "double"):
            return FLOAT if kind == "float" else DOUBLE
        return self._context.model.integer(kind)

    def inlined(self, routine: Routine, node: Any) -> Expression | Target | Object | None:
        """The result of a call of a function of the file."""
        context = self._context
        name = routine.definition.decl.name
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
                        self._between(value, 0, (1 << 31) - 1, parameter)
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


def _number(name: str) -> Literal:
    """What a function returns that is a constant."""
    type = FLOAT if name.endswith(("inff", "nanf", "valf")) else DOUBLE
    form = float_format(type.bits)
    return Literal(type, form.infinity if name in library.INFINITE else form.nan)


def _converted(condition: Any, type: str) -> Any:
    """The condition, cast to a type."""
    name = c_ast.IdentifierType(type.split(), condition.coord)
    return c_ast.Cast(c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, name)), condition, condition.coord)


def _holds_alike(a: Any, b: Any) -> bool:
    """Whether two types of integers have the same values, as `int` and `long` where both have 32 bits."""
    return isinstance(a, Integer) and isinstance(b, Integer) and (a.bits, a.signed) == (b.bits, b.signed)


def _is_string(argument: Any) -> bool:
    return isinstance(argument, c_ast.Constant) and argument.type == "string"


def _is_pointer(parameter: Any) -> bool:
    type = parameter.type
    while isinstance(type, c_ast.ArrayDecl) and type.dim is not None:
        type = type.type
    return isinstance(type, (c_ast.PtrDecl, c_ast.ArrayDecl))
