"""A program's own source with its questions put to the harness: which value a function returns that nothing defines, what a
variable holds that nothing initialises; and with what the functions do that verifiers agree on.

Only the names of called functions are replaced and initialisers added, in place: all else is the compiler's to read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from synth.frontends.c import library
from synth.frontends.c.calls import standard
from synth.frontends.c.effects import parts
from synth.frontends.c.load import Program
from synth.frontends.c.parse import deeply, parse, shown
from synth.frontends.c.readings import Reading
from synth.frontends.c.source import Source
from synth.frontends.c.tokens import Token, lines
from synth.transition import Variable

Site = tuple[int | None, int | None, str]
"""Where the source asks for an input: line, column, and the function or variable."""

_MARKER = re.compile(r"\s*#\s*(line\s+)?\d")
_DECLARED = """unsigned long long synth_take(unsigned);
int synth_any();
void synth_here(unsigned);
void synth_fail(unsigned);
void synth_assumed(void);
#define main synth_main
"""


def site_of(reading: Reading) -> Site:
    """The site of an input."""
    return reading.line, reading.column, reading.source


def sites(program: Program) -> dict[Site, Variable]:
    """All sites of a program, each with an input that is asked for there."""
    return {site_of(program.readings[i.name]): i for e in program.system.edges for i in e.inputs}


@dataclass(frozen=True)
class Instrumented:
    """A source to be compiled, and how it asks.

    text       the source, its lines where they were, with a function synth_program behind it
    prologue   what is to be included before it
    others     a source with functions for those calls that cannot be replaced in place
    numbers    what each site is called when it asks; sites that share a number ask in the order of the run
    complete   whether every site has a number of its own
    """

    text: str
    prologue: str
    others: str
    numbers: Mapping[Site, int]
    complete: bool


def instrumented(program: Program) -> Instrumented:
    """The instrumented source of a program."""
    text = "\n".join(program.lines) + "\n"
    with deeply(program.file):
        return _Work(program, program.source, parse(program.source), text).done()


@dataclass
class _Work:
    """One instrumentation under way.

    edits      by the place of a token what is to stand there, and the token
    others     functions whose calls stand in macros
    external   definitions of variables that another file defines
    start      what the program starts with
    """

    program: Program
    source: Source
    tree: Any
    text: str
    edits: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    numbers: dict[Site, int] = field(default_factory=dict)
    prologue: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    external: list[str] = field(default_factory=list)
    start: list[str] = field(default_factory=list)
    complete: bool = True

    def __post_init__(self) -> None:
        self.tokens = [t for line in lines(self.text, self.program.file) for t in line]
        self.index = {(t.line, t.column): i for i, t in enumerate(self.tokens)}
        self.defined = {n.decl.name: n for n in self.tree.ext if isinstance(n, c_ast.FuncDef)}
        self.declared = {n.name: n.type for n in parts(self.tree)
                         if isinstance(n, c_ast.Decl) and isinstance(n.type, c_ast.FuncDecl)}
        self.sites = sites(self.program)

    def done(self) -> Instrumented:
        """Everything put together."""
        self._names()
        self._calls()
        self._variables()
        self._entry()
        complete = self.complete and set(self.numbers) == set(self.sites)
        body = "".join(f"    {s}\n" for s in self.start)
        text = f"{self._edited()}{''.join(self.external)}void synth_program(void)\n{{\n{body}}}\n"
        return Instrumented(text, _DECLARED + "".join(self.prologue), _DECLARED + "".join(self.others), self.numbers, complete)

    def _token(self, line: int | None, column: int | None, name: str) -> int | None:
        """Where among the tokens the name stands; None where a macro stands for it."""
        found = self.index.get((line or 0, column or 0))
        return found if found is not None and self.tokens[found].text == name else None

    def _names(self) -> None:
        """Functions of the file that gcc would take for those of the standard library get names of their own."""
        for name in self.defined:
            if name in library.ENDS or library.refused(name) or standard(name):
                self.prologue.append(f"#define {name} synth_own_{name}\n")

    # -- calls --

    def _calls(self) -> None:
        aside: dict[str, list[Site]] = {}
        for node in parts(self.tree):
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
                site = (*self.source.of(node), node.name.name)
                found = self._token(*site)
                if found is None and not self._computed(site[2]):
                    aside.setdefault(site[2], []).append(site)
                elif found is not None and (new := self._called(site, node)) is not None:
                    self._replace(self.tokens[found], new)
        for name, calls in aside.items():
            self._aside(name, calls)
            found = self._token(*self.source.of(self.defined[name].body), "{") if name in self.defined else None
            if name in library.FAILING and found is not None:
                self._replace(self.tokens[found], "{ synth_fail(0);")

    def _computed(self, name: str) -> bool:
        """Whether calls of a function are left as they are."""
        own = name in self.defined and (name not in library.FAILING or self.program.asked == "termination")
        return name in library.ENDS or library.computes(name) or self._standard(name) or (
            own and name not in library.ASSERTIONS)

    def _standard(self, name: str) -> bool:
        """Whether the compiler's library does what the function is known to do."""
        constant = name in (*library.INFINITE, *library.NOT_A_NUMBER)
        return name not in self.defined and (constant or standard(name))

    def _called(self, site: Site, call: Any) -> str | None:
        """What a call's function is replaced by; None where it is called itself."""
        line, _, name = site
        if self._computed(name):
            return None
        if name in library.FAILING and not (name in self.defined and self.program.asked == "termination"):
            return self._macro("fails", f"(...) synth_fail({line})")
        if name in library.ASSERTIONS:
            if name in self.defined:
                return self._macro("at", f" (synth_here({line}), {name})")
            return self._macro("check", f"{self._condition(call)} ? (void)0 : synth_fail({line}))")
        if name in library.ASSUMPTIONS:
            return self._macro("assume", f"{self._condition(call)} ? (void)0 : synth_assumed())")
        return self._asked(site) if site in self.sites else self._any(name)

    def _condition(self, call: Any) -> str:
        """The parameters of a macro for a call with a condition, and that condition, converted as a declaration says."""
        told = call.args is not None and len(call.args.exprs) > 1
        type = library.condition(self.declared.get(call.name.name))
        cast = f"({type})" if type is not None else ""
        return f"(holds, ...) (({cast}(holds))" if told else f"(...) (({cast}(__VA_ARGS__))"

    def _macro(self, kind: str, meaning: str) -> str:
        name = f"synth_{kind}_{len(self.prologue)}"
        self.prologue.append(f"#define {name}{meaning}\n")
        return name

    def _asked(self, site: Site) -> str:
        """The function that asks for a site's value."""
        if site not in self.numbers:
            number = self.numbers[site] = len(self.numbers)
            self.prologue.append("static " + _asking(f"synth_input_{number}", number, self.sites[site]))
        return f"synth_input_{self.numbers[site]}"

    def _any(self, name: str) -> str:
        """What is called where the value does not matter: it has the type that the function has."""
        type = f"__typeof__({name}(__VA_ARGS__))" if name in self.declared else library.type_of(name) or "int"
        return self._macro("any", f"(...) (synth_any(__VA_ARGS__), ({type})0)")

    def _aside(self, name: str, calls: Sequence[Site]) -> None:
        """A function for the calls of one that stand in macros: all of them together are one place that asks."""
        asked = [site for site in calls if site in self.sites]
        self.complete &= len(set(asked)) == len(calls)
        if name.startswith("__builtin_"):
            self.complete = False
        elif name in library.FAILING and name not in self.defined and name != "__assert_fail":
            self.others.append(f"void {name}() {{ synth_fail(0); }}\n")
        elif name in (*library.ASSERTIONS, *library.ASSUMPTIONS) and name not in self.defined:
            left = "synth_fail(0)" if name in library.ASSERTIONS else "synth_assumed()"
            self.others.append(f"void {name}(_Bool holds) {{ if (!holds) {left}; }}\n")
        elif name not in library.FAILING and name not in self.defined:
            number = len(self.numbers)
            self.numbers.update(dict.fromkeys(asked, number))
            self.others.append(_asking(name, number, self.sites[asked[0]]) if asked else f"int {name}() {{ return 0; }}\n")

    # -- variables --

    def _variables(self) -> None:
        """Initialisers for the variables that have none; those of other files get their values before the program starts."""
        called = {site_of(r) for r in self.program.readings.values() if r.call}
        objects: dict[tuple[int | None, int | None, str], list[Site]] = {}
        for site in self.sites:
            if site not in called:
                objects.setdefault((*site[:2], re.split(r"[.\[]", site[2])[0]), []).append(site)
        extern = {self.source.of(n) for n in parts(self.tree) if isinstance(n, c_ast.Decl) and "extern" in n.storage}
        parameters = {self.source.of(p) for p in self._parameters()}
        for (line, column, root), cells in objects.items():
            found = self._token(line, column, root)
            if (line, column) in extern:
                self.external.append(f"__typeof__({root}) {root};\n")
                self.start += [f"{s[2]} = {self._asked(s)}();" for s in cells]
            elif found is not None and (line, column) not in parameters:
                self._initialise(found, root, cells)

    def _initialise(self, found: int, root: str, cells: Sequence[Site]) -> None:
        depth = 0
        for token in self.tokens[found + 1:]:
            if depth == 0 and token.text in (")", "]", "}"):
                return
            depth += (token.text in "([{") - (token.text in ")]}" and depth > 0)
            if depth == 0 and token.text in (",", ";", "="):
                break
        if token.text == "=":
            return
        values = [f"{s[2][len(root):]} = {self._asked(s)}()" for s in cells]
        value = values[0] if cells[0][2] == root else f" = {{ {', '.join(values)} }}"
        self.edits[token.line, token.column] = (value + token.text, token.text)

    # -- where it starts --

    def _parameters(self) -> list[Any]:
        declared = self.defined[self.program.function].decl.type.args
        return [p for p in (declared.params if declared is not None else []) if shown(p) != "void"]

    def _entry(self) -> None:
        """The call of the function that the program starts with; pointers are null."""
        given = []
        for parameter in self._parameters():
            site = (*self.source.of(parameter), parameter.name or "")
            given.append(f"{self._asked(site)}()" if site in self.sites else "0")
        self.start.append(f"(void){self.program.function}({', '.join(given)});")

    # -- the text --

    def _replace(self, token: Token, new: str) -> None:
        self.edits[token.line, token.column] = (new, token.text)

    def _edited(self) -> str:
        rows = self.text.split("\n")
        for (line, column), (new, old) in sorted(self.edits.items(), reverse=True):
            row = rows[line - 1]
            rows[line - 1] = row[:column - 1] + new + row[column - 1 + len(old):]
        return "\n".join("" if _MARKER.match(row) else row for row in rows)


def _asking(name: str, number: int, variable: Variable) -> str:
    """The definition of a function that returns an answer."""
    if variable.floating:
        pattern, type = ("unsigned", "float") if variable.bits == 32 else ("unsigned long long", "double")
        return (f"{type} {name}() {{ union {{ {pattern} word; {type} value; }} w = {{ ({pattern})synth_take({number}) }}; "
                "return w.value; }\n")
    type = {1: "_Bool", 8: "char", 16: "short", 32: "int", 64: "long long"}[variable.bits]
    sign = "" if variable.bits == 1 else "signed " if variable.signed else "unsigned "
    return f"{sign}{type} {name}() {{ return ({sign}{type})synth_take({number}); }}\n"
