"""Whether evaluating an expression does something: where it does, the order of evaluation matters."""

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
        if (isinstance(own, c_ast.UnaryOp) and own.op in ("sizeof", "_Alignof")) or is_offset(own):
            continue
        yield own
        stack.extend(child for _, child in own.children())


def is_offset(node: Any) -> bool:
    """Whether an expression is offsetof(type, member)."""
    return isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name == "offsetof"


def _called(node: Any) -> str:
    return node.name.name if isinstance(node.name, c_ast.ID) else ""


def changes(node: Any, defined: Callable[[str], bool] = lambda name: True) -> bool:
    """Whether evaluation may assign to a variable of the program; `defined` tells which functions the file defines."""
    return any(isinstance(part, (c_ast.Assignment, c_ast.Compound))
               or (isinstance(part, c_ast.UnaryOp) and part.op in STEPS)
               or (isinstance(part, c_ast.FuncCall) and (defined(_called(part)) or _called(part).startswith(_OF_LISTS)))
               for part in parts(node))


def changed_list(node: Any) -> Any | None:
    """The list of arguments that a call of va_arg and the like changes; None for other nodes."""
    of_list = isinstance(node, c_ast.FuncCall) and _called(node).startswith(_OF_LISTS) and node.args is not None
    return node.args.exprs[0] if of_list else None


def acts(node: Any, errors: Collection[str], defined: Callable[[str], bool], points: Callable[[Any], bool]) -> bool:
    """Whether evaluation may change something, fail, or end the program; `points` tells which expressions are pointers.

    errors   what is a failed assertion, "overflow" and "undefined" operations
    """
    failing = {operator for error in errors for operator in _FAILING[error]}
    return changes(node, lambda name: defined(name) or not computes(name)) or any(
        (isinstance(part, c_ast.ArrayRef) and (not isinstance(part.subscript, c_ast.Constant) or points(part.name)))
        or (isinstance(part, c_ast.UnaryOp) and part.op == "*") or (isinstance(part, c_ast.StructRef) and part.type == "->")
        or (isinstance(part, (c_ast.BinaryOp, c_ast.UnaryOp)) and part.op in failing)
        for part in parts(node))
