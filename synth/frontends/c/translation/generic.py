"""_Generic: which of its expressions the type of another one selects (C11, 6.5.1.1)."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions.types import Array, Function, Pointer, Type
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.scopes import Named

SELECTION: Any = getattr(c_ast, "GenericSelection", type("GenericSelection", (), {}))
"""The parser's node; versions of it that have none do not read _Generic."""


class Generic:
    """Selects expressions within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._calls: dict[int, tuple[Any, Any]] = {}

    def call(self, node: Any) -> Any:
        """A call of the function that a selection comes to, as if that were called by its name; other calls as they are."""
        if not isinstance(node.name, SELECTION):
            return node
        if id(node) not in self._calls:
            self._calls[id(node)] = node, c_ast.FuncCall(self.selected(node.name), node.args, node.coord)
        return self.call(self._calls[id(node)][1])

    def selected(self, node: Any) -> Any:
        """The expression that a selection stands for. InputError where there is none, or a qualifier decides that is not known."""
        source, type = self._context.source, self._converted(node.expr)
        matching = [own for own in node.associations if own.type is not None and self._is(own.type, type)]
        if isinstance(type, Pointer) and matching:
            source.refuse(node, f"_Generic with {type}, whose target may be qualified")
        if len(matching) > 1:
            source.fail(node, f"_Generic has {len(matching)} expressions for {type}")
        found = next(iter(matching), None) or next((own for own in node.associations if own.type is None), None)
        if found is None:
            source.fail(node, f"_Generic has no expression for {shown(node.expr, 60)}, of type {type}")
        return found.expr

    def _converted(self, node: Any) -> Type:
        """The type of an expression after lvalue conversion, without qualifiers; arrays and functions are pointers."""
        context = self._context
        type = context.pointers.type_of(node) or context.places.type_of(node)
        if isinstance(type, (Array, Function)):
            return context.model.pointer(type.element if isinstance(type, Array) else type)
        return type

    def _is(self, named: Any, type: Type) -> bool:
        """Whether a type name is that of a type; one with a qualifier is that of no value."""
        return self._context.types.name(named) == type and not self._is_qualified(named)

    def _is_qualified(self, named: Any) -> bool:
        own = named
        while isinstance(own, (c_ast.Typename, c_ast.TypeDecl)):
            if own.quals:
                return True
            own = own.type
        if isinstance(own, c_ast.PtrDecl):
            return bool(own.quals)
        meaning = self._context.scope.find(own.names[0]) if isinstance(own, c_ast.IdentifierType) else None
        return isinstance(meaning, Named) and self._is_qualified(meaning.declaration)
