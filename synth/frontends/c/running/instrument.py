"""A program's own sources with their questions put to the harness: which value a function returns that nothing defines, what a
variable holds that nothing initialises; and with what the functions do that verifiers agree on.

Names of called functions are replaced in place, initialisers added, and what is to be evaluated at the heads of loops: all else is
the compiler's to read. Each file is a source of its own; its places are told in lines of the program, which are numbered on through
all files.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from synth.frontends.c.load import Program
from synth.frontends.c.lowering.readings import Reading
from synth.frontends.c.preprocessing.dialect import Dialect
from synth.frontends.c.running import blocks
from synth.frontends.c.running.shared import Shared, Site, asking
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.syntax.parse import deeply, parse, shown
from synth.frontends.c.syntax.source import Unit, own
from synth.frontends.c.syntax.tokens import Token, lines
from synth.frontends.c.translation.definitions import standard
from synth.transition import Variable

Position = tuple[int, int]
"""Line and column."""

_PLAIN = frozenset(("_Bool", "char", "signed", "unsigned", "short", "int", "long", "float", "double"))
_MARKER = re.compile(r"\s*#\s*(line\s+)?\d")
_DECLARED = """unsigned long long synth_take(unsigned);
unsigned long long synth_any();
int synth_count(int);
void synth_here(unsigned);
void synth_fail(unsigned);
void synth_assumed(void);
void synth_fact(unsigned, int);
void synth_rank(unsigned, unsigned, const unsigned long long *, unsigned long long *);
void synth_round(int, unsigned);
#define main synth_main
""" + blocks.DECLARED


def site_of(reading: Reading) -> Site:
    """The site of an input."""
    told = reading.source if reading.within is None else "+{}:{}".format(*reading.within)
    return reading.line, reading.column, told


def sites(program: Program) -> dict[Site, Variable]:
    """All sites of a program, each with an input that is asked for there."""
    return {site_of(program.readings[i.name]): i for e in program.system.edges for i in e.inputs}


@dataclass(frozen=True)
class Probes:
    """What to evaluate in a program's runs.

    heads      by the position of a loop, or of a label, a C expression for each time that it is come to
    declared   what the expressions need
    """

    heads: Mapping[Position, str] = field(default_factory=dict)
    declared: str = ""


@dataclass(frozen=True)
class Text:
    """A source to be compiled: its text, its lines where they were, and what is to be included before it.

    unit     the file that it is made of
    dialect  how that is read
    """

    text: str
    prologue: str
    unit: Unit
    dialect: Dialect


@dataclass(frozen=True)
class Instrumented:
    """Sources to be compiled, and how they ask.

    texts      the sources; one has a function synth_program behind it
    others     a source with functions for those calls that cannot be replaced in place
    numbers    what each site is called when it asks; sites that share a number ask in the order of the run
    complete   whether every site has a number of its own
    in_macros  the lines of calls in macros, or by pointers, that fail the run without saying where
    probed     the heads whose expressions are evaluated
    blocks     the numbers of calls that allocate, by where they stand
    """

    texts: tuple[Text, ...]
    others: str
    numbers: Mapping[Site, int]
    complete: bool
    in_macros: frozenset[int | None] = frozenset()
    probed: frozenset[Position] = frozenset()
    blocks: Mapping[tuple[int | None, int | None], int] = field(default_factory=dict)


def instrumented(program: Program, probes: Probes | None = None) -> Instrumented:
    """The instrumented sources of a program."""
    with deeply(program.file):
        shared = Shared(program, sites(program))
        works = [_Work(program, shared, unit, dialect) for unit, dialect in program.units]
        for step in (_Work.calls, _Work.variables):
            for work in works:
                step(work)
        shared.define_asides()
        texts = tuple(work.done(probes or Probes()) for work in works)
    return Instrumented(texts, _DECLARED + "".join(shared.others), shared.numbers, shared.has_all, frozenset(shared.in_macros),
                        frozenset(at for work in works for at in work.probed), shared.blocks)


def loops(program: Program) -> list[Position]:
    """Where the loops of a program stand: for, while and do."""
    found: list[Position] = []
    for source, before in program.source.units:
        with deeply(source.file):
            places = [source.of(n) for n in parts(parse(source)) if isinstance(n, (c_ast.For, c_ast.While, c_ast.DoWhile))]
        found += [((line or 0) + before, column or 0) for line, column in places]
    return found


@dataclass
class _Work:
    """The instrumentation of a file under way.

    edits      by the place of a token what is to stand there, and the token
    external   definitions of variables that no file defines
    start      what the program starts with
    probed     as in Instrumented
    """

    program: Program
    shared: Shared
    unit: Unit
    dialect: Dialect
    edits: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    prologue: list[str] = field(default_factory=list)
    external: list[str] = field(default_factory=list)
    start: list[str] = field(default_factory=list)
    probed: set[Position] = field(default_factory=set)

    def __post_init__(self) -> None:
        source, self.before = self.unit
        self.tree, self.text = parse(source), "\n".join(source.lines) + "\n"
        self.sites, self.numbers = self.shared.sites, self.shared.numbers
        self.tokens = [t._replace(line=t.line + self.before) for line in lines(self.text, source.file) for t in line]
        self.index = {(t.line, t.column): i for i, t in enumerate(self.tokens)}
        self.own = {n.decl.name: n for n in self.tree.ext if isinstance(n, c_ast.FuncDef)}
        self.defined = self.shared.functions | self.own
        self.declared = {n.name: n.type for n in parts(self.tree)
                         if isinstance(n, c_ast.Decl) and isinstance(n.type, c_ast.FuncDecl)}
        self.objects = {n.name for n in parts(self.tree) if isinstance(n, c_ast.Decl) and not isinstance(n.type, c_ast.FuncDecl)}
        self.types = {n.name: n.type for n in self.tree.ext if isinstance(n, c_ast.Typedef)}

    def done(self, probes: Probes) -> Text:
        """Everything put together. What a file starts with that is not the first to run is a function that the other one calls."""
        self._fail_in_macros()
        starts = self.program.starts(self.unit)
        called = [f"synth_begin_{unit.before}" for unit in self.program.source.units if unit != self.unit]
        if starts:
            self.start[:0] = [f"{name}();" for name in called]
            self._entry()
        self.prologue += [code for name, code in self.shared.renamed.items() if name not in self.defined]
        self.prologue.append(probes.declared)
        self.probed |= {at for at, code in probes.heads.items() if self._probe(at, code)}
        body = "".join(f"    {s}\n" for s in self.start)
        name = "synth_program" if starts else f"synth_begin_{self.before}"
        declared = "".join(f"void {name}(void);\n" for name in called) if starts else ""
        text = f"{self._edited()}{''.join(self.external)}{declared}void {name}(void)\n{{\n{body}}}\n"
        return Text(text, _DECLARED + "".join(self.prologue), self.unit, self.dialect)

    def _of(self, node: Any) -> tuple[int | None, int | None]:
        """Where in the program a node stands."""
        line, column = self.unit.source.of(node)
        return None if line is None else line + self.before, column

    def _token(self, line: int | None, column: int | None, name: str) -> int | None:
        """Where among the tokens the name stands; None where a macro stands for it."""
        found = self.index.get((line or 0, column or 0))
        return found if found is not None and self.tokens[found].text == name else None

    def _names(self) -> None:
        """Functions of the file that gcc would take for those of the standard library get names of their own; what ends the program
        does so as exit does, by which the harness learns of it."""
        for name in self.defined:
            if name in library.ENDS or library.refused(name) or standard(name):
                self.prologue.append(f"#define {name} synth_own_{name}\n")
        called = {n.name.name for n in parts(self.tree) if isinstance(n, c_ast.FuncCall) and isinstance(n.name, c_ast.ID)}
        ends = called.intersection(library.EXITS).difference(self.defined, ("exit",))
        self.prologue += [f"#define {name} exit\n" for name in sorted(ends)]

    # -- calls --

    def calls(self) -> None:
        """Put the calls to the harness; note those that stand in macros."""
        self._names()
        for node in parts(self.tree):
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
                site = (*self._of(node), node.name.name)
                found = self._token(*site)
                if found is None and not self._computed(site[2]):
                    self.shared.aside.setdefault(site[2], []).append(site)
                elif found is not None and (new := self._called(site, node)) is not None:
                    self._replace(self.tokens[found], new)

    def _fail_in_macros(self) -> None:
        """Functions that fail by their names do so at once, where calls in macros, or by pointers, come to them."""
        for name in self.own.keys() & set(library.NAMED):
            found = self._token(*self._of(self.own[name].body), "{")
            if found is not None and not self.program.runs_failing:
                self._replace(self.tokens[found], f"{{ {self.shared.failing(name)};")
                self.shared.in_macros.update(self._of(call)[0] for call in parts(self.tree) if self._is_indirect(call))

    def _is_indirect(self, node: Any) -> bool:
        """Whether a node is a call by a pointer to a function."""
        return isinstance(node, c_ast.FuncCall) and not (
            isinstance(node.name, c_ast.ID) and (node.name.name in self.defined or node.name.name in self.declared))

    def _computed(self, name: str) -> bool:
        """Whether calls of a function are left as they are; a variable points to one."""
        if name in self.objects and name not in self.declared and name not in self.defined:
            return True
        own = name in self.defined and (name not in library.NAMED or self.program.runs_failing)
        return name in library.ENDS or library.computes(name) or self._standard(name) or (
            own and name not in library.ASSERTIONS)

    def _standard(self, name: str) -> bool:
        """Whether the compiler's library does what the function is known to do."""
        constant = name in (*library.INFINITE, *library.NOT_A_NUMBER)
        return name not in self.defined and (constant or standard(name))

    def _called(self, site: Site, call: Any) -> str | None:
        """What a call's function is replaced by; None where it is called itself."""
        line, _, name = site
        if blocks.is_of_memory(name) and name not in self.defined:
            return self._allocating(site)
        if self._computed(name):
            return None
        if name in library.FAILING and not (name in self.defined and (self.program.runs_failing or name not in library.NAMED)):
            return self._macro("fails", f"(...) ((void)0, ##__VA_ARGS__, {self.shared.failing(name, line)})")
        if name in library.ASSERTIONS:
            if name in self.defined:
                return self._macro("at", f" (synth_here({line}), {name})")
            return self._macro("check", f"{self._condition(call)} ? (void)0 : {self.shared.failing(name, line)})")
        if name in library.ASSUMPTIONS:
            return self._macro("assume", f"{self._condition(call)} ? (void)0 : synth_assumed())")
        if name == library.SYMBOLIC:
            return self._symbolic(site)
        return self._asked(site) if site in self.sites else self._any(name)

    def _allocating(self, site: Site) -> str:
        """What a call that allocates or frees memory is replaced by."""
        if (found := blocks.unasked(site[2])) is not None:
            return found
        return self._macro("allocate", blocks.in_place(site[2], self.shared.allocating([site]), self.shared.nulls, site[0]))

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
            self.prologue.append("static " + asking(f"synth_input_{number}", number, self.sites[site], library.range_of(site[2])))
        return f"synth_input_{self.numbers[site]}"

    def _symbolic(self, site: Site) -> str:
        """What asks for the value of each element of an object."""
        if site not in self.sites:
            return self._macro("any", "(...) ((void)0)")
        asked = self._asked(site)
        each = "for (unsigned long synth_i = 0; synth_i < (size) / sizeof *synth_one; synth_i++)"
        return self._macro("symbolic", f"(object, size, ...) ({{ __typeof__({asked}()) *synth_one = (void *)(object); "
                                       f"{each} synth_one[synth_i] = {asked}(); }})")

    def _any(self, name: str) -> str:
        """What is called where the value does not matter to the system: it has the type that the function has."""
        type = f"__typeof__({name}(__VA_ARGS__))" if name in self.declared else library.type_of(name) or "int"
        return self._macro("any", f"(...) (({type})synth_any(__VA_ARGS__))")

    # -- variables --

    def variables(self) -> None:
        """Initialisers for the variables that have none; those of other files get their values before the program starts."""
        called = {site_of(r) for r in self.program.readings.values() if r.call}
        objects: dict[tuple[int | None, int | None, str], list[Site]] = {}
        for site in self.sites:
            if site not in called and self.before < (site[0] or 1) <= self.before + len(self.unit.source.lines):
                objects.setdefault((*site[:2], re.split(r"[.\[]", site[2])[0]), []).append(site)
        extern = {(*self._of(n), n.name) for n in parts(self.tree) if isinstance(n, c_ast.Decl) and "extern" in n.storage}
        parameters = {self._of(p) for p in self._parameters()} if self.program.starts(self.unit) else set()
        for (line, column, root), cells in objects.items():
            found = self._token(line, column, root)
            if (line, column, root) in extern:
                self.shared.objects.add(root)
                self.external.append(f"__typeof__({root}) {root};\n")
                self.start += [f"{s[2]} = {self._asked(s)}();" for s in cells]
            elif found is not None and (line, column) not in parameters:
                self._initialise(found, root, cells)
        for node in self._others({(line, column) for line, column, _ in objects}):
            if "extern" in node.storage:
                self.shared.objects.add(node.name)
                self.external.append(f"__typeof__({node.name}) {node.name};\n")
                self.start.append(f"{node.name} = synth_any();")
            elif (found := self._token(*self._of(node), node.name)) is not None:
                self._initialise(found, node.name, (), f" = (__typeof__({node.name}))synth_any()")

    def _others(self, asked: Container[tuple[int | None, int | None]]) -> Iterator[Any]:
        """Declarations of variables of plain types that have no values, and that the system does not ask for."""
        blocks = (c_ast.Compound, c_ast.DeclList, c_ast.Case, c_ast.Default)
        inner = [d for b in parts(self.tree) if isinstance(b, blocks) for _, d in b.children() if isinstance(d, c_ast.Decl)]
        whole = {d.name for d in self.tree.ext if isinstance(d, c_ast.Decl) and "extern" not in d.storage}
        outer = {d.name: d for d in self.tree.ext if isinstance(d, c_ast.Decl) and "extern" in d.storage
                 and d.name not in whole and d.name not in self.shared.objects}
        for node in (*inner, *outer.values()):
            other = node in inner and {"static", "extern"} & set(node.storage)
            if not other and node.init is None and self._plain(node.type) and self._of(node) not in asked:
                yield node

    def _points(self, type: Any) -> bool:
        """Whether a typedef names a pointer, or an array of no length."""
        meant = self._meant(type)
        return isinstance(meant, c_ast.PtrDecl) or (isinstance(meant, c_ast.ArrayDecl) and meant.dim is None)

    def _plain(self, type: Any) -> bool:
        """Whether a type is arithmetic, as it is written or by the typedefs that it names."""
        meant = self._meant(type)
        if not isinstance(meant, c_ast.TypeDecl):
            return False
        own = meant.type
        return isinstance(own, c_ast.Enum) or (isinstance(own, c_ast.IdentifierType) and own.names[0] in _PLAIN)

    def _meant(self, type: Any) -> Any:
        """A type by what its typedefs name; one that is declared again may name itself."""
        for _ in self.types:
            named = isinstance(type, c_ast.TypeDecl) and isinstance(type.type, c_ast.IdentifierType)
            if not named or type.type.names[0] not in self.types:
                break
            type = self.types[type.type.names[0]]
        return type

    def _initialise(self, found: int, root: str, cells: Sequence[Site], value: str = "") -> None:
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
        value = value or (values[0] if cells[0][2] == root else f" = {{ {', '.join(values)} }}")
        self.edits[token.line, token.column] = (value + token.text, token.text)

    # -- heads of loops --

    def _probe(self, at: Position, code: str) -> bool:
        """Have an expression evaluated whenever a head is come to; False where a macro stands there."""
        found = self.index.get(at)
        if found is None:
            return False
        token, after = self.tokens[found], self.tokens[found + 1]
        if token.text == "do":
            self._behind(token, f" if ({self._macro('head', f' ({code})')}, 0) ; else")
        elif token.text == "while" and after.text == "(":
            self._behind(after, f"{self._macro('head', f' ({code})')}, ")
        elif token.text == "for" and after.text == "(":
            semicolon = self._first(found + 2, (";",))
            true = " 1" if self.tokens[semicolon + 1].text == ";" else " "
            self._behind(self.tokens[semicolon], f" {self._macro('head', f' ({code})')},{true}")
        elif after.text == ":":
            self._behind(after, f" if ({self._macro('head', f' ({code})')}, 0) ; else")
        else:
            return False
        return True

    def _first(self, start: int, wanted: Sequence[str]) -> int:
        """The first of some tokens that stands in no brackets opened on the way."""
        depth = 0
        for position in range(start, len(self.tokens)):
            text = self.tokens[position].text
            depth += (text in "([{") - (text in ")]}" and depth > 0)
            if depth == 0 and text in wanted:
                return position
        return len(self.tokens) - 1

    # -- where it starts --

    def _parameters(self) -> list[Any]:
        declared = self.own[own(self.program.function)].decl.type.args
        return [p for p in (declared.params if declared is not None else []) if shown(p) != "void"]

    def _entry(self) -> None:
        """The call of the function that the program starts with; pointers are null, structs have their members set before."""
        given: list[str] = []
        for parameter in self._parameters():
            site = (*self._of(parameter), parameter.name or "")
            sized = isinstance(parameter.type, c_ast.ArrayDecl) and parameter.type.dim is not None
            if sized or (isinstance(parameter.type, c_ast.TypeDecl) and not self._plain(parameter.type)
                         and not self._points(parameter.type)):
                given.append(f"synth_argument{len(given)}")
                self._whole(parameter, given[-1])
                continue
            plain = "synth_any()" if self._plain(parameter.type) else "0"
            value = f"{self._asked(site)}()" if site in self.sites else plain
            given.append(f"synth_count({value})" if not given and self.program.function == "main" else value)
        self.start.append(f"(void){own(self.program.function)}({', '.join(given)});")

    def _whole(self, parameter: Any, name: str) -> None:
        """An argument that is a struct or an array, its parts as they are asked for, and the others 0."""
        place, name_of = self._of(parameter), parameter.name or ""
        kind = _renamed(parameter.type, name)
        self.start.append(f"static {shown(c_ast.Decl(name, [], [], [], [], kind, None, None))};")
        self.start += [f"{name}{s[2][len(name_of):]} = {self._asked(s)}();" for s in self.sites
                       if s[:2] == place and re.split(r"[.\[]", s[2])[0] == name_of]

    # -- the text --

    def _replace(self, token: Token, new: str) -> None:
        self.edits[token.line, token.column] = (new, token.text)

    def _behind(self, token: Token, new: str) -> None:
        before, old = self.edits.get((token.line, token.column), (token.text, token.text))
        self.edits[token.line, token.column] = (before + new, old)

    def _edited(self) -> str:
        rows = self.text.split("\n")
        for (line, column), (new, old) in sorted(self.edits.items(), reverse=True):
            row = rows[line - self.before - 1]
            rows[line - self.before - 1] = row[:column - 1] + new + row[column - 1 + len(old):]
        return "\n".join("" if _MARKER.match(row) else row for row in rows)


def _renamed(type: Any, name: str) -> Any:
    """The type of a declaration, for another name."""
    if isinstance(type, c_ast.ArrayDecl):
        return c_ast.ArrayDecl(_renamed(type.type, name), type.dim, [])
    return c_ast.TypeDecl(name, [], None, type.type)
