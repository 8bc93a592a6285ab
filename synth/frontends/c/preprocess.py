"""Our own preprocessor: macros, conditionals and the standard headers, with every token's place kept. Preprocessed files pass.

What it does not do is refused: headers of one's own, # and ## in macros, variadic macros. Lines such as `# 12 "file.c"` are read
over: places are those of the file at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from synth.errors import InputError
from synth.frontends.c import gnu, headers
from synth.frontends.c.conditions import holds
from synth.frontends.c.source import Source
from synth.frontends.c.tokens import Token, lines
from synth.frontends.c.types import Model

MOST_TOKENS = 2_000_000
"""What a file may expand to."""


@dataclass(frozen=True)
class Macro:
    """What a name stands for; `parameters` is None where it is used without parentheses."""

    body: tuple[Token, ...]
    parameters: tuple[str, ...] | None = None


@dataclass
class _Condition:
    """An open #if: where it stands, whether its current part is read, whether some part was, and whether #else was seen."""

    place: Token
    reading: bool
    done: bool
    last: bool = False


@dataclass
class _Preprocessor:
    file: str
    model: Model
    macros: dict[str, Macro]
    included: list[str] = field(default_factory=list)
    conditions: list[_Condition] = field(default_factory=list)
    made: int = 0

    def fail(self, token: Token, message: str) -> NoReturn:
        raise InputError(message, self.file, token.line, token.column)

    def run(self, text: str) -> list[Token]:
        """The tokens of the whole file."""
        found: list[Token] = []
        pending: list[Token] = []
        for line in lines(text, self.file):
            if line and line[0].text == "#":
                found += self.expanded(pending)
                pending = []
                self._directive(line)
            elif all(c.reading for c in self.conditions):
                pending += line
        found += self.expanded(pending)
        if self.conditions:
            self.fail(self.conditions[-1].place, f"#{self.conditions[-1].place.text} without #endif")
        return found

    def _directive(self, line: Sequence[Token]) -> None:
        name, rest = (line[1].text if len(line) > 1 else ""), list(line[2:])
        if name in ("if", "ifdef", "ifndef", "elif", "else", "endif"):
            self._conditional(line[1], rest)
        elif all(c.reading for c in self.conditions):
            match name:
                case "define":
                    self._define(line[0], rest)
                case "undef":
                    self.macros.pop(rest[0].text if rest else "", None)
                case "include":
                    self._include(line[0], rest)
                case "error":
                    self.fail(line[0], "#error " + " ".join(t.text for t in rest))
                case "pragma" | "line" | "ident" | "":
                    pass
                case _:
                    if line[1].kind != "number":
                        self.fail(line[0], f"not supported: #{name}")

    def _conditional(self, name: Token, rest: list[Token]) -> None:
        outside = all(c.reading for c in self.conditions[:-1])
        if name.text in ("if", "ifdef", "ifndef"):
            reading = all(c.reading for c in self.conditions) and self._wanted(name, rest)
            self.conditions.append(_Condition(name, reading, reading))
            return
        if not self.conditions or (self.conditions[-1].last and name.text != "endif"):
            self.fail(name, f"#{name.text} without #if")
        if name.text == "endif":
            self.conditions.pop()
            return
        own = self.conditions[-1]
        own.reading = outside and not own.done and (name.text == "else" or self._wanted(name, rest))
        own.done, own.last = own.done or own.reading, name.text == "else"

    def _wanted(self, name: Token, rest: list[Token]) -> bool:
        if name.text in ("ifdef", "ifndef"):
            if not rest:
                self.fail(name, f"#{name.text} needs a name")
            return (rest[0].text in self.macros) == (name.text == "ifdef")
        return holds(self.expanded(self._answered(rest)), self.file, name)

    def _answered(self, tokens: list[Token]) -> list[Token]:
        """With every `defined X` and `defined(X)` replaced by 1 or 0."""
        found: list[Token] = []
        while tokens:
            first, tokens = tokens[0], tokens[1:]
            if first.text != "defined":
                found.append(first)
                continue
            parenthesised = bool(tokens) and tokens[0].text == "("
            if len(tokens) < (3 if parenthesised else 1):
                self.fail(first, "defined needs a name")
            asked = tokens[1 if parenthesised else 0].text
            found.append(replace(first, kind="number", text=str(int(asked in self.macros))))
            tokens = tokens[3 if parenthesised else 1:]
        return found

    def _include(self, directive: Token, rest: list[Token]) -> None:
        name = "".join(t.text for t in rest).strip('<>"')
        if not headers.known(name):
            self.fail(directive, f"not supported: #include of {name or 'nothing'}; put what it declares into the file")
        if name not in self.included:
            self.included.append(name)
            for macro, text in headers.macros(name, self.model).items():
                self.macros[macro] = Macro(tuple(lines(text, self.file)[0]))

    def _define(self, directive: Token, rest: list[Token]) -> None:
        if not rest or rest[0].kind != "name":
            self.fail(directive, "#define needs a name")
        name, body, parameters = rest[0], rest[1:], None
        if body and body[0].text == "(" and not body[0].spaced:
            close = next((i for i, t in enumerate(body) if t.text == ")"), None)
            if close is None:
                self.fail(name, f"the parameters of {name.text} do not end")
            parameters, body = tuple(t.text for t in body[1:close] if t.text != ","), body[close + 1:]
            if "..." in parameters:
                self.fail(name, "not supported: variadic macros")
        for token in body:
            if token.text == "##" or (token.text == "#" and parameters is not None):
                self.fail(token, f"not supported: {token.text} in a macro")
        self.macros[name.text] = Macro(tuple(body), parameters)

    def expanded(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens with all macros replaced, each result in the place of the macro's name."""
        found: list[Token] = []
        waiting = list(reversed(tokens))
        while waiting:
            token = waiting.pop()
            self.made += 1
            if self.made > MOST_TOKENS:
                self.fail(token, f"not supported: macros that expand to more than {MOST_TOKENS:,} tokens")
            macro = self.macros.get(token.text) if token.kind == "name" and token.text not in token.hidden else None
            if macro is None or (macro.parameters is not None and not (waiting and waiting[-1].text == "(")):
                found.append(token)
                continue
            arguments = {} if macro.parameters is None else self._arguments(token, macro.parameters, waiting)
            hidden = token.hidden | {token.text}
            for part in reversed(macro.body):
                if part.kind == "name" and part.text in arguments:
                    waiting += [t.at(token) for t in reversed(arguments[part.text])]
                else:
                    waiting.append(replace(part.at(token), hidden=part.hidden | hidden))
        return found

    def _arguments(self, name: Token, parameters: tuple[str, ...], waiting: list[Token]) -> Mapping[str, list[Token]]:
        """The arguments of a macro's use, taken off `waiting` and expanded."""
        waiting.pop()
        given: list[list[Token]] = [[]]
        depth = 1
        while waiting:
            token = waiting.pop()
            depth += (token.text == "(") - (token.text == ")")
            if depth == 0:
                break
            if token.text == "," and depth == 1:
                given.append([])
            else:
                given[-1].append(token)
        if depth:
            self.fail(name, f"the arguments of {name.text} do not end")
        if len(given) != max(1, len(parameters)):
            wanted = "1 argument" if len(parameters) == 1 else f"{len(parameters)} arguments"
            self.fail(name, f"{name.text} takes {wanted}, given {len(given)}")
        return {p: self.expanded(g) for p, g in zip(parameters, given, strict=False)}


def preprocess(text: str, file: str, model: Model, defined: Mapping[str, str] | None = None,
               prologue: Sequence[str] = ()) -> tuple[Source, Mapping[str, Macro]]:
    """The source for the parser, and the macros that are defined at the end; `defined` are macros to begin with."""
    given = {name: Macro(tuple(lines(body, file)[0])) for name, body in (defined or {}).items()}
    work = _Preprocessor(file, model, given)
    tokens, laid_out = gnu.standard(work.run(text), file)
    declared = [line for header in work.included for line in headers.declarations(header, model)]
    return Source(file, text, tokens, [*prologue, *gnu.PROLOGUE, *declared], laid_out), work.macros
