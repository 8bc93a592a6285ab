"""Whether the files of a program declare what they share alike: with compatible types (C11, 6.2.7), as a linker does not ask."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.expressions.types import Array, Floating, Function, Integer, Pointer, Type, promoted
from synth.frontends.c.syntax.source import Linked
from synth.frontends.c.translation.context import Context


def require_agreement(context: Context) -> None:
    """InputError where two files declare a function or an object with types that are not compatible."""
    source = context.source
    for name, entities in source.external.items() if isinstance(source, Linked) else ():
        declared = [node for entity in entities for node in entity.declared]
        for node in declared[1:]:
            if not _agree(context, declared[0], node):
                _disagree(context, f"{name} is declared here with another type", node, declared[0])
        what = f"{name} is called here without a declaration, and returns or takes something else"
        called = next((entity.uses[0] for entity in entities if entity.kind == "unknown"), None)
        for node in declared if called is not None else ():
            if not _is_implied(context, node):
                _disagree(context, what, called, node)


def _disagree(context: Context, message: str, node: Any, other: Any) -> None:
    """InputError; what an #include brought stands where the directive does."""
    source = context.source
    line, column = source.of(node)
    raise InputError(f"{message} than at {source.files.told(source.of(other)[0])}", *source.files.of(line), column)


def _type(node: Any) -> Any:
    return (node.decl if isinstance(node, c_ast.FuncDef) else node).type


def _agree(context: Context, one: Any, other: Any) -> bool:
    """Whether two declarations of one name are of compatible types."""
    if not isinstance(_type(one), c_ast.FuncDecl):
        return _compatible(context.types.resolve(_type(one)), context.types.resolve(_type(other)))
    if _same(_type(one), _type(other)):
        return True
    if not _compatible(context.types.resolve(_type(one).type), context.types.resolve(_type(other).type)):
        return False
    first, second = _parameters(one), _parameters(other)
    if first is None or second is None:
        return all(_is_promoted(context, parameter) for parameter in (*(first or ()), *(second or ())))
    return len(first) == len(second) and all(
        type(a) is type(b) is c_ast.EllipsisParam or (c_ast.EllipsisParam not in (type(a), type(b))
                                                      and _compatible(_adjusted(context, a), _adjusted(context, b)))
        for a, b in zip(first, second, strict=True))


def _same(one: Any, other: Any) -> bool:
    """Whether two nodes of types are alike, whatever the parameters are called: no type has to be known for that."""
    named = ("name", "declname") if isinstance(one, (c_ast.Decl, c_ast.TypeDecl)) else ()
    ours, theirs = one.children(), other.children()
    return type(one) is type(other) and len(ours) == len(theirs) and all(
        getattr(one, name) == getattr(other, name) for name in one.attr_names if name not in named) and all(
        place == other_place and _same(a, b) for (place, a), (other_place, b) in zip(ours, theirs, strict=True))


def _parameters(node: Any) -> list[Any] | None:
    """The parameters of a function's declaration; None where it says nothing of them (6.7.6.3 p14)."""
    arguments = _type(node).args
    if arguments is None:
        return [] if isinstance(node, c_ast.FuncDef) else None
    alone = arguments.params[0] if len(arguments.params) == 1 else None
    nothing = isinstance(alone, c_ast.Typename) and isinstance(alone.type, c_ast.TypeDecl) and isinstance(
        alone.type.type, c_ast.IdentifierType) and alone.type.type.names == ["void"]
    return [] if nothing else list(arguments.params)


def _adjusted(context: Context, parameter: Any) -> Type:
    """The type of a parameter: of one that is declared as an array or a function, that of a pointer (6.7.6.3 p7-8)."""
    type = context.types.resolve(parameter.type)
    return context.model.pointer(type.element if isinstance(type, Array) else type) if isinstance(type, (Array, Function)) else type


def _is_promoted(context: Context, parameter: Any) -> bool:
    """Whether arguments have the type of a parameter that are passed without its being known (6.7.6.3 p15)."""
    if isinstance(parameter, c_ast.EllipsisParam):
        return False
    type = _adjusted(context, parameter)
    if isinstance(type, Floating):
        return type.bits > 32
    return not isinstance(type, Integer) or promoted(type, context.model) == type


def _is_implied(context: Context, node: Any) -> bool:
    """Whether a function is what a call declares: one that returns int, of parameters that nothing is said of. What takes other
    numbers than arguments are as a rule is none.
    """
    if not isinstance(_type(node), c_ast.FuncDecl) or context.types.resolve(_type(node).type) != context.model.int:
        return False
    taken = [p for p in _parameters(node) or () if _is_promoted(context, p)]
    return len(taken) == len(_parameters(node) or ()) and all(
        not isinstance(type, (Integer, Floating)) or type.size == context.model.int.size
        for type in (_adjusted(context, p) for p in taken))


def _compatible(one: Type, other: Type) -> bool:
    """Whether types of two files are compatible; structs and unions that are, are one."""
    match one, other:
        case Array(), Array():
            return _compatible(one.element, other.element) and (one.length == other.length or None in (one.length, other.length))
        case Pointer(), Pointer():
            return _compatible(one.target, other.target)
    return one == other
