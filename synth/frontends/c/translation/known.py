"""Calls of functions that no file defines: what verifiers and the standard library mean by their names, or any value."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from synth.evaluation.floats import float_format
from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Expression, Literal
from synth.frontends.c.expressions.types import DOUBLE, FLOAT, VOID, Array, Floating, Integer, Scalar, sizeof
from synth.frontends.c.preprocessing import headers
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import changes, is_null
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context, Undefined
from synth.frontends.c.translation.graph import Exit
from synth.frontends.c.translation.scopes import Global, Routine, cells_of


class Known:
    """Translates calls of such functions within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def call(self, name: str, node: Any, routine: Routine | None) -> Expression | None:
        """The result of a call of a function that is not inlined; None where there is none."""
        arguments = node.args.exprs if node.args is not None else []
        if self._context.variadic.prints(name):
            arguments = self._context.variadic.printed(name, node, arguments)
        if name in library.FAILING:
            self.failing(name, node)
        elif name in library.ASSERTIONS or name in library.ASSUMPTIONS:
            self._conditional(name in library.ASSERTIONS, node, arguments, routine)
        elif name in library.ENDS:
            self.evaluated(arguments)
            if name in library.EXITS:
                self._context.allocation.require_freed(within=True)
            self._context.flow.stop(Exit())
        elif name == library.SYMBOLIC:
            self._symbolic(node, arguments)
        elif library.refused(name):
            self._context.source.refuse(node, f"the function {name}")
        elif name in (*library.INFINITE, *library.NOT_A_NUMBER):
            self._effects(arguments)
            return _number(name)
        elif library.computes(name):
            if len(arguments) != 2:
                self._context.source.fail(node, f"{name} takes 2 arguments, given {len(arguments)}")
            if any(_is_string(a) or self._is_stream(a) for a in arguments):
                self._context.source.refuse(node, f"{name} of a pointer")
            null = isinstance(arguments[0], c_ast.Cast) and is_null(arguments[0])
            first = Literal(self._context.model.int, 0) if null else self.evaluated(arguments)[0]
            if null:
                self._effects(arguments[1:])
            return typed.convert(first, self._context.model.integer("long"))
        else:
            return self._unknown(name, node, arguments, routine)
        return None

    def failing(self, name: str, node: Any) -> None:
        """Fail as a call does of a function that fails by its name, once its arguments are evaluated."""
        arguments = node.args.exprs if node.args is not None else []
        said = name != "reach_error" and arguments and isinstance(arguments[0], c_ast.Constant)
        self._effects(arguments)
        self._context.fail(node, arguments[0].value.strip('"') if said else f"{name}()", library.cause(name))

    def _effects(self, arguments: Any) -> None:
        """Evaluate arguments for what they do."""
        for argument in arguments:
            if not isinstance(argument, (c_ast.Constant, c_ast.ID)) and not self._is_harmless(argument):
                self._context.values.effect(argument)

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

    def evaluated(self, arguments: Any) -> list[Expression]:
        """The values of arguments, in order; without strings, streams and null, by which nothing is done to the program."""
        found: list[Expression] = []
        for argument in (a for a in arguments if not self._is_harmless(a)):
            if changes(argument, self._context.calls.harmless):
                found = [self._context.frozen(value, argument) for value in found]
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
        self.evaluated(arguments)
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
            self.between(found, *limits, node)
        return found

    def between(self, value: Expression, low: int, high: int, node: Any) -> None:
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


def _number(name: str) -> Literal:
    """What a function returns that is a constant."""
    type = FLOAT if name.endswith(("inff", "nanf", "valf")) else DOUBLE
    form = float_format(type.bits)
    return Literal(type, form.infinity if name in library.INFINITE else form.nan)


def _converted(condition: Any, type: str) -> Any:
    """The condition, cast to a type."""
    name = c_ast.IdentifierType(type.split(), condition.coord)
    return c_ast.Cast(c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, name)), condition, condition.coord)


def _is_string(argument: Any) -> bool:
    return isinstance(argument, c_ast.Constant) and argument.type == "string"
