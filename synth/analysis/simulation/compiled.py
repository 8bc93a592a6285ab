"""Runs of millions of steps: a transition system whose inputs keep their values is compiled to C and run from a state onwards.

What is seen is thinned out as the run goes on: for each place states at equal distances, and the last ones of all.
"""

from __future__ import annotations

import ctypes
import functools
import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from synth import terms
from synth.analysis.simulation.simulator import State
from synth.engines.native.build import compiler
from synth.errors import SynthError
from synth.evaluation.ctext import CText, storage_width
from synth.terms import Term
from synth.transition import Edge, Kind, TransitionSystem

_SPREAD, _LAST = 128, 64
_CHUNK = 1 << 20
_LARGE = 100_000
"""How many characters of C are too many for an optimising compiler."""

_FLAGS = ("-std=gnu11", "-w", "-fPIC", "-fno-math-errno", "-ffp-contract=off", "-pipe")

_FRAME = """
#include <stdint.h>
#include <string.h>
typedef {type} word;
enum {{ WORDS = {words}, PLACES = {places}, SPREAD = {spread}, LAST = {last}, ROWS = PLACES * SPREAD + LAST }};
struct run {{ int64_t place, done, came[PLACES], stride[PLACES], kept[PLACES];
              word state[WORDS], input[{inputs}]; int64_t places[ROWS], steps[ROWS]; word states[ROWS][WORDS]; }};
static void keep(struct run *r, int64_t at) {{
    r->places[at] = r->place;
    r->steps[at] = r->done;
    memcpy(r->states[at], r->state, sizeof r->state);
}}
static void note(struct run *r) {{
    int64_t p = r->place, first = p * SPREAD, came = r->came[p]++;
    keep(r, PLACES * SPREAD + r->done % LAST);
    if (came & (r->stride[p] - 1)) return;
    if (r->kept[p] == SPREAD) {{
        r->kept[p] = SPREAD / 2;
        for (int64_t i = first + 1; i < first + r->kept[p]; i++) {{
            int64_t from = 2 * i - first;
            r->steps[i] = r->steps[from];
            memcpy(r->states[i], r->states[from], sizeof r->state);
        }}
        r->stride[p] *= 2;
        if (came & (r->stride[p] - 1)) return;
    }}
    keep(r, first + r->kept[p]++);
}}
static int64_t step(int64_t place, word *s, const word *in) {{
    switch (place) {{
{cases}
    }}
    return -1;
}}
void run(struct run *r, int64_t steps) {{
    if (!r->done) note(r);
    for (; steps > 0; steps--) {{
        int64_t next = step(r->place, r->state, r->input);
        if (next < 0) return;
        r->place = next;
        r->done++;
        note(r);
    }}
}}
"""


@dataclass(frozen=True)
class Followed:
    """A run: places and states in the order in which they were seen, the last one among them; how many steps it made; whether it
    cannot go on.
    """

    seen: tuple[tuple[int, State], ...]
    steps: int
    ended: bool

    @property
    def place(self) -> int:
        """Where it was last."""
        return self.seen[-1][0]


class Compiled:
    """A system as a shared library, which lives in memory only. SynthError where it cannot be made."""

    def __init__(self, system: TransitionSystem) -> None:
        self._system = system
        self._names = tuple(v.name for v in system.variables)
        self._inputs = tuple(dict.fromkeys(i.name for e in system.edges for i in e.inputs))
        self._library = _compiled(_source(system, self._inputs))
        word = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}[storage_width(system.width)]
        words, places = max(1, len(self._names)), len(system.places)
        rows = places * _SPREAD + _LAST

        class Run(ctypes.Structure):
            _fields_ = (("place", ctypes.c_int64), ("done", ctypes.c_int64), ("came", ctypes.c_int64 * places),
                        ("stride", ctypes.c_int64 * places), ("kept", ctypes.c_int64 * places),
                        ("state", word * words), ("input", word * max(1, len(self._inputs))),
                        ("places", ctypes.c_int64 * rows), ("steps", ctypes.c_int64 * rows), ("states", word * words * rows))

        self._run = Run
        self._library.run.argtypes = (ctypes.POINTER(Run), ctypes.c_int64)
        self._library.run.restype = None

    def follow(self, place: int, state: State, inputs: Mapping[str, int], steps: int, deadline: float) -> Followed:
        """The run from a place and state, at most `steps` steps long; `inputs` is what each input is throughout, 0 if missing.
        However soon the deadline is, what a first batch of steps shows is seen."""
        run = self._run(place=place)
        run.stride[:] = [1] * len(run.stride)
        run.state[:] = [state[n] for n in self._names] or [0]
        run.input[:] = [inputs.get(n, 0) for n in self._inputs] or [0]
        while True:
            aim = min(run.done + _CHUNK, steps)
            self._library.run(ctypes.byref(run), aim - run.done)
            ended = run.done < aim
            if ended or aim == steps or time.monotonic() >= deadline:
                return Followed(tuple(self._seen(run)), run.done, ended)

    def _seen(self, run: Any) -> Iterator[tuple[int, State]]:
        last = len(run.places) - _LAST
        rows = [*(p * _SPREAD + i for p, kept in enumerate(run.kept) for i in range(kept)),
                *range(last, last + min(_LAST, run.done + 1))]
        for _, row in sorted({run.steps[row]: row for row in rows}.items()):
            yield int(run.places[row]), dict(zip(self._names, map(int, run.states[row]), strict=False))


def _source(system: TransitionSystem, inputs: Sequence[str]) -> str:
    symbols = {v.name: f"s[{i}]" for i, v in enumerate(system.variables)} | {n: f"in[{i}]" for i, n in enumerate(inputs)}
    cases = [f"    case {p.number}: {{\n{_leaving(system, list(system.leaving(p.number)), symbols)}    }} break;"
             for p in system.places if p.kind in (Kind.ENTRY, Kind.HEAD)]
    return _FRAME.format(type=f"uint{storage_width(system.width)}_t", words=max(1, len(system.variables)),
                         inputs=max(1, len(inputs)), places=len(system.places), spread=_SPREAD, last=_LAST, cases="\n".join(cases))


def _leaving(system: TransitionSystem, edges: Sequence[Edge], symbols: Mapping[str, str]) -> str:
    """The edges from one place: all guards, then the update of the first that holds."""
    lines, guards = _code(system, [e.guard for e in edges], symbols)
    for edge, guard in zip(edges, guards, strict=True):
        changed = [(v, u) for v, u in zip(system.variables, edge.update, strict=True) if u is not v.term]
        own, values = _code(system, [u for _, u in changed], symbols)
        fresh = [f"word n{i} = {value};" for i, value in enumerate(values)]
        stored = [f"{symbols[v.name]} = n{i};" for i, (v, _) in enumerate(changed)]
        lines.append(f"if ({guard}) {{ {' '.join((*own, *fresh, *stored))} return {edge.target}; }}")
    return "".join(f"        {line}\n" for line in lines)


def _code(system: TransitionSystem, roots: Sequence[Term], symbols: Mapping[str, str]) -> tuple[list[str], list[str]]:
    domain = CText(system.width)
    values = terms.interpret_all(roots, domain, symbols, terms.no_calls)
    return domain.statements, values


def _compiled(source: str) -> ctypes.CDLL:
    """The compiler and the linker write into files that exist in memory only; that of the library stays open, as the loader knows
    libraries by their paths. The compiler is not asked to link: it would make files of its own, and leave them where it is ended.
    """
    if not hasattr(os, "memfd_create"):
        raise SynthError("error: no files in memory here")
    command = compiler()
    if command is None:
        raise SynthError("error: runs cannot be compiled: there is no C compiler")
    made, library = os.memfd_create("object"), os.memfd_create("runs")
    try:
        level = "-O1" if len(source) < _LARGE else "-O0"
        _run((*command, *_FLAGS, level, "-x", "c", "-c", "-o", f"/dev/fd/{made}", "-"), (made,), source)
        linker, rest = _linker(command)
        _run((linker, "-shared", "-o", f"/dev/fd/{library}", f"/dev/fd/{made}", rest), (made, library))
        return ctypes.CDLL(f"/proc/self/fd/{library}")
    except (OSError, subprocess.CalledProcessError) as error:
        os.close(library)
        raise SynthError(f"error: runs cannot be compiled: {error}") from None
    finally:
        os.close(made)


@functools.cache
def _linker(command: tuple[str, ...]) -> tuple[str, str]:
    """The linker that a compiler uses, and its library for what the processor does not do."""
    return _run((*command, "-print-prog-name=ld")).strip(), _run((*command, "-print-libgcc-file-name")).strip()


def _run(command: Sequence[str], files: Sequence[int] = (), given: str = "") -> str:
    """What a command prints that has some files open."""
    return subprocess.run(command, input=given, text=True, check=True, capture_output=True, pass_fds=files).stdout
