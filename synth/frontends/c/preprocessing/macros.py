"""Macros and what they expand to (C11, 6.10.3), every token's place kept.

Arguments stand where they are written, the rest of what a macro comes to stands where the macro's name does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from synth.errors import InputError
from synth.frontends.c.syntax.tokens import Token, lines

MOST_TOKENS = 500_000
"""What a file may expand to."""

_REST = "__VA_ARGS__"
_LONG = 10
"""Characters of a token that count as one more token."""


class Unreadable(InputError):
    """What no preprocessor makes readable: a file that is too large, or depends on the time, or pragmas that change its meaning."""


def error_at(token: Token, message: str, file: str) -> InputError:
    """The error that something is wrong with a token of a file, or of one that it includes."""
    if token.origin is not None:
        return InputError(message, token.origin.file, token.origin.line, token.origin.column)
    return InputError(message, file, token.line, token.column)


@dataclass(frozen=True)
class Macro:
    """What a name stands for; no `parameters` where it is used without parentheses; `variadic`: the last one takes the rest."""

    body: tuple[Token, ...]
    parameters: tuple[str, ...] | None = None
    variadic: bool = False


def defined(tokens: Sequence[Token], directive: Token, file: str) -> tuple[str, Macro]:
    """The macro that the tokens behind #define define, and its name. InputError where they define none, or are not supported."""
    if not tokens or tokens[0].kind != "name" or tokens[0].text == "defined":
        raise error_at(directive, "#define needs a name", file)
    name, body = tokens[0], list(tokens[1:])
    if not body or body[0].text != "(" or body[0].spaced:
        return name.text, Macro(tuple(body))
    close = next((i for i, t in enumerate(body) if t.text == ")"), None)
    if close is None:
        raise error_at(name, f"the parameters of {name.text} do not end", file)
    listed = [t.text for t in body[1:close]]
    parameters, variadic = listed[::2], listed[-1:] == ["..."]
    if variadic and len(listed) > 1 and listed[-2] != ",":  # GNU's named rest: args...
        parameters = [*parameters[:-1], listed[-2]] if len(listed) % 2 else parameters
    elif variadic:
        parameters[-1] = _REST
    made = Macro(tuple(body[close + 1:]), tuple(parameters), variadic)
    _check(made, name, file)
    return name.text, made


def _check(macro: Macro, name: Token, file: str) -> None:
    """InputError where # and ## do not stand as they must."""
    if any(not re.fullmatch(r"[A-Za-z_$][\w$]*", p) for p in macro.parameters or ()):
        raise error_at(name, f"the parameters of {name.text} are no list of names", file)
    for i, token in enumerate(macro.body):
        if token.text == "__VA_OPT__":
            raise error_at(token, "not supported: __VA_OPT__", file)
        following = macro.body[i + 1].text if i + 1 < len(macro.body) else ""
        if macro.parameters is not None and token.text == "#" and following not in macro.parameters:
            raise error_at(token, "# is not followed by a parameter", file)
        if token.text == "##" and i in (0, len(macro.body) - 1):
            raise error_at(token, "## stands at an end of a macro", file)


@dataclass
class Macros:
    """The macros that are defined at some point of a file, and what tokens expand to there."""

    file: str
    known: dict[str, Macro] = field(default_factory=dict)
    made: int = 0

    def fail(self, token: Token, message: str) -> NoReturn:
        """InputError at a token."""
        raise error_at(token, message, self.file)

    def count(self, token: Token, made: int) -> None:
        """Unreadable at a token where all that was made by now is too much."""
        self.made += made
        if self.made > MOST_TOKENS:
            raise Unreadable(f"not supported: macros that expand to more than {MOST_TOKENS:,} tokens", self.file, token.line,
                             token.column)

    def expanded(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens with all macros replaced. InputError, or Unreadable where there are too many."""
        found: list[Token] = []
        waiting = list(reversed(tokens))
        while waiting:
            token = waiting.pop()
            self.count(token, 1 + len(token.text) // _LONG)
            macro = self.known.get(token.text) if token.kind == "name" and token.text not in token.hidden else None
            if macro is None or (macro.parameters is not None and not (waiting and waiting[-1].text == "(")):
                found.append(self._dynamic(token) if token.text in ("__LINE__", "__FILE__", "_Pragma") else token)
            else:
                waiting += reversed(self._used(token, macro, waiting))
        return found

    def _dynamic(self, token: Token) -> Token:
        """What the names stand for that mean something else everywhere."""
        if token.text == "_Pragma":
            self.fail(token, "not supported: _Pragma")
        if token.text == "__FILE__":
            return token._replace(kind="string", text=f'"{token.origin.file if token.origin else self.file}"')
        return token._replace(kind="number", text=str(token.origin.line if token.origin else token.line))

    def _used(self, name: Token, macro: Macro, waiting: list[Token]) -> list[Token]:
        """What a use of a macro comes to, which is to be expanded once more; its arguments are taken off `waiting`."""
        hidden, given = name.hidden | {name.text}, dict[str, list[Token]]()
        if macro.parameters is not None:
            given, close = self._arguments(name, macro, waiting)
            hidden = (name.hidden & close.hidden) | {name.text}
        result = self._substituted(name, macro, given)
        if result:
            result[0] = result[0]._replace(spaced=name.spaced)
        return [t._replace(hidden=t.hidden | hidden) for t in result]

    def _arguments(self, name: Token, macro: Macro, waiting: list[Token]) -> tuple[dict[str, list[Token]], Token]:
        """The arguments by parameter, as they are written, and the parenthesis that ends them."""
        parameters = macro.parameters or ()
        opened = waiting.pop()
        given: list[list[Token]] = [[]]
        depth, close = 1, opened
        while waiting and depth:
            close = waiting.pop()
            depth += (close.text == "(") - (close.text == ")")
            if close.text == "," and depth == 1 and not (macro.variadic and len(given) == len(parameters)):
                given.append([])
            elif depth:
                given[-1].append(close)
        if depth:
            self.fail(name, f"the arguments of {name.text} do not end")
        if macro.variadic and len(given) == len(parameters) - 1:
            given.append([])
        if len(given) != max(1, len(parameters)) or (not parameters and given[0]):
            wanted = "1 argument" if len(parameters) == 1 else f"{len(parameters)} arguments"
            self.fail(name, f"{name.text} takes {wanted}, given {len(given)}")
        return dict(zip(parameters, given, strict=False)), close

    def _substituted(self, name: Token, macro: Macro, given: Mapping[str, list[Token]]) -> list[Token]:
        """The body with the arguments in it, # and ## done."""
        expanded: dict[str, list[Token]] = {}
        found: list[Token] = []
        body, position, pasting = macro.body, 0, False
        while position < len(body):
            token = body[position]
            if token.text == "##":
                pasting, position = True, position + 1
                continue
            spelled = token.text == "#" and macro.parameters is not None
            position += 2 if spelled else 1
            raw = pasting or (position < len(body) and body[position].text == "##")
            if spelled:
                part = [_spelled(given[body[position - 1].text], token).at(name)]
            elif token.text in given:
                if not raw and token.text not in expanded:
                    expanded[token.text] = self.expanded(given[token.text])
                part = _put(given[token.text] if raw else expanded[token.text], token, raw, name)
            else:
                part = [token.at(name)]
            rest = macro.variadic and token.text == (macro.parameters or ("",))[-1]
            if pasting and rest and found and found[-1].text == ",":
                found = found[:-1] if not given[token.text] else found + part
            elif pasting:
                self._paste(found, part, name)
            else:
                found += part
            pasting = False
        return [t for t in found if t.kind != "nothing"]

    def _paste(self, found: list[Token], part: list[Token], name: Token) -> None:
        """Join the last token found with the first of `part`, and append the others."""
        last = found.pop()
        text = last.text + part[0].text
        self.count(name, len(text) // _LONG)
        made = [t for line in lines(text, self.file) for t in line] if text.strip() else []
        if len(made) > 1 or text.startswith(("//", "/*")) or any(t.kind == "other" for t in made):
            self.fail(name, f"{last.text} ## {part[0].text} is no token")
        found += [made[0]._replace(spaced=last.spaced).at(name) if made else last, *part[1:]]


def _put(tokens: Sequence[Token], parameter: Token, raw: bool, name: Token) -> list[Token]:
    """An argument in the place of a parameter; an empty one beside ## is a token of kind "nothing"."""
    if not tokens:
        return [parameter._replace(kind="nothing", text="").at(name)] if raw else []
    return [tokens[0]._replace(spaced=parameter.spaced), *tokens[1:]]


def _spelled(tokens: Sequence[Token], place: Token) -> Token:
    """The string of some tokens."""
    parts = []
    for i, token in enumerate(tokens):
        text = re.sub(r'([\\"])', r"\\\1", token.text) if token.kind in ("string", "character") else token.text
        parts.append((" " if token.spaced and i else "") + text)
    return place._replace(kind="string", text='"' + "".join(parts) + '"')
