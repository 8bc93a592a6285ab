"""From a file's text to the parser's: preprocessed by gcc where there is one, and by ourselves otherwise.

gcc says which tokens a file comes to. Ours says the same, or refuses the file; where it does, it also says in which column a token
stands that a macro or its arguments brought, and otherwise such a token stands where its line begins to differ from the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from synth.errors import InputError
from synth.frontends.c.expressions.types import Model
from synth.frontends.c.preprocessing import compiler
from synth.frontends.c.preprocessing.dialect import Dialect
from synth.frontends.c.preprocessing.directives import Preprocessor, given
from synth.frontends.c.preprocessing.macros import Macro, Unreadable
from synth.frontends.c.syntax import gnu
from synth.frontends.c.syntax.source import Source
from synth.frontends.c.syntax.tokens import Token, lines

_MARKER = re.compile(r"^[ \t]*#[ \t]*(line\b|\d)", re.MULTILINE)

_TIME = re.compile(r"\b__(?:DATE|TIME|TIMESTAMP)__\b")


def preprocess(text: str, file: str, dialect: Dialect) -> Source:
    """The source for the parser. InputError, with its place, for what is not supported."""
    return _source(text, file, _agreed(text, file, dialect), ())


def expanded(text: str, file: str, model: Model, defined: Mapping[str, str] | None = None,
             prologue: Sequence[str] = ()) -> tuple[Source, Mapping[str, Macro]]:
    """The source by our own preprocessor, and the macros that are defined at the end; `defined` are macros to begin with."""
    work = Preprocessor(file, model, given(defined or {}))
    return _source(text, file, work.run(text), prologue), work.macros.known


def _source(text: str, file: str, tokens: Sequence[Token], prologue: Sequence[str]) -> Source:
    stray = next((t for t in tokens if t.kind == "other"), None)
    if stray is not None:
        raise _wrong(stray, f"not supported: the character {stray.text[0]!r} here", file)
    standard, laid_out, labels = gnu.standard(tokens, file)
    return Source(file, text, standard, [*prologue, *gnu.PROLOGUE], laid_out, labels)


def _wrong(token: Token, message: str, file: str) -> InputError:
    return InputError(message, file, token.line, token.column)


def _agreed(text: str, file: str, dialect: Dialect) -> list[Token]:
    """gcc's tokens, in the places that ours have."""
    text = _unmarked(text, file)
    _timeless(text, file)
    refused: InputError | None = None
    ours: list[Token] = []
    try:
        work = Preprocessor(file, dialect.model, given(dialect.macros), dialect.include, dialect.quote, dialect.undefine)
        ours = work.whole(text, dialect.prefix)
    except Unreadable:
        raise
    except InputError as error:
        refused = error
    printed = None if compiler.available() is None else _printed(text, file, dialect, refused)
    if printed is None:
        if refused is not None:
            raise refused
        return ours
    if refused is not None and any(gnu.matters(row.split()[1:]) for row in printed.split("\n") if row.startswith("#pragma")):
        raise refused
    same = refused is None and [t.text for t in ours] == compiler.texts(printed)
    return ours if same else list(_placed(compiler.tokens(printed, file), text, file))


def _unmarked(text: str, file: str) -> str:
    """The text without lines such as `# 12 "file.c"`: places are those of the file at hand."""
    if _MARKER.search(text) is None:
        return text
    rows = text.split("\n")
    for line in lines(text, file):
        if len(line) > 1 and line[0].text == "#" and (line[1].kind == "number" or line[1].text == "line"):
            rows[line[0].line - 1] = ""
            if "__LINE__" in text:
                raise InputError("not supported: __LINE__ where #line says which line it is", file, line[0].line, line[0].column)
    return "\n".join(rows)


def _timeless(text: str, file: str) -> None:
    """Unreadable for a text that says when it is compiled."""
    for token in (t for line in lines(text, file) for t in line) if _TIME.search(text) is not None else ():
        if token.kind == "name" and _TIME.fullmatch(token.text):
            raise Unreadable(f"not supported: {token.text}", file, token.line, token.column)


def _printed(text: str, file: str, dialect: Dialect, refused: InputError | None) -> str | None:
    """What gcc makes of the text; None where gcc does not run. InputError where it finds an error, in our words if we have some."""
    try:
        printed, other = compiler.preprocessed(text, file, dialect), compiler.other_branches(text, file, dialect)
    except OSError:
        return None
    except InputError as error:
        raise (refused or error) from None
    if other is not None:
        raise InputError("not supported: a condition that the system's headers decide in another way than ours", *other)
    return printed


def _placed(tokens: Iterable[Token], text: str, file: str) -> Iterator[Token]:
    """Tokens that have lines in the columns of the source's; those that are not in the source stand where it has something else."""
    raw = {number: list(row) for number, row in groupby((t for line in lines(text, file) for t in line), lambda t: t.line)}
    for number, group in groupby(tokens, lambda t: t.line):
        own = raw.get(number, [])
        position, same = 0, True
        for token in group:
            same = same and token.origin is None and position < len(own) and own[position].text == token.text
            place = own[min(position, len(own) - 1)] if own else None
            yield token if place is None else token._replace(line=number, column=place.column)
            position += same
