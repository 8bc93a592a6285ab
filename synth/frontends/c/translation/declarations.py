"""Declarations: objects come to be, and get their first values."""

from __future__ import annotations

import itertools
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.constants import characters
from synth.frontends.c.expressions.expressions import Call, Cell, Expression, Literal
from synth.frontends.c.expressions.narrow import number
from synth.frontends.c.expressions.types import (
    Array,
    Integer,
    Overlay,
    Pointer,
    Scalar,
    Type,
    sizeof,
)
from synth.frontends.c.syntax.effects import changes, is_offset, parts
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import LONGEST, Context
from synth.frontends.c.translation.initialisers import Misplaced, Step, is_text, placed
from synth.frontends.c.translation.scopes import (
    Elements,
    Global,
    Named,
    Object,
    Reference,
    Routine,
    Scope,
    View,
    cells_of,
    is_of_function,
    leaves,
    part,
)
from synth.frontends.c.translation.sparse import is_zero, variable_length
from synth.frontends.c.translation.typenames import holds


class Declarations:
    """Declares names within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._globals: list[Global] = []
        self._statics: dict[int, Global] = {}
        self._elsewhere: dict[str, Global] = {}

    def declare(self, node: Any) -> None:
        """A declaration in the current scope, which is the file's or a block's."""
        context = self._context
        if isinstance(node, c_ast.Decl) and node.name is None and isinstance(node.type, (c_ast.Struct, c_ast.Union)):
            self._tag(node)
        context.types.declare_tags(node.type, context.scope)
        if isinstance(node, c_ast.Typedef):
            if not isinstance(context.scope.names.get(node.name), Named):  # it may be said twice (C11, 6.7 p3)
                context.scope.names[node.name] = Named(node.type, context.scope.fixed())
            return
        if isinstance(node.type, c_ast.FuncDecl):
            context.scope.names[node.name] = self._routine(node.name, node.type)
        elif node.name is not None:
            self._named(node)

    def _tag(self, node: Any) -> None:
        """`struct S;` declares a tag in this very scope; without members and with a qualifier it only names one (6.7.2.3 p7)."""
        if node.type.decls is None and node.storage:
            self._context.source.refuse(node, f"{node.storage[0]} for a tag alone")
        if node.type.decls is not None or not node.quals:
            self._context.types.declare_tag(node.type, self._context.scope)

    def _routine(self, name: str, declaration: Any) -> Routine:
        """The function of the file that a declaration, wherever it stands, names."""
        self._context.types.require_outer(declaration)
        known = self._context.file.names.get(name)
        if not isinstance(known, Routine):
            known = self._context.file.names[name] = Routine(declaration)
        return known

    def define(self, node: Any) -> None:
        """A function's definition."""
        self._context.types.declare_tags(node.decl.type.type, self._context.file)
        known = self._context.file.names.get(node.decl.name)
        if isinstance(known, Routine) and known.definition is not None:
            self._context.source.fail(node, f"{node.decl.name} is defined twice")
        if isinstance(known, Routine):
            known.declaration, known.definition = node.decl.type, node
        else:
            self._context.file.names[node.decl.name] = Routine(node.decl.type, node)

    def _named(self, node: Any) -> None:
        context = self._context
        outside = context.scope is context.file
        if outside or "static" in node.storage or "extern" in node.storage:
            self._global(node, outside)
        else:
            self._local(node)

    def _global(self, node: Any, outside: bool) -> None:
        scope = self._context.scope
        external = "extern" in node.storage and node.init is None
        if not outside:
            scope.names[node.name] = self._linked(node) if external else self._statics.setdefault(
                id(node), Global(node, scope.fixed(), node.init))
            self._context.types.declare_named(node.init, scope)
            return
        known = scope.names.get(node.name)
        if isinstance(known, Global):
            known.initialiser = node.init if node.init is not None else known.initialiser
            known.external = known.external and external
            known.others.append(node)
            if node.init is not None or not external:
                known.declaration = node
        else:
            scope.names[node.name] = Global(node, scope, node.init, external, [node])
        self._context.types.declare_named(node.init, scope)

    def _linked(self, node: Any) -> Global:
        """The object of the file, or of another one, that a declaration with extern in a block names, whatever the block hides."""
        known = self._context.file.names.get(node.name)
        if isinstance(known, Global):
            return known
        return self._elsewhere.setdefault(node.name, Global(node, self._context.scope.fixed(), None, True))

    def global_object(self, found: Global) -> Object:
        """The object of a global variable, made when it is first asked for."""
        if found.object is None or self._context.memory.root(found.object) is None:  # it may have to be made anew
            declared = found.declaration
            with self._context.within(found.scope):
                type = self._sized(self._composite(found), found.initialiser, declared)
            found.object = self._context.objects.made(type, declared.name, declared, declared.name)
            root = self._context.memory.root(found.object)
            if root is not None:
                root.lasting = True
            if found not in self._globals:
                self._globals.append(found)
        return found.object

    def _composite(self, found: Global) -> Type:
        """The type that the declarations of an object say together: one with a length tells that to the others (C11, 6.2.7 p3)."""
        own = self._context.types.resolve(found.declaration.type)
        if not isinstance(own, Array) or own.length is not None:
            return own
        others = (self._context.types.resolve(node.type) for node in found.others)
        return next((type for type in others if isinstance(type, Array) and type.length is not None), own)

    def initialise_globals(self) -> None:
        """Give all globals that are used their first values: 0 where nothing else is said, any where another file defines them."""
        done, number = set[int](), 0
        while number < len(self._globals):
            self._initialise_global(self._globals[number], done)
            number += 1
        for own in (*self._context.file.names.values(), *self._statics.values()):
            if isinstance(own, Global) and own.object is None and own.initialiser is not None:
                self._require_declared(own)

    def _require_declared(self, own: Global) -> None:
        """The names in the initialiser of an object that nothing uses are declared, too."""
        waiting, scope = [own.initialiser], Scope(own.scope, {own.declaration.name: own})
        while waiting:
            node = waiting.pop()
            if isinstance(node, c_ast.ID) and scope.find(node.name) is None and not is_of_function(node.name):
                self._context.source.fail(node, f"{node.name} is not declared")
            elif isinstance(node, (c_ast.StructRef, c_ast.NamedInitializer)):
                waiting.append(node.name if isinstance(node, c_ast.StructRef) else node.expr)
            elif isinstance(node, c_ast.FuncCall):
                waiting.extend(node.args.exprs if node.args is not None and not is_offset(node) else ())
            elif not isinstance(node, (c_ast.Typename, c_ast.Compound)):
                waiting.extend(child for _, child in node.children())

    def _initialise_global(self, own: Global, done: set[int]) -> None:
        """Its first value, after those that its initialiser reads, as gcc has it; `done` are those that have one."""
        if id(own) in done:
            return
        done.add(id(own))
        made, scope = self.global_object(own), Scope(own.scope, {own.declaration.name: own})  # it is known there (C11, 6.2.1 p7)
        if own.external:
            if holds(made.type, lambda type: isinstance(type, Pointer)):
                self._context.source.refuse(own.declaration, "pointers that another file defines")
            for cell in cells_of(made):
                self._external(cell, own.declaration)
            return
        for node in parts(own.initialiser) if own.initialiser is not None else ():
            read = scope.find(node.name) if isinstance(node, c_ast.ID) else None
            if isinstance(read, Global):
                self._initialise_global(read, done)
        with self._context.within(scope):
            self.begin_long(made, own.declaration)
            self.initialise(made, own.initialiser, own.declaration)

    def begin_long(self, made: Object, node: Any) -> None:
        """An array that is long for its type's length comes to be."""
        root = self._context.memory.root(made) if isinstance(made, Elements) else None
        if root is not None and root.bounded and made.type.length is not None:  # type: ignore[union-attr]
            length = made.type.length  # type: ignore[union-attr]
            self._context.long.begun(root, Literal(self._context.objects.length_type(length), length), node)

    def _external(self, cell: Cell, node: Any) -> None:
        """A cell that another file defines: an ∃ word of a specification, or any value."""
        name = cell.source if cell.source in self._context.unknowns else cell.source.replace("[", "_").replace("]", "")
        if name in self._context.unknowns:
            self._context.assign(cell, Call(cell.type, name), node)
        else:
            self._context.any_value(cell, node)

    def _local(self, node: Any) -> None:
        context = self._context
        if node.name in context.scope.names:
            context.source.fail(node, f"{node.name} is declared twice")
        length = variable_length(node, self._is_constant)
        if length is not None:
            return self._variable(node, length)
        type = self._sized(context.types.resolve(node.type), node.init, node)
        made = self._context.objects.made(type, node.name, node, node.name, context.scope)
        context.scope.names[node.name] = made
        self.begin_long(made, node)
        context.objects.anew(made, context.scope, node)
        if node.init is None or _mentions(node.init, node.name):
            for cell in cells_of(made):
                context.any_value(cell, node)
        if node.init is not None:
            self.initialise(made, node.init, node)
        return None

    def _is_constant(self, node: Any) -> bool:
        """Whether a length is known here; evaluated for nothing else."""
        with self._context.aside() as flow:
            found = self._context.simplified(self._context.values.value(node))
        return isinstance(found, Literal) and not flow.size

    def _variable(self, node: Any, dimension: Any) -> None:
        """An array of variable length (C11, 6.7.6.2); it is to be positive."""
        context, model = self._context, self._context.model
        if node.init is not None:
            context.source.fail(node.init, "an array of variable length with values")
        length = context.frozen(context.values.value(dimension), node)
        if not isinstance(length.type, Integer):
            context.source.fail(dimension, "a length is an integer")
        for operator, cause in ((">=", "bounds"), (">", "undefined")):  # an array without elements has no bounds to be kept
            fine = context.simplified(typed.arithmetic(operator, length, Literal(model.int, 0), model))
            if not (isinstance(fine, Literal) and fine.value):
                context.check(fine, node, f"{shown(dimension)} {operator} 0", cause)
        type = Array(context.types.resolve(node.type.type), None)
        if (large := context.allocation.larger(length, sizeof(type.element, model))) is not None:
            context.require(typed.unary("!", large, model), node)
        made = context.objects.long(type, length.type, node.name, node, node.name, context.scope)
        context.scope.names[node.name] = made
        root = context.memory.root(made)
        assert root is not None
        context.objects.anew(made, context.scope, node)
        for cell in cells_of(made):
            context.any_value(cell, node)
        context.long.begun(root, length, node)

    def _sized(self, type: Type, initialiser: Any, node: Any) -> Type:
        """An array's type with its length, where the initialiser is to give it."""
        if not isinstance(type, Array) or type.length is not None:
            return type
        if is_text(type, _unbraced(initialiser)):
            return Array(type.element, len(self._characters(_unbraced(initialiser))))
        if not isinstance(initialiser, c_ast.InitList):
            self._context.source.refuse(node, "an array without a length")
        longest = max((int(path[0]) + 1 for path, _ in self._placed(type, initialiser)), default=0)
        if not longest:
            self._context.source.refuse(node, "an array without elements")
        return Array(type.element, longest)

    def initialise(self, object: Object, initialiser: Any, node: Any) -> None:
        """Assign what an initialiser says, and 0 to the rest; None: 0 to all."""
        root = self._context.memory.root(object) if isinstance(object, Elements) else None
        if root is not None and root.bounded and initialiser is not None:
            if not is_zero(initialiser):
                self._context.source.refuse(initialiser, f"values for an array of more than {LONGEST:,} elements")
            initialiser = None
        if isinstance(object, Cell):
            self._scalar(object, initialiser, node)
        elif isinstance(object, Reference):
            self._pointer(object, initialiser, node)
        elif initialiser is not None and self._context.places.is_struct(initialiser):
            self._context.places.fill(object, initialiser, node)
        elif isinstance(object, View):
            self._view(object, initialiser, node)
        elif initialiser is None:
            for leaf in leaves(object):
                self.empty(leaf, node)
            if root is not None:
                self._context.long.filled(root, node)
        elif is_text(object.type, _unbraced(initialiser)):
            assert isinstance(object, Elements)
            self._spelled(object, _unbraced(initialiser))
        elif isinstance(initialiser, c_ast.InitList):
            self._parts(object, initialiser, node)
        else:
            self._context.source.refuse(initialiser, "an array or a struct initialised by what is no list in braces")

    def _spelled(self, object: Elements, string: Any) -> None:
        """Initialise an array by a string, whose last 0 may be left out."""
        codes, cells = self._characters(string), leaves(object)
        if len(codes) - 1 > len(cells):
            self._context.source.fail(string, "the string does not go into the array")
        for cell, code in itertools.zip_longest(cells, codes[:len(cells)], fillvalue=0):
            assert isinstance(cell, Cell | View) and isinstance(cell.type, Integer)
            self._stored(cell, number(cell.type, code), string)

    def _characters(self, string: Any) -> list[int]:
        with self._context.refusing(string):
            return characters(string.value)

    def compound(self, node: Any) -> Object:
        """The object that a compound literal makes."""
        context = self._context
        type, scope = self._sized(context.types.name(node.type), node.init, node), context.scope if context.frames else None
        made = context.objects.made(type, "literal", node, scope=scope)
        if scope is not None:  # it lives as long as the block that it stands in (C11, 6.5.2.5 p5)
            if not any(own is made for own in scope.unnamed):
                scope.unnamed.append(made)
            context.objects.anew(made, scope, node)
        elif (root := context.memory.root(made)) is not None:
            root.lasting = True
        self.begin_long(made, node)
        self.initialise(made, node.init, node)
        return made

    def _pointer(self, object: Reference, initialiser: Any, node: Any) -> None:
        """Initialise a pointer; None: null."""
        if isinstance(initialiser, c_ast.InitList):
            if len(initialiser.exprs) != 1:
                self._context.source.fail(initialiser, "one value is wanted here")
            initialiser = initialiser.exprs[0]
        pointers = self._context.pointers
        pointers.bind(object, pointers.null() if initialiser is None else pointers.passed(object.type, initialiser), node)

    def empty(self, leaf: Cell | View, node: Any) -> None:
        """Initialise a scalar, or a part of a pointer, by 0."""
        self._scalar(leaf, None, node) if isinstance(leaf, Cell) else self._view(leaf, None, node)

    def _view(self, object: View, initialiser: Any, node: Any) -> None:
        """Initialise a union, or a member of one; None: 0."""
        if isinstance(object.type, Overlay) and isinstance(initialiser, c_ast.InitList) and initialiser.exprs:
            self._parts(object, initialiser, node)
        elif isinstance(object.type, Overlay):
            if initialiser is not None and not isinstance(initialiser, c_ast.InitList):
                self._context.source.fail(initialiser, "a union is initialised by a list in braces, or by a union")
            self.empty(leaves(object)[0], node)
        else:
            self._stored(object, self._converted(object.type, initialiser, node), node)

    def _stored(self, leaf: Cell | View, value: Expression, node: Any) -> None:
        """Give a scalar, or a part of a word, a value of its type."""
        own, word = (leaf, value) if isinstance(leaf, Cell) else (leaf.cell, self._context.within_cell(leaf, value, node))
        self._context.assign(own, word, node)

    def _scalar(self, cell: Cell, initialiser: Any, node: Any) -> None:
        self._context.assign(cell, self._converted(cell.type, initialiser, node), initialiser or node)

    def _converted(self, type: Scalar, initialiser: Any, node: Any) -> Expression:
        """The value that an initialiser gives an object of a type; 0 for None."""
        context = self._context
        if isinstance(initialiser, c_ast.InitList):
            if len(initialiser.exprs) != 1:
                context.source.fail(initialiser, "one value is wanted here")
            return self._converted(type, initialiser.exprs[0], node)
        value: Expression = Literal(context.model.int, 0) if initialiser is None else context.values.value(initialiser)
        with context.refusing(initialiser or node):
            return typed.convert(value, type)

    def _parts(self, object: Object, initialiser: Any, node: Any) -> None:
        """Initialise the parts of an object by a list in braces, and what it does not speak of by 0.

        A value for what is initialised again later is not evaluated; refused where that would change something: gcc does not
        evaluate it, as C leaves it open (C11, 6.7.9 p19).
        """
        whole, placed_parts = list[tuple[Step, ...]](), list[tuple[tuple[Step, ...], Object, Any]]()
        for path, value in self._placed(object.type, initialiser):
            if any(path != known and path[:len(known)] == known for known in whole):
                self._context.source.refuse(value, "a member that is initialised again after its struct was as a whole")
            if self._is_whole(value):
                whole.append(path)
            own: Object | None = object
            for step in path:
                own = part(own, step) if own is not None else None
            assert own is not None
            placed_parts.append((path, own, value))
        kept, done = self._last(placed_parts)
        shared = {id(leaf.cell) for own, _ in kept for leaf in leaves(own) if isinstance(leaf, View)}
        for leaf in leaves(object):
            if _identity(leaf) not in done or id(leaf) in shared:
                self.empty(leaf, node)
        for own, value in kept:
            self.initialise(own, value, node)

    def _last(self, given: list[tuple[tuple[Step, ...], Object, Any]]) -> tuple[list[tuple[Object, Any]], set[tuple[int, int]]]:
        """Those parts, each with its path and its value, that are not initialised again later, and all their cells."""
        kept, done = list[tuple[Object, Any]](), set[tuple[int, int]]()
        for _, own, value in reversed(given):
            cells = set(map(_identity, leaves(own)))
            again, partly = bool(cells) and cells <= done, bool(cells & done)
            if partly and changes(value):
                self._context.source.refuse(value, "a value that changes something for what is initialised again later")
            if not again:
                kept.append((own, value))
            done |= cells
        return kept[::-1], done

    def _is_whole(self, value: Any) -> bool:
        """Whether a value has an expression for a struct, of which gcc forgets the rest where a member is initialised again."""
        if isinstance(value, c_ast.NamedInitializer):
            return self._is_whole(value.expr)
        if isinstance(value, c_ast.InitList):
            return any(map(self._is_whole, value.exprs))
        return self._context.places.is_struct(value)

    def _placed(self, type: Type, initialiser: Any) -> list[tuple[tuple[Step, ...], Any]]:
        try:
            return placed(type, initialiser.exprs, self._designated, self._context.pointers.type_of, LONGEST)
        except Misplaced as wrong:
            self._context.source.fail(wrong.node, str(wrong))

    def _designated(self, node: Any) -> int:
        return self._context.values.constant(node, "a designator that is no constant")


def _unbraced(initialiser: Any) -> Any:
    """What stands alone in braces, as a string may (C11, 6.7.9 p14)."""
    alone = isinstance(initialiser, c_ast.InitList) and len(initialiser.exprs) == 1
    return initialiser.exprs[0] if alone else initialiser


def _mentions(initialiser: Any, name: str) -> bool:
    """Whether an initialiser speaks of the variable that it is of, whose value is not determined until then (C11, 6.2.4)."""
    return any(isinstance(own, c_ast.ID) and own.name == name for own in parts(initialiser))


def _identity(leaf: Cell | View) -> tuple[int, int]:
    """What tells a scalar from others: its cell, and where it begins in that."""
    return (id(leaf), 0) if isinstance(leaf, Cell) else (id(leaf.cell), leaf.shift)
