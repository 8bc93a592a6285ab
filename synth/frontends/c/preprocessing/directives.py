"""Our own preprocessor: conditionals, #define and #include, with every token's place kept. Preprocessed files pass.

It takes what it reads exactly as gcc does, and refuses what it does not know: headers that are neither ours nor beside the file,
reserved names that it cannot know whether a compiler defines them. Lines such as `# 12 "file.c"` are read over: places are those of
the file at hand.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from synth.frontends.c.expressions.types import Model
from synth.frontends.c.preprocessing import headers, predefined
from synth.frontends.c.preprocessing.conditions import holds
from synth.frontends.c.preprocessing.macros import Macro, Macros, Unreadable, defined, error_at
from synth.frontends.c.syntax import gnu
from synth.frontends.c.syntax.source import read
from synth.frontends.c.syntax.tokens import Origin, Token, lines

_DEEPEST = 100
_DYNAMIC = ("__LINE__", "__FILE__")


@dataclass
class _Condition:
    """An open #if: where it stands, whether its current part is read, whether some part was, and whether #else was seen."""

    place: Token
    reading: bool
    done: bool
    last: bool = False


@functools.lru_cache(maxsize=8)
def _predefined(model: Model) -> Mapping[str, Macro]:
    return given(predefined.macros(model))


def given(macros: Mapping[str, str]) -> Mapping[str, Macro]:
    """Macros that are defined from outside, by their names, or names and parameters."""
    text = "\n".join(f"{name} {body}" for name, body in macros.items())
    return dict(defined(line, line[0], "") for line in lines(text, "") if line)


class Preprocessor:
    """The preprocessor at some point of a file; `macros` are those that are defined."""

    def __init__(self, file: str, model: Model, given: Mapping[str, Macro], include: Sequence[str] = (),
                 quote: Sequence[str] = (), undefine: Sequence[str] = ()) -> None:
        self.macros = Macros(file, {name: macro for name, macro in {**_predefined(model), **given}.items() if name not in undefine})
        self._file, self._folders, self._beside, self._quote = file, [os.path.dirname(file)], include, quote
        self._included: Token | None = None
        self._own: set[str] = set()
        self._once: set[str] = set()
        self._conditions: list[_Condition] = []

    def fail(self, token: Token, message: str) -> NoReturn:
        """InputError at a token."""
        raise error_at(token, message, self._file)

    def whole(self, text: str, prefix: Sequence[str] = ()) -> list[Token]:
        """The tokens of a file, and of the headers that are read before it."""
        start = Token("mark", "#", 1, 1)
        return [*(token for file in prefix for token in self._inside(file, start)), *self.run(text)]

    def run(self, text: str) -> list[Token]:
        """The tokens of a whole file."""
        found: list[Token] = []
        pending: list[Token] = []
        outside = len(self._conditions)
        read = lines(text, self._file)
        self._own |= {line[2].text for line in read if len(line) > 2 and line[0].text == "#" and line[1].text == "define"}
        for line in map(self._placed, read) if self._included is not None else read:
            if line and line[0].text == "#":
                found += self.macros.expanded(pending)
                pending = []
                found += self._directive(line)
            elif all(c.reading for c in self._conditions):
                pending += line
        found += self.macros.expanded(pending)
        if len(self._conditions) > outside:
            self.fail(self._conditions[-1].place, f"#{self._conditions[-1].place.text} without #endif")
        return found

    def _placed(self, line: Sequence[Token]) -> list[Token]:
        """The tokens of an included file, in the place of the directive that includes it."""
        assert self._included is not None
        place = self._included
        return [t._replace(line=place.line, column=place.column, origin=Origin(self._file, t.line, t.column)) for t in line]

    def _directive(self, line: Sequence[Token]) -> list[Token]:
        """Do what a directive says; the tokens that it brings."""
        name, rest = (line[1].text if len(line) > 1 else ""), list(line[2:])
        if name in ("if", "ifdef", "ifndef", "elif", "else", "endif"):
            self._conditional(line[1], rest)
        elif all(c.reading for c in self._conditions):
            match name:
                case "define":
                    self._define(line[0], rest)
                case "undef":
                    self._undefine(line[0], rest)
                case "include":
                    return self._include(line[0], rest)
                case "error":
                    self.fail(line[0], "#error " + " ".join(t.text for t in rest))
                case "pragma":
                    if [t.text for t in rest] == ["once"]:
                        self._once.add(self._file)
                    elif rest and rest[0].text in ("push_macro", "pop_macro"):
                        self.fail(line[0], f"not supported: #pragma {rest[0].text}")
                    elif gnu.matters([t.text for t in rest]):
                        raise Unreadable(f"not supported: #pragma {rest[0].text}", self._file, line[0].line, line[0].column)
                case "line" | "ident" | "warning" | "":
                    pass
                case _:
                    if line[1].kind != "number":
                        self.fail(line[0], f"not supported: #{name}")
        return []

    def _conditional(self, name: Token, rest: list[Token]) -> None:
        outside = all(c.reading for c in self._conditions[:-1])
        if name.text in ("if", "ifdef", "ifndef"):
            reading = all(c.reading for c in self._conditions) and self._wanted(name, rest)
            self._conditions.append(_Condition(name, reading, reading))
            return
        if not self._conditions or (self._conditions[-1].last and name.text != "endif"):
            self.fail(name, f"#{name.text} without #if")
        if name.text == "endif":
            self._conditions.pop()
            return
        own = self._conditions[-1]
        own.reading = outside and not own.done and (name.text == "else" or self._wanted(name, rest))
        own.done, own.last = own.done or own.reading, name.text == "else"

    def _wanted(self, name: Token, rest: list[Token]) -> bool:
        if name.text in ("ifdef", "ifndef"):
            if not rest or rest[0].kind != "name":
                self.fail(name, f"#{name.text} needs a name")
            return self._is_defined(rest[0]) == (name.text == "ifdef")
        expanded = self.macros.expanded(self._answered(rest))
        for token in expanded:
            if token.kind == "name":
                self._is_defined(token)
        return holds(expanded, self._file, name)

    def _is_defined(self, name: Token) -> bool:
        """Whether a macro is; InputError for a name of the compiler's about which we do not know."""
        known = name.text in self.macros.known or name.text in _DYNAMIC
        reserved = name.text.startswith("__") or (name.text[:1] == "_" and name.text[1:2].isupper()) or (
            name.text == "assert")
        if not known and reserved and name.text not in self._own and not predefined.undefined(name.text):
            self.fail(name, f"not supported: {name.text}, which a compiler may define or not")
        return known

    def _answered(self, tokens: list[Token]) -> list[Token]:
        """With every `defined X` and `defined(X)` replaced by 1 or 0."""
        found: list[Token] = []
        while tokens:
            first, tokens = tokens[0], tokens[1:]
            if first.text != "defined":
                found.append(first)
                continue
            parenthesised = bool(tokens) and tokens[0].text == "("
            asked = tokens[1 if parenthesised else 0:][:1]
            if not asked or asked[0].kind != "name" or (parenthesised and [t.text for t in tokens[2:3]] != [")"]):
                self.fail(first, "defined needs a name")
            found.append(first._replace(kind="number", text=str(int(self._is_defined(asked[0])))))
            tokens = tokens[3 if parenthesised else 1:]
        return found

    def _define(self, directive: Token, rest: list[Token]) -> None:
        name, macro = defined(rest, directive, self._file)
        if name in _DYNAMIC:
            self.fail(directive, f"not supported: #define {name}")
        self.macros.known[name] = macro

    def _undefine(self, directive: Token, rest: list[Token]) -> None:
        if not rest or rest[0].kind != "name" or rest[0].text in _DYNAMIC:
            self.fail(directive, "#undef needs a name")
        self.macros.known.pop(rest[0].text, None)

    def _include(self, directive: Token, rest: list[Token]) -> list[Token]:
        """The tokens of another file."""
        if rest and rest[0].kind == "name":
            rest = self.macros.expanded(rest)
        quoted = len(rest) == 1 and rest[0].kind == "string" and rest[0].text.startswith('"')
        spelled = "".join(" " * t.spaced + t.text for t in rest).strip()
        name = spelled[1:-1] if quoted else spelled.removeprefix("<").removesuffix(">")
        found = next((p for f in [*((*self._folders[-1:], *self._quote) if quoted else ()), *self._beside, headers.FOLDER]
                      if name and os.path.isfile(p := os.path.join(f, name))), None)
        if found is None:
            self.fail(directive, f"not supported: #include of {name or 'nothing'}; put what it declares into the file")
        if len(self._folders) > _DEEPEST:
            self.fail(directive, f"not supported: #include within #include, {_DEEPEST} deep")
        return self._inside(found, directive) if found not in self._once else []

    def _inside(self, file: str, directive: Token) -> list[Token]:
        before = self._file, self._included
        self._file, self._included = file, self._included or directive
        self._folders.append(os.path.dirname(file))
        text = read(file)
        self.macros.count(directive, 1 + len(text) // 10)
        result = self.run(text)
        self._folders.pop()
        self._file, self._included = before
        return result
