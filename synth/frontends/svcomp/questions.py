"""Questions about a C program, with the names and formulas that SV-COMP has for them.

Properties that have a meaning here: that no call of reach_error is reached (unreach-call), that no signed operation overflows
(no-overflow), that every run ends (termination), and that memory is used as C allows (memory-safety): pointers are followed to
objects only (valid-deref), what is freed is allocated (valid-free), and no memory is lost (valid-memtrack), or left at the end
(valid-memcleanup).
"""

from __future__ import annotations

import builtins
from dataclasses import dataclass

from synth.frontends.c.preprocessing.dialect import File


@dataclass(frozen=True)
class Question:
    """A property that is asked of a program: "safety" or "termination".

    only            which failed assertions are in question, as in `synth.transition.Place.cause`; () for all
    specification   the property as its file states it
    expected        what the task says that the answer is; None where it does not
    place           file, line and column where it says so
    """

    property: str
    specification: str
    expected: bool | None = None
    place: tuple[str, int, int] = ("", 0, 0)
    only: tuple[str, ...] = ()

    @builtins.property
    def name(self) -> str:
        """What it is called: termination, safety, or as in `CAUSES_OF`."""
        return next((name for name, causes in CAUSES_OF.items() if causes == self.only), self.property)

    def is_for(self, wanted: str | None) -> bool:
        """Whether it answers to a name, or to none; safety is also what tasks know as unreach-call."""
        return wanted in (None, self.name) or (wanted == "safety" and self.only == ("call",))


CAUSES_OF = {"unreach-call": ("call",), "no-overflow": ("overflow",), "memory-safety": ("bounds", "free", "leak"),
             "valid-deref": ("bounds",), "valid-free": ("free",), "valid-memtrack": ("leak",), "valid-memcleanup": ("left",)}
"""The failed assertions, by their causes, that properties are about which are not about all."""


@dataclass(frozen=True)
class Task:
    """A program, and what is asked of it; `data_model` is None where the task does not say.

    left_out     why other properties of the task are not asked, a line each
    ignored      what of a compilation database does not count, a line each
    allocation   how malloc and the like are read, as in `synth.frontends.c.preprocessing.dialect`; None where nothing says it
    """

    files: tuple[File, ...]
    data_model: str | None
    questions: tuple[Question, ...]
    left_out: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    allocation: str | None = None

    @builtins.property
    def file(self) -> str:
        """The file of the program; the first one where there are several."""
        return self.files[0].path


STANDARD = {q.name: q for q in (
    Question("termination", "CHECK( init(main()), LTL(F end) )"),
    Question("safety", "CHECK( init(main()), LTL(G ! call(reach_error())) )"),
    *(Question("safety", f"CHECK( init(main()), LTL(G {formula}) )", only=CAUSES_OF[name]) for name, formula in (
        ("unreach-call", "! call(reach_error())"), ("no-overflow", "! overflow"), ("valid-deref", "valid-deref"),
        ("valid-free", "valid-free"), ("valid-memtrack", "valid-memtrack"), ("valid-memcleanup", "valid-memcleanup"))),
    Question("safety", "\n".join(f"CHECK( init(main()), LTL(G {formula}) )" for formula in (
        "valid-free", "valid-deref", "valid-memtrack")), only=CAUSES_OF["memory-safety"]))}
"""The properties by their names, as they are usually stated."""

SHORT = {"overflow": "no-overflow"}
"""What properties are called for short, beside their names."""

USUAL = ("termination", "safety")
"""What is asked where nothing else is said."""
