"""Programs as C text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from small_c.language import (
    AddressOf,
    Allocate,
    Array,
    Assert,
    Assign,
    Binary,
    Block,
    Call,
    Copy,
    Declare,
    Deref,
    Expression,
    Fill,
    For,
    Free,
    Function,
    If,
    Index,
    Input,
    Leave,
    Member,
    Not,
    Null,
    Number,
    Pointer,
    Program,
    Return,
    SizeOf,
    Statement,
    Stop,
    Struct,
    Sum,
    Type,
    Variable,
    While,
)

_BEFORE = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);"""


def printed(program: Program) -> str:
    """The text of a program, a statement a line."""
    lines = [_BEFORE]
    for name, members in program.structs.items():
        lines.append(f"struct {name} {{ {' '.join(f'{declared(t, m)};' for m, t in members.items())} }};")
    for variable, value in program.globals:
        lines.append(f"static {declared(variable.type, variable.name)}{_valued(value)};")
    for function in program.functions:
        lines += [_head(function), "{", *_lines(function.body, 1), "}"]
    return "\n".join(lines) + "\n"


def declared(type: Type, name: str) -> str:
    """The declaration of a name of a type."""
    match type:
        case Pointer():
            return declared(type.target, f"*{name}")
        case Array():
            return declared(type.element, f"{name}[{type.length}]")
        case Struct():
            return f"struct {type.name} {name}"
    return f"{type.name} {name}"


def _type(type: Type) -> str:
    return declared(type, "").strip()


def _valued(value: Expression | None) -> str:
    return "" if value is None else f" = {_bare(value)}"


def _head(function: Function) -> str:
    own = ", ".join(declared(p.type, p.name) for p in function.parameters) or "void"
    if function.name == "main":
        return "int main(void)"
    head = f"{function.name}({own})"
    return f"static void {head}" if function.result is None else f"static {declared(function.result, head)}"


def _text(value: Expression) -> str:
    """An expression, in parentheses where others are around it."""
    return f"({_bare(value)})" if isinstance(value, (AddressOf, Sum, Binary, Deref)) else _bare(value)


def _bare(value: Expression) -> str:
    match value:
        case Number():
            return str(value.value)
        case Null():
            return "NULL"
        case SizeOf():
            return f"sizeof({_type(value.type)})"
        case Variable():
            return value.name
        case Deref():
            return f"*{_text(value.pointer)}"
        case Index():
            return f"{_text(value.base)}[{_text(value.index)}]"
        case Member(struct=Deref(pointer=pointer)):
            return f"{_text(pointer)}->{value.name}"
        case Member():
            return f"{_text(value.struct)}.{value.name}"
        case AddressOf():
            return f"&{_text(value.place)}"
        case Sum():
            return f"{_text(value.pointer)} + {_text(value.offset)}"
        case Not():
            return f"!{_text(value.operand)}"
        case Binary():
            return f"{_text(value.left)} {value.operator} {_text(value.right)}"


def _lines(statements: Iterable[Statement], depth: int) -> Iterator[str]:
    for statement in statements:
        yield from ("    " * depth + line for line in _statement(statement))


def _braced(head: str, body: Iterable[Statement]) -> list[str]:
    return [f"{head} {{".lstrip(), *_lines(body, 1), "}"]


def _bytes(count: Expression | int, element: Type) -> str:
    return f"{count if isinstance(count, int) else _text(count)} * sizeof({_type(element)})"


def _allocation(statement: Allocate) -> str:
    size = _bytes(statement.count, statement.element)
    match statement.function:
        case "calloc":
            return f"calloc({_bare(statement.count)}, sizeof({_type(statement.element)}))"
        case "realloc":
            assert statement.old is not None
            return f"realloc({_bare(statement.old)}, {size})"
    return f"malloc({size})"


def _statement(statement: Statement) -> list[str]:
    match statement:
        case Declare():
            return [f"{declared(statement.variable.type, statement.variable.name)}{_valued(statement.value)};"]
        case Assign():
            return [f"{_bare(statement.place)} = {_bare(statement.value)};"]
        case Input():
            return [f"{_bare(statement.place)} = __VERIFIER_nondet_uchar() & {statement.most};"]
        case Allocate():
            return [f"{_bare(statement.place)} = {_allocation(statement)};"]
        case Free():
            return [f"free({_bare(statement.pointer)});"]
        case Copy():
            return [f"memcpy({_bare(statement.to)}, {_bare(statement.source)}, {_bytes(statement.count, statement.element)});"]
        case Fill():
            return [f"memset({_bare(statement.to)}, {statement.byte}, {_bytes(statement.count, statement.element)});"]
        case Call():
            target = "" if statement.place is None else f"{_bare(statement.place)} = "
            return [f"{target}{statement.function}({', '.join(map(_text, statement.arguments))});"]
        case If():
            lines = _braced(f"if ({_bare(statement.condition)})", statement.then)
            return [*lines[:-1], *_braced("} else", statement.otherwise)] if statement.otherwise else lines
        case While():
            return _braced(f"while ({_bare(statement.condition)})", statement.body)
        case For():
            name = statement.variable.name
            return _braced(f"for (int {name} = 0; {name} < {_text(statement.bound)}; {name}++)", statement.body)
        case Block():
            return _braced("", statement.body)
        case Assert():
            return [f"assert({_bare(statement.condition)});"]
        case Stop():
            return [f"{statement.function}({'0' if statement.function == 'exit' else ''});"]
        case Leave():
            return [f"{statement.word};"]
        case Return():
            return ["return;" if statement.value is None else f"return {_bare(statement.value)};"]
