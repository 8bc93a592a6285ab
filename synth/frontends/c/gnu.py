"""What GNU C adds to declarations, as it stands in preprocessed files, taken away or put into standard words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from synth.errors import InputError
from synth.frontends.c.tokens import Token

PROLOGUE = ("typedef struct __builtin_va_list __builtin_va_list;", "typedef struct _Float128 _Float128;",
            "typedef struct _Float32 _Float32;", "typedef struct _Float64 _Float64;", "typedef struct _Float32x _Float32x;",
            "typedef struct _Float64x _Float64x;")
"""Types that headers mention; what really uses one is refused, as they are incomplete."""

_WORDS = {"__inline": "inline", "__inline__": "inline", "__const": "const", "__const__": "const", "__signed__": "signed",
          "__signed": "signed", "__volatile__": "volatile", "__volatile": "volatile", "__restrict": "restrict",
          "__restrict__": "restrict", "__extension__": "", "__alignof__": "_Alignof", "__alignof": "_Alignof"}
_ATTRIBUTES = ("__attribute__", "__attribute")
_ASSEMBLY = ("asm", "__asm__", "__asm")
_REFUSED = ("typeof", "__typeof__", "__typeof", "__thread", "_Thread_local", "__label__", "__auto_type", "_Generic", "_Complex",
            "__complex__", "__real__", "__imag__")
_HARMLESS_ATTRIBUTES = frozenset((
    "unused", "noreturn", "nothrow", "leaf", "nonnull", "const", "pure", "malloc", "warn_unused_result", "format", "format_arg",
    "deprecated", "always_inline", "noinline", "artificial", "gnu_inline", "returns_nonnull", "alloc_size", "sentinel", "used",
    "cold", "hot", "visibility", "access", "no_instrument_function", "fallthrough", "returns_twice", "may_alias"))


def standard(tokens: Sequence[Token], file: str) -> list[Token]:
    """The tokens without attributes and assembler names; InputError for what cannot be left out."""
    found: list[Token] = []
    depth = position = 0
    while position < len(tokens):
        token = tokens[position]
        position += 1
        depth += (token.text == "{") - (token.text == "}")
        if token.text in _ATTRIBUTES:
            position = _checked(tokens, position, file, depth)
        elif token.text in _ASSEMBLY and depth == 0:
            position = _closing(tokens, position)
        elif token.text in _ASSEMBLY or token.text in _REFUSED:
            raise InputError(f"not supported: {token.text}", file, token.line, token.column)
        elif token.text in _WORDS:
            if _WORDS[token.text]:
                found.append(replace(token, text=_WORDS[token.text]))
        else:
            found.append(token)
    return found


def _closing(tokens: Sequence[Token], position: int) -> int:
    """The position behind the parentheses that open at `position`."""
    depth = 0
    for i in range(position, len(tokens)):
        depth += (tokens[i].text == "(") - (tokens[i].text == ")")
        if depth == 0:
            return i + 1
    return len(tokens)


def _checked(tokens: Sequence[Token], position: int, file: str, depth: int) -> int:
    """The position behind an attribute; inside functions and types only those that change no meaning are let through."""
    end = _closing(tokens, position)
    inner, level = tokens[position:end], 0
    for i, token in enumerate(inner):
        level += (token.text == "(") - (token.text == ")")
        plain = token.text.strip("_")
        if depth and token.kind == "name" and level == 2 and plain not in _HARMLESS_ATTRIBUTES and inner[i - 1].text in ("(", ","):
            raise InputError(f"not supported: the attribute {token.text}", file, token.line, token.column)
    return end
