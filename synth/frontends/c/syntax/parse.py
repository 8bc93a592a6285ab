"""The parser's tree of a source: pycparser, with its errors told as ours."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from typing import Any

from pycparser import c_ast, c_generator, c_lexer, c_parser

from synth.errors import InputError
from synth.frontends.c.syntax.effects import changes, parts
from synth.frontends.c.syntax.gnu import SAME, TYPE_OF
from synth.frontends.c.syntax.source import Source

_DEEPEST = 20_000
"""Calls within calls while a file is read; code nested so deeply that more are needed is refused."""


class _Lexer(c_lexer.CLexer):  # type: ignore[misc]
    """Remembers the line and column of the token that was read last, as some of the parser's errors name none."""

    line: int | None = None
    column: int | None = None

    def token(self) -> Any:
        """The next token."""
        found = super().token()
        if found is not None:
            self.line, self.column = found.lineno, getattr(found, "column", None)
        return found


@contextlib.contextmanager
def deeply(file: str) -> Iterator[None]:
    """Room for recursion over nested code. InputError where it is not enough."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEPEST))
    try:
        yield
    except RecursionError:
        raise InputError("not supported: code nested as deeply as this", file) from None
    finally:
        sys.setrecursionlimit(before)


def parse(source: Source) -> c_ast.FileAST:
    """The tree of the text, which is parsed once. InputError where it is not C."""
    if source.tree is None:
        parser = c_parser.CParser(lexer=_Lexer)
        try:
            tree = parser.parse(source.text, "")
            _prototype(tree, source)
            if SAME in source.text:
                _share_conditions(tree)
            if TYPE_OF in source.text:
                _name_types(tree)
            source.tree = tree
        except (RecursionError, InputError):
            raise
        except Exception as error:  # the ParseErrors of pycparser's versions have no base but this
            raise _told(error, source, parser.clex) from None
    return source.tree


def _prototype(tree: Any, source: Source) -> None:
    """Write definitions in the style of K&R with prototypes; what is not declared is an int (C89, 3.7.1). InputError for a _Bool,
    which gcc does not make of the int that is handed over.
    """
    for node in tree.ext:
        arguments = node.decl.type.args if isinstance(node, c_ast.FuncDef) else None
        if arguments is None or not any(isinstance(p, c_ast.ID) for p in arguments.params):
            continue
        declared = {d.name: d for d in node.param_decls or ()}
        for own in declared.values():
            if getattr(getattr(own.type, "type", None), "names", None) == ["_Bool"]:
                source.refuse(own, "a _Bool parameter in the style of K&R")
        arguments.params = [declared.get(p.name) or _integer(p) if isinstance(p, c_ast.ID) else p for p in arguments.params]
        node.param_decls = None


def _integer(name: Any) -> Any:
    """The declaration of an int."""
    kind = c_ast.TypeDecl(name.name, [], None, c_ast.IdentifierType(["int"], name.coord), name.coord)
    return c_ast.Decl(name.name, [], [], [], [], kind, None, None, name.coord)


def _share_conditions(tree: Any) -> None:
    """Let a ?: b, where the evaluation of a changes nothing, be a ? a : b."""
    for node in parts(tree):
        if isinstance(node, c_ast.TernaryOp) and leaves_out(node) and not changes(node.cond):
            node.iftrue = node.cond


def _name_types(tree: Any) -> None:
    """Let GNU's typeof(a), where a type is named, be a unary operator on a, an expression or a type."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        named: Any = getattr(node, "type", None)
        member = named.decls[0] if isinstance(named, c_ast.Struct) and named.decls else None
        if isinstance(member, c_ast.Decl) and member.name == TYPE_OF:
            node.type = c_ast.UnaryOp("typeof", member.type.dim.expr, named.coord)
        waiting += [child for _, child in node.children()]


def leaves_out(node: Any) -> bool:
    """Whether a node is GNU's a ?: b, where evaluating a changes something."""
    return isinstance(node.iftrue, c_ast.ID) and node.iftrue.name == SAME


def with_condition(node: Any) -> Any:
    """a ?: b as a choice by the name SAME, of what a gave; wherever it is evaluated, that name has to be bound to it."""
    return c_ast.TernaryOp(node.iftrue, c_ast.ExprList([node.iftrue], node.coord), node.iffalse, node.coord)


def _told(error: Exception, source: Source, lexer: _Lexer) -> InputError:
    match = re.match(r":?(\d+)(?::(\d+))?: ?(.*)", str(error), re.DOTALL)
    if match is not None:
        line, column, message = int(match[1]), int(match[2]) if match[2] else None, match[3]
    else:
        line, column, message = lexer.line or 0, lexer.column, str(error).lstrip(": ")
    message = message.replace("before: ", "unexpected ", 1).replace("At end of input", "the file ends too early", 1)
    return source.error(f"this is not C: {message[:1].lower()}{message[1:]}", line, column)


def shown(node: Any, limit: int = 200) -> str:
    """An expression as C, on one line."""
    text = " ".join(str(c_generator.CGenerator().visit(node)).split())
    return text if len(text) <= limit else text[:limit] + "…"
