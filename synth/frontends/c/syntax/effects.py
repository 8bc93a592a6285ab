"""Whether evaluating an expression does something, where the order of evaluation matters; and how null pointers and places of
members are written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from pycparser import c_ast

from synth.frontends.c.syntax.library import computes

STEPS = ("++", "--", "p++", "p--")
"""Unary operators that assign."""

_OF_LISTS = "__builtin_va_"
"""What the names of functions begin with that change a list of arguments."""

_FAILING = {"overflow": ("+", "-", "*", "/", "%", "<<"), "undefined": ("/", "%", "<<", ">>")}
"""The operators that may fail, by what is an error."""


def parts(node: Any) -> Iterator[Any]:
    """Every node below one, but for what only its type is asked of."""
    stack = [node]
    while stack:
        own = stack.pop()
        if (isinstance(own, c_ast.UnaryOp) and own.op in ("sizeof", "_Alignof", "typeof")) or is_offset(own):
            continue
        yield own
        stack.extend(child for _, child in own.children())


def behind_commas(node: Any) -> Any:
    """The operand whose value an expression with commas has; any other expression itself."""
    while isinstance(node, c_ast.ExprList):
        node = node.exprs[-1]
    return node


def is_fixed(lvalue: Any) -> bool:
    """Whether an lvalue is always the same variable, or part of one."""
    while isinstance(lvalue, (c_ast.ArrayRef, c_ast.StructRef)):
        if (isinstance(lvalue, c_ast.StructRef) and lvalue.type == "->") or (
                isinstance(lvalue, c_ast.ArrayRef) and not isinstance(lvalue.subscript, c_ast.Constant)):
            return False
        lvalue = lvalue.name
    return isinstance(lvalue, c_ast.ID)


def is_offset(node: Any) -> bool:
    """Whether an expression is offsetof(type, member)."""
    return isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name == "offsetof"


def is_null(node: Any) -> bool:
    """Whether an expression is written as a null pointer: 0, or that as a pointer."""
    while isinstance(node, c_ast.Cast) and isinstance(node.to_type.type, c_ast.PtrDecl):
        node = node.expr
    return isinstance(node, c_ast.Constant) and node.value.rstrip("uUlL") == "0"


def place_in_null(node: Any) -> tuple[Any, Any] | None:
    """The type T and the designator of &((T *)0)->member, by which programs tell where a member is; None for anything else."""
    steps = [node.expr] if isinstance(node, c_ast.UnaryOp) and node.op == "&" else []
    while steps and isinstance(steps[-1], (c_ast.StructRef, c_ast.ArrayRef)):
        steps.append(steps[-1].name)
    if len(steps) < 2 or not isinstance(steps[-2], c_ast.StructRef) or steps[-2].type != "->":
        return None
    null = steps[-1]
    while isinstance(null, c_ast.Cast) and isinstance(null.expr, c_ast.Cast):
        null = c_ast.Cast(null.to_type, null.expr.expr)
    if not isinstance(null, c_ast.Cast) or not is_null(null):
        return None
    if any(isinstance(own, c_ast.StructRef) and own.type == "->" for own in steps[:-2]):
        return None
    return c_ast.Typename(None, [], None, null.to_type.type.type, null.coord), steps[:-1]


def changes(node: Any, harmless: Callable[[str], bool] = lambda name: False) -> bool:
    """Whether evaluation may assign to an object of the program, or end it; `harmless` tells of names whether calls of these do
    neither. A call by anything but a name may do all."""
    return any(isinstance(part, (c_ast.Assignment, c_ast.Compound, c_ast.CompoundLiteral))
               or (isinstance(part, c_ast.UnaryOp) and part.op in STEPS)
               or (isinstance(part, c_ast.FuncCall) and not (isinstance(part.name, c_ast.ID) and harmless(part.name.name)))
               for part in parts(node))


def changed_list(node: Any) -> Any | None:
    """The list of arguments that a call of va_arg and the like changes; None for other nodes."""
    of_list = isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name.startswith(_OF_LISTS)
    return node.args.exprs[0] if of_list and node.args is not None else None


def is_changed(body: Any, name: str) -> bool:
    """Whether a function's body assigns to a parameter, or takes its address."""
    targets = [p.lvalue if isinstance(p, c_ast.Assignment) else p.expr for p in parts(body) if isinstance(p, c_ast.Assignment)
               or (isinstance(p, c_ast.UnaryOp) and p.op in (*STEPS, "&"))]
    return any(isinstance(t, c_ast.ID) and t.name == name for t in targets)


def failing(errors: Collection[str]) -> set[str]:
    """The operators that may fail where "overflow" and "undefined" operations are errors."""
    return {operator for error in errors for operator in _FAILING[error]}


def acts(node: Any, errors: Collection[str], harmless: Callable[[str], bool], points: Callable[[Any], bool]) -> bool:
    """Whether evaluation may change something, ask for an input, fail, or end the program; `points` tells which expressions are
    pointers.

    errors   what is a failed assertion, "overflow" and "undefined" operations
    """
    checked = failing(errors)
    return changes(node, lambda name: computes(name) and harmless(name)) or any(
        (isinstance(part, c_ast.ArrayRef) and (not isinstance(part.subscript, c_ast.Constant) or points(part.name)))
        or (isinstance(part, c_ast.UnaryOp) and part.op == "*") or (isinstance(part, c_ast.StructRef) and part.type == "->")
        or (isinstance(part, (c_ast.BinaryOp, c_ast.UnaryOp)) and part.op in checked)
        for part in parts(node))
