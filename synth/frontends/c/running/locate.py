"""Where things stand in a C source: loops with what is in scope there, calls that return inputs, declarations without initialisers.

A location is an object as witnesses have it: file_name, line, column (from 1), function; the lines of a program of several files
are numbered on through all of them.
"""

from __future__ import annotations

import bisect
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from synth.frontends.c.load import Program
from synth.frontends.c.running.shared import Site
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import changes, parts
from synth.frontends.c.syntax.parse import deeply, parse
from synth.frontends.c.syntax.source import Unit, own
from synth.frontends.c.syntax.tokens import lines
from synth.frontends.c.translation.allocation import ALLOCATING
from synth.transition import Place

Location = Mapping[str, Any]
Position = tuple[int, int]
_LOOPS = (c_ast.While, c_ast.For, c_ast.DoWhile)


@dataclass(frozen=True)
class Loop:
    """A loop head in the source.

    location   the loop, or a statement where every round begins
    loop       whether the head is where the loop's condition is about to be evaluated; otherwise it is at the statement
    body       a statement where every round begins, in the state that the head was in; None where there is no such
    names      what C calls the variables of the system that are in scope
    """

    location: Location
    loop: bool
    body: Location | None
    names: Mapping[str, str]


@dataclass(frozen=True)
class _Seen:
    """A statement, and the declarations that are in scope, by name."""

    node: Any
    scope: Mapping[str, Position]


class Locator:
    """Finds places in the sources of a program."""

    def __init__(self, program: Program) -> None:
        self._before = program.source.files.before
        self._files = [_File(program, unit) for unit in program.source.units]
        known = _Known({name: at for file in self._files for name, at in file.shared.items()},
                       frozenset(name for file in self._files for name in file.functions),
                       sum((file.declared for file in self._files), Counter()),
                       next((file.entry() for file in self._files if file.starts), None))
        with deeply(program.file):
            for file in self._files:
                file.look(known)

    def _file(self, line: int | None) -> _File:
        return self._files[max(0, bisect.bisect_left(self._before, line or 0) - 1)]

    def loop(self, place: Place) -> Loop | None:
        """A loop head; None where the source does not show it."""
        return self._file(place.line).loop(place)

    def asked(self, site: Site) -> Location | None:
        """Where it shows what an input is: behind a call the closing parenthesis, behind a declaration the next statement; None for
        nowhere.
        """
        return self._file(site[0]).asked(site)

    def failing(self, place: Place) -> Location:
        """Where the assertion fails: the call in it, where the file says what it does."""
        return self._file(place.line).failing(place)


@dataclass(frozen=True)
class _Known:
    """What is known of all files.

    objects    those that files share, each where it is declared
    functions  the names of those that are defined
    declared   how often each name is declared in a line
    entry      where the program starts
    """

    objects: Mapping[str, Position]
    functions: Collection[str]
    declared: Mapping[tuple[str, int], int]
    entry: Location | None


class _File:
    """Finds places in one file.

    shared     the objects that it defines for all, each where it is declared
    functions  those that it defines
    declared   how often it declares each name in a line
    starts     whether the program starts with one of its functions
    """

    def __init__(self, program: Program, unit: Unit) -> None:
        self._program = program
        self._source, self._before = unit
        text = "\n".join(self._source.lines) + "\n"
        self._tokens = [t._replace(line=t.line + self._before) for line in lines(text, self._source.file) for t in line]
        self._index = {(t.line, t.column): i for i, t in enumerate(self._tokens)}
        with deeply(self._source.file):
            tree = parse(self._source)
        self.functions = {n.decl.name: n for n in tree.ext if isinstance(n, c_ast.FuncDef)}
        self.declared = Counter((n.name, self._at(n)[0]) for n in parts(tree) if isinstance(n, c_ast.Decl))
        self._top = {n.name: n for n in tree.ext if isinstance(n, c_ast.Decl)}
        self.shared = {name: self._at(n) for name, n in self._top.items() if not {"static", "extern"} & set(n.storage)}
        self.starts = program.starts(unit)
        self._bodies = [(first, self._closing(first), name) for name, node in self.functions.items()
                        if (first := self._index.get(self._at(node.body))) is not None]

    def look(self, known: _Known) -> None:
        """Find all statements."""
        self._known = known
        with deeply(self._source.file):
            top = {name: known.objects.get(name, self._at(n)) if "extern" in n.storage else self._at(n)
                   for name, n in self._top.items()}
            self._seen = {(type(s.node), self._at(s.node)): s for s in self._statements(top)}
            self._headers = {self._at(d) for s in self._seen.values() if isinstance(s.node, c_ast.For) for d in _header(s.node)}

    def loop(self, place: Place) -> Loop | None:
        """A loop head, or None."""
        at = (place.line or 0, place.column or 0)
        seen = next((s for kind in (*_LOOPS, c_ast.Label) if (s := self._seen.get((kind, at))) is not None), None)
        first = self._index.get(at)
        if seen is None or first is None:
            return None
        names = self._names(seen.scope)
        if isinstance(seen.node, c_ast.Label):
            here = self._location(first)
            return Loop(here, False, here, names)
        if self._tokens[first].text not in ("while", "for", "do"):
            return None
        body = self._body(first)
        start = None if body is None else self._location(body)
        if isinstance(seen.node, c_ast.DoWhile):
            return None if start is None else Loop(start, False, start, names)
        kept = seen.node.cond is None or not changes(
            seen.node.cond, lambda name: library.harmless(name) and name not in self._known.functions)
        return Loop(self._location(first), True, start if kept else None, names)

    def asked(self, site: Site) -> Location | None:
        """Where it shows what an input is that a function asks for; None for nowhere."""
        found = self._index.get((site[0] or 0, site[1] or 0))
        root = re.split(r"[.\[]", site[2])[0]
        if found is None or self._tokens[found].text != root or root in (library.SYMBOLIC, *ALLOCATING):
            return None
        if site[2] == root and self._tokens[found + 1].text == "(":
            return self._location(self._closing(found + 1))
        if self._function_at(found) is None:
            return self._known.entry
        return None if (site[0], site[1]) in self._headers else self._behind(found)

    def failing(self, place: Place) -> Location:
        """Where an assertion fails."""
        at = (place.line or 0, place.column or 0)
        token = self._tokens[self._index[at]] if at in self._index else None
        if token is not None and token.text in library.ASSERTIONS and token.text in self.functions:
            calls = [p for p in parts(self.functions[token.text]) if isinstance(p, c_ast.FuncCall)
                     and getattr(p.name, "name", "") in (*library.FAILING, *library.ASSERTIONS)]
            if len(calls) == 1 and self._at(calls[0]) in self._index:
                return self._location(self._index[self._at(calls[0])])
        if at in self._index:
            return self._location(self._index[at])
        return {"file_name": self._source.file, "line": at[0]}

    # -- the tree --

    def _at(self, node: Any) -> Position:
        line, column = self._source.of(node)
        return (line or 0) + self._before if line else 0, column or 0

    def _statements(self, top: Mapping[str, Position]) -> Iterator[_Seen]:
        """All loops and labels, with what is in scope; names that a switch declares between its cases are not told."""
        for function in self.functions.values():
            declared = function.decl.type.args.params if function.decl.type.args is not None else []
            scope = {**top, **{p.name: self._at(p) for p in declared if isinstance(p, c_ast.Decl)}}
            hidden = {d.name for c in parts(function.body) if isinstance(c, (c_ast.Case, c_ast.Default)) for d in _own(c)}
            waiting: list[tuple[Any, Mapping[str, Position]]] = [(function.body, scope)]
            while waiting:
                node, known = waiting.pop()
                if isinstance(node, c_ast.For):
                    known = {**known, **{d.name: self._at(d) for d in _header(node)}}
                if isinstance(node, (*_LOOPS, c_ast.Label)):
                    yield _Seen(node, {n: at for n, at in known.items() if n not in hidden})
                for _, child in node.children():
                    if isinstance(child, c_ast.Decl):
                        known = {**known, child.name: self._at(child)}
                    waiting.append((child, known))

    def _names(self, scope: Mapping[str, Position]) -> dict[str, str]:
        """The variables of the system that are in scope; a name that may stand for two of them is left out."""
        found: dict[str, str] = {}
        for variable in self._program.system.variables:
            text = own(self._program.expressions[variable.name])
            root = re.split(r"[.\[]", text)[0]
            if text and scope.get(root, (0, 0))[0] == variable.line and self._known.declared[root, variable.line] == 1:
                found[variable.name] = text
        return found

    # -- the tokens --

    def _location(self, token: int) -> Location:
        found = self._tokens[token]
        function = self._function_at(token)
        location = {"file_name": self._source.file, "line": found.line, "column": found.column}
        return location if function is None else {**location, "function": function}

    def _function_at(self, token: int) -> str | None:
        """The function whose body a token is in."""
        return next((name for first, last, name in self._bodies if first < token < last), None)

    def _closing(self, token: int) -> int:
        """The bracket that closes the one at a token."""
        depth = 0
        for i in range(token, len(self._tokens)):
            depth += (self._tokens[i].text in "([{") - (self._tokens[i].text in ")]}")
            if depth == 0:
                return i
        return len(self._tokens) - 1

    def _body(self, loop: int) -> int | None:
        """The first statement of a loop's body; None for an empty one."""
        first = loop + 1 if self._tokens[loop].text == "do" else self._closing(loop + 1) + 1
        return self._statement(first + 1 if self._tokens[first].text == "{" else first)

    def _statement(self, token: int) -> int | None:
        return token if token < len(self._tokens) and self._tokens[token].text != "}" else None

    def entry(self) -> Location | None:
        """Where the program starts, if it does in this file."""
        first = self._index.get(self._at(self.functions[own(self._program.function)].body))
        start = None if first is None else self._statement(first + 1)
        return None if start is None else self._location(start)

    def _behind(self, name: int) -> Location | None:
        """The statement behind the declaration of a name; None where the declaration calls a function of the file on the way."""
        position = name
        while position < len(self._tokens) and self._tokens[position].text != ";":
            inner = range(position, self._closing(position) + 1 if self._tokens[position].text in "([{" else position + 1)
            if any(self._tokens[i].text in self._known.functions for i in inner):
                return None
            position = inner.stop
        after = self._statement(position + 1)
        return None if after is None else self._location(after)


def _header(loop: Any) -> list[Any]:
    """The declarations in the head of a for loop."""
    return list(loop.init.decls) if isinstance(loop.init, c_ast.DeclList) else []


def _own(node: Any) -> list[Any]:
    """The declarations that a node holds itself."""
    return [child for _, child in node.children() if isinstance(child, c_ast.Decl)]
