"""What the instrumented files of a program share: numbers of what they ask for, functions for calls that stand in macros."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycparser import c_ast

from synth.frontends.c.load import Program
from synth.frontends.c.running import blocks
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.parse import parse
from synth.transition import Variable

Site = tuple[int | None, int | None, str]
"""Where the source asks for an input: line, column, and the function or variable, or the part of the block that is allocated there,
`+offset:size`."""

KNOWN = (*(n for n in library.FAILING if n != "__assert_fail"), *library.ASSERTIONS, *library.ASSUMPTIONS)
"""What verifiers agree on, but for what the harness itself has."""


class Shared:
    """What the files of a program have in common.

    aside      the calls that stand in macros, by the function
    others     functions for them
    renamed    what the files include so that they call those for functions that allocate or free memory, by the function
    nulls      whether null may be allocated
    blocks     as in Instrumented
    in_macros  as in Instrumented
    functions  those that files define for all
    objects    those, too, and what the system asks for in their place where no file does
    """

    def __init__(self, program: Program, sites: Mapping[Site, Variable]) -> None:
        self.program, self.sites = program, sites
        self.nulls = program.dialect.allocation == "fails"
        self.numbers: dict[Site, int] = {}
        self.aside: dict[str, list[Site]] = {}
        self.others: list[str] = []
        self.renamed: dict[str, str] = {}
        self.blocks: dict[tuple[int | None, int | None], int] = {}
        self.in_macros: set[int | None] = set()
        self.complete = True
        trees = [parse(unit.source) for unit in program.source.units]
        self.functions = {n.decl.name: n for tree in trees for n in tree.ext
                          if isinstance(n, c_ast.FuncDef) and "static" not in n.decl.storage}
        self.objects = {n.name for tree in trees for n in tree.ext if isinstance(n, c_ast.Decl)
                        and not {"extern", "static"} & set(n.storage)} if len(trees) > 1 else set()

    @property
    def has_all(self) -> bool:
        """Whether every site has a number of its own; those within blocks have that of the call."""
        numbered, asked = ({site for site in own if site[:2] not in self.blocks} for own in (self.numbers, self.sites))
        return self.complete and numbered == asked

    def allocating(self, calls: Sequence[Site]) -> int:
        """A number for calls that allocate."""
        number = len(self.numbers)
        self.numbers.update(dict.fromkeys(calls, number))
        self.blocks.update(dict.fromkeys((site[:2] for site in calls), number))
        return number

    def failing(self, name: str, line: int | None = 0) -> str:
        """What a failing call does: where the property is not about it, the run ends unseen."""
        return "synth_assumed()" if library.cause(name) in self.program.ended else f"synth_fail({line})"

    def meaning(self, name: str) -> str:
        """The definition of a function that verifiers agree on."""
        if name in library.FAILING:
            return f"void {name}() {{ {self.failing(name)}; }}\n"
        left = self.failing(name) if name in library.ASSERTIONS else "synth_assumed()"
        return f"void {name}(int holds) {{ if (!holds) {left}; }}\n"

    def define_asides(self) -> None:
        """Functions for the calls that stand in macros, and for those that only the compiler sees."""
        for name in (n for n in KNOWN if n not in self.aside and n not in self.functions):
            self.others.append(f"__attribute__((weak)) {self.meaning(name)}")
        if "assertion" in self.program.ended and "__assert_fail" not in self.functions:
            self.others.append("void __assert_fail() { synth_assumed(); }\n")
        for name, calls in self.aside.items():
            self._define(name, calls)

    def _define(self, name: str, calls: Sequence[Site]) -> None:
        """A function for the calls of one that stand in macros: all of them together are one place that asks."""
        if blocks.is_of_memory(name) and name not in self.functions:
            return self._define_allocating(name, calls)
        asked = [site for site in calls if site in self.sites]
        self.complete &= not asked or len(calls) == 1
        self.in_macros.update(site[0] for site in calls if name in (*library.FAILING, *library.ASSERTIONS))
        if name.startswith("__builtin_"):
            self.complete = False
        elif name in KNOWN and name not in self.functions:
            self.others.append(self.meaning(name))
        elif name != "__assert_fail" and name not in self.functions:
            number = len(self.numbers)
            self.numbers.update(dict.fromkeys(asked, number))
            anything = f"int {name}() {{ return synth_any(); }}\n"
            self.others.append(asking(name, number, self.sites[asked[0]], library.range_of(name)) if asked else anything)

    def _define_allocating(self, name: str, calls: Sequence[Site]) -> None:
        """A function for the calls of one that allocates or frees memory which stand in macros."""
        if (found := blocks.unasked(name)) is not None:
            self.renamed[name] = f"#define {name} {found}\n"
            return
        self.complete &= len(calls) == 1
        line = calls[0][0] if len(calls) == 1 else None
        self.renamed[name], defined = blocks.aside(name, self.allocating(calls), self.nulls, line)
        self.others.append(defined)


def asking(name: str, number: int, variable: Variable, limits: tuple[int, int] | None) -> str:
    """The definition of a function that returns an answer; it ends the run unseen where that is not within the limits."""
    if variable.floating:
        pattern, type = ("unsigned", "float") if variable.bits == 32 else ("unsigned long long", "double")
        quiet = f"({pattern})1 << {22 if variable.bits == 32 else 51}"  # no NaN is signaling
        return (f"{type} {name}() {{ union {{ {pattern} word; {type} value; }} w = {{ ({pattern})synth_take({number}) }}; "
                f"if (w.value != w.value) w.word |= {quiet}; return w.value; }}\n")
    kinds = {1: "_Bool", 8: "char", 16: "short", 32: "int", 64: "long long"}
    type = kinds[next(bits for bits in kinds if bits >= variable.bits)]  # the bits of a bit-field are cut off where it is assigned
    sign = "" if variable.bits == 1 else "signed " if variable.signed else "unsigned "
    bit = " & 1" if variable.bits == 1 else ""
    kind = sign + type
    low, high = limits or (0, 0)
    checked = f" if (word < {low} || word > {high}) synth_assumed();" if limits is not None else ""
    return f"{kind} {name}() {{ {kind} word = ({kind})(synth_take({number}){bit});{checked} return word; }}\n"
