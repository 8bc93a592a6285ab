"""What GNU C adds to declarations, as it stands in preprocessed files, taken away or put into standard words; and words of C that
are refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.syntax.tokens import Token

LIST = "__builtin_va_list"
"""The type of lists of arguments, and the tag of the struct that it is here: of the size and the alignment that gcc's has."""
_REST = "long : sizeof(long) == 8 ? 64 : 0;"
PROLOGUE = (f"typedef struct {LIST} {{ unsigned long __list : 16; long __index : 16; {_REST} {_REST} }} {LIST};",
            "typedef struct _Float128 _Float128;",
            "typedef struct _Float32 _Float32;", "typedef struct _Float64 _Float64;", "typedef struct _Float32x _Float32x;",
            "typedef struct _Float64x _Float64x;", "typedef struct __float128 __float128;")
"""Types that headers mention; what really uses one of those of numbers is refused, as they are incomplete."""

ARGUMENT = "__builtin_va_next"
"""What gcc's va_arg of a list and a type T becomes for the parser: (*ARGUMENT(list, (T *)0))."""

_RANGE = "__builtin_range"
"""What `a ... b` of a case or a designator becomes for the parser: _RANGE(a, b)."""
SAME = "__builtin_condition"
"""What stands between ? and : where `a ?: b` leaves it out: the value of the condition."""

TYPE_OF = "__builtin_typeof"
"""What typeof(a) becomes for the parser: struct { int TYPE_OF[sizeof(a)]; }, which takes an expression as well as a type."""

LAID_OUT = "__builtin_laid_out"
"""The member, which is none, of a struct or a union of which an attribute says how it is laid out."""

_WORDS = {"__inline": "inline", "__inline__": "inline", "__const": "const", "__const__": "const", "__signed__": "signed",
          "__signed": "signed", "__volatile__": "volatile", "__volatile": "volatile", "__restrict": "restrict",
          "__restrict__": "restrict", "__extension__": "", "__alignof__": "_Alignof", "__alignof": "_Alignof",
          "__builtin_offsetof": "offsetof"}
_ATTRIBUTES = ("__attribute__", "__attribute")
_ASSEMBLY = ("asm", "__asm__", "__asm")
_TYPE_OF = ("typeof", "__typeof__", "__typeof")
_REFUSED = ("__thread", "_Thread_local", "__label__", "__auto_type", "_Complex", "__complex__", "__real__", "__imag__",
            *(() if hasattr(c_ast, "GenericSelection") else ("_Generic",)))
_OPEN = re.compile(r'(".*)\\(?:([0-7]{1,2})|x([0-9a-fA-F]+))"', re.DOTALL)
"""A string with an escape at its end that more digits would be a part of."""
_MODES = {"QI": "char", "byte": "char", "HI": "short", "SI": "int", "DI": "long long", "word": "long", "pointer": "long"}
_LAYOUT = ("packed", "aligned")
_LAYING = ("struct", "union")
_PRAGMAS = ("pack", "scalar_storage_order", "ms_struct", "redefine_extname", "weak")
_HARMLESS_ATTRIBUTES = frozenset((
    "unused", "noreturn", "nothrow", "leaf", "nonnull", "const", "pure", "malloc", "warn_unused_result", "format", "format_arg",
    "deprecated", "always_inline", "noinline", "artificial", "gnu_inline", "returns_nonnull", "alloc_size", "sentinel", "used",
    "cold", "hot", "visibility", "access", "no_instrument_function", "fallthrough", "returns_twice", "may_alias",
    "nonstring"))
_OF_DECLARATIONS = frozenset((
    "alloc_align", "assume_aligned", "copy", "noclone", "noipa", "flatten", "error", "warning", "unavailable", "designated_init",
    "tls_model", "no_reorder", "externally_visible", "retain", "nocommon", "common", "no_icf", "noplt", "nocf_check",
    "no_split_stack", "no_stack_protector", "stack_protect", "no_profile_instrument_function", "patchable_function_entry",
    "no_stack_limit", "zero_call_used_regs", "no_sanitize", "no_sanitize_address", "no_address_safety_analysis",
    "no_sanitize_thread", "no_sanitize_undefined", "fd_arg", "fd_arg_read", "fd_arg_write", "null_terminated_string_arg",
    "transparent_union", "gcc_struct", "cdecl", "stdcall", "fastcall", "thiscall", "regparm", "sseregparm", "ms_abi", "sysv_abi",
    "force_align_arg_pointer", "section"))
"""Attributes that change nothing of what a program means; of the second kind only outside of functions and types."""
_RUN = (".init", ".fini", ".preinit", ".ctors", ".dtors")
"""What the names of sections begin with whose functions are run before the program, or after it."""


def standard(tokens: Sequence[Token], file: str) -> tuple[list[Token], bool, set[str]]:
    """The tokens without attributes and assembler names; whether attributes say how structs are laid out of which they do not tell
    which: others have `LAID_OUT` as their first member; and the assembler names that are not the ones of C.

    InputError for what cannot be left out.
    """
    tokens, found = _fetched(tokens), list[Token]()
    labels: list[tuple[Token, str]] = []
    renamed: dict[str, list[tuple[Token, str]]] = {}
    ends: list[int] = []
    depth = position = 0
    laid_out = begins = False
    while position < len(tokens):
        while position in ends:
            ends.remove(position)
            found += _spelled(tokens[position - 1], "] ; }")
        token = tokens[position]
        position += 1
        depth += (token.text == "{") - (token.text == "}")
        if token.text in _ATTRIBUTES:
            end = _closing(tokens, position)
            if _heeded(tokens[position:end], found, file, depth, tokens[end].text if end < len(tokens) else ""):
                begins = _begins(found, tokens, end)
                laid_out |= not begins and not _laid_out(found)
            position = end
        elif token.text in _ASSEMBLY and depth == 0:
            end = _closing(tokens, position)
            label = "".join(t.text.strip('"') for t in tokens[position:end] if t.kind == "string")
            name = _declared(found)
            if label not in (name, f"{name}64") and not label.startswith(("__isoc", "__xpg_")):
                renamed.setdefault(name if found[-1:] and found[-1].text == ")" else "", []).append((token, label))
            labels += [(token, label)] if label != name else []
            position = end
        elif token.text in _ASSEMBLY or token.text in _REFUSED:
            raise InputError(f"not supported: {token.text}", file, token.line, token.column)
        elif token.text in _TYPE_OF:
            if position == len(tokens) or tokens[position].text != "(":
                raise InputError(f"this is not C: {token.text} without parentheses", file, token.line, token.column)
            found += _spelled(token, f"struct {{ int {TYPE_OF} [ sizeof")
            ends.append(_closing(tokens, position))
        elif token.text in _WORDS:
            if _WORDS[token.text]:
                found.append(token._replace(text=_WORDS[token.text]))
        elif token.text == "..." and (start := _ranging(found)) is not None:
            found[start:] = [*_spelled(found[start - 1], f"{_RANGE} ("), *found[start:], *_spelled(token, ",")]
            position = _ranged(tokens, position, found, ":" if found[start - 1].text == "case" else "]")
        else:
            if token.text == ":" and found and found[-1].text == "?":
                found += _spelled(token, SAME)
            if token.kind == "string" and found and found[-1].kind == "string":
                found[-1] = found[-1]._replace(text=_ended(found[-1].text))
            found.append(token)
            if begins and token.text == "{":
                found += _spelled(token, f"char {LAID_OUT} ;")
                begins = False
    _require_unused(renamed, found, file)
    _require_own_names(labels, found, file)
    return found, laid_out, {label for _, label in labels}


def _fetched(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with va_arg(list, T) as an expression."""
    found, ends = list[Token](), dict[int, int]()
    for i, token in enumerate(tokens):
        if token.text == "__builtin_va_arg" and i + 1 < len(tokens) and tokens[i + 1].text == "(":
            end = _closing(tokens, i + 1) - 1
            depths = list(accumulate((t.text in ("(", "[", "{")) - (t.text in (")", "]", "}")) for t in tokens[i + 1:end]))
            commas = [k for k, own in enumerate(tokens[i + 1:end]) if own.text == "," and depths[k] == 1]
            found += _spelled(token, "( *") if commas else []
            ends.update({i + 1 + commas[-1]: 0, end: 1} if commas else {})
        found += _spelled(token, "* ) 0") if ends.get(i) == 1 else []
        found.append(token._replace(text=ARGUMENT) if token.text == "__builtin_va_arg" else token)
        found += _spelled(token, ")") if ends.get(i) == 1 else _spelled(token, "(") if ends.get(i) == 0 else []
    return found if ends else tokens


def _begins(found: Sequence[Token], tokens: Sequence[Token], position: int) -> bool:
    """Whether an attribute behind the tokens found, and before `position`, stands before the body of a struct or a union."""
    while position < len(tokens) and tokens[position].text in _ATTRIBUTES:
        position = _closing(tokens, position + 1)
    after = [token.text for token in tokens[position:position + 2]]
    return bool(found) and found[-1].text in _LAYING and "{" in after


def _laid_out(found: list[Token]) -> bool:
    """Mark the struct or union whose body ends with the tokens found, or in whose body they end; whether there is one."""
    depth, inside = 0, found[-1].text != "}" if found else True
    for i in range(len(found) - 1, -1, -1):
        depth += (found[i].text == "}") - (found[i].text == "{")
        if found[i].text == "{" and depth == (-1 if inside else 0):
            named = found[i - 1].kind == "name" and i > 1 and found[i - 2].text in _LAYING
            if named or (i and found[i - 1].text in _LAYING):
                found[i + 1:i + 1] = _spelled(found[i], f"char {LAID_OUT} ;")
                return True
            return False
    return False


def _defined(tokens: Sequence[Token]) -> set[str]:
    """The functions that a file defines, and its objects, by their tokens."""
    found, depth = set(), 0
    for i, token in enumerate(tokens[:-1]):
        depth += (token.text in ("{", "(")) - (token.text in ("}", ")"))
        if token.kind != "name" or depth:
            continue
        after = tokens[i + 1].text
        end = _closing(tokens, i + 1) if after == "(" else len(tokens)
        if after in ("=", ";", ",", "[") or (end < len(tokens) and tokens[end].text == "{"):
            found.add(token.text)
    return found


def _ended(string: str) -> str:
    """A string with an escape at its end that digits after it are no part of (C11, 5.1.1.2: phase 5 comes before phase 6)."""
    match = _OPEN.fullmatch(string)
    if match is None:
        return string
    code = int(match[3], 16) if match[3] is not None else int(match[2], 8)
    return string if code > 0o377 else f'{match[1]}\\{code:03o}"'


def _declared(found: Sequence[Token]) -> str:
    """The name that the declaration at the end of the tokens found is about; "" where there is none."""
    depth, place = 0, len(found)
    while place and (depth or found[place - 1].kind != "name"):
        place -= 1
        depth += (found[place].text == ")") - (found[place].text == "(")
        if not depth and found[place].text in (";", "}"):
            return ""
    return found[place - 1].text if place else ""


def _require_unused(renamed: Mapping[str, Sequence[tuple[Token, str]]], tokens: Sequence[Token], file: str) -> None:
    """InputError where more is said of a function than that its assembler's name is the name of something else; "" for others."""
    said = Counter(token.text for token in tokens if token.text in renamed) if renamed else Counter()
    for name, labels in renamed.items():
        if said[name] != len(labels):
            token, label = labels[0]
            what = f"{token.text} with the name of something else, {label}"
            raise InputError(f"not supported: {what}", file, token.line, token.column)


def _require_own_names(labels: Sequence[tuple[Token, str]], tokens: Sequence[Token], file: str) -> None:
    """InputError for an assembler's name that is the name of something else in the file, which it then is."""
    names = _defined(tokens) if labels else set()
    seen: dict[str, Token] = {}
    for token, label in labels:
        if label in names or (label in seen and token.origin is None):
            what = f"{token.text} with the name of something else, {label}"
            raise InputError(f"not supported: {what}", file, token.line, token.column)
        seen[label] = token


def _ranging(found: Sequence[Token]) -> int | None:
    """Where the expression begins that follows the `case` or the bracket of this place; None where none is open."""
    depth = 0
    for i in range(len(found) - 1, -1, -1):
        depth += (found[i].text in (")", "]")) - (found[i].text in ("(", "["))
        if found[i].text == "case" or (found[i].text == "[" and depth < 0):
            return i + 1
        if found[i].text in (";", "{", "}") or depth < 0 or (found[i].text == ":" and depth == 0):
            return None
    return None


def ends_of_range(node: Any) -> tuple[Any, Any]:
    """The two ends of GNU's a ... b, or twice an expression that is none."""
    if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name == _RANGE:
        low, high = node.args.exprs
        return low, high
    return node, node


def _ranged(tokens: Sequence[Token], position: int, found: list[Token], end: str) -> int:
    """Add what follows `...` up to its end, and a parenthesis; the position of the end."""
    opening, open_ = {":": "?", "]": "["}[end], 0
    while position < len(tokens) and (tokens[position].text != end or open_):
        open_ += (tokens[position].text == opening) - (tokens[position].text == end)
        found.append(tokens[position])
        position += 1
    found += _spelled(found[-1], ")")
    return position


def _spelled(place: Token, text: str) -> list[Token]:
    """Tokens of ours where another one stands."""
    return [place._replace(text=word, kind="name" if word.isidentifier() else "mark") for word in text.split()]


def matters(pragma: Sequence[str]) -> bool:
    """Whether a pragma, its words given, changes what a program means."""
    return "".join(pragma[:1]).partition("(")[0] in _PRAGMAS or pragma[:2] in (["GCC", "optimize"], ["GCC", "target"])


def _closing(tokens: Sequence[Token], position: int) -> int:
    """The position behind the parentheses that open at `position`."""
    depth = 0
    for i in range(position, len(tokens)):
        depth += (tokens[i].text == "(") - (tokens[i].text == ")")
        if depth == 0:
            return i + 1
    return len(tokens)


def _heeded(attribute: Sequence[Token], found: list[Token], file: str, depth: int, after: str) -> bool:
    """Do what an attribute asks for; whether it says how structs are laid out. InputError for one that is not supported.

    Those are refused that are not known to change nothing; outside of functions and types, where headers have many, more are known.
    after   the text of the token behind it
    """
    level, laid_out = 0, False
    for i, token in enumerate(attribute):
        level += (token.text == "(") - (token.text == ")")
        name = token.text.strip("_")
        if token.kind != "name" or level != 2 or attribute[i - 1].text not in ("(", ","):
            continue
        laid_out |= name in _LAYOUT
        if name == "mode":
            _resized(found, attribute[i + 2].text.strip("_"), token, file, after)
        elif name not in (*_HARMLESS_ATTRIBUTES, *_LAYOUT, *(() if depth else _OF_DECLARATIONS)) or (
                name == "packed" and _of_enumeration(found)) or (name == "section" and _is_run(attribute[i + 2])):
            raise InputError(f"not supported: the attribute {token.text}", file, token.line, token.column)
    return laid_out


def _is_run(section: Token) -> bool:
    """Whether what lies in a section is run, or its name is not spelled out."""
    return section.kind != "string" or section.text.strip('"').startswith(_RUN)


def _of_enumeration(found: Sequence[Token]) -> bool:
    """Whether the tokens found end with `enum`, or with the braces of an enumeration."""
    if not found or found[-1].text != "}":
        return bool(found) and found[-1].text == "enum"
    start = next((i for i in range(len(found) - 1, -1, -1) if found[i].text == "{"), 0)
    return any(t.text == "enum" for t in found[max(0, start - 2):start])


def _resized(found: list[Token], mode: str, token: Token, file: str, after: str) -> None:
    """Change the `int` of the declaration that ends the tokens found into the type of a machine mode.

    InputError where only one of several declarators is meant.
    """
    place = next((i for i in range(len(found) - 1, -1, -1) if found[i].text in ("int", ";", "}")), 0)
    one = place < len(found) - 1 and (after == "," or any(t.text == "," for t in found[place:]))
    if mode not in _MODES or not found or found[place].text != "int" or one:
        raise InputError(f"not supported: the attribute {token.text}", file, token.line, token.column)
    words = _MODES[mode].split()
    if words == ["char"] and found[place - 1].text != "unsigned":
        words = ["signed", "char"]
    found[place:place + 1] = [found[place]._replace(text=word) for word in words]
