"""Witness files of `synth prove --witness`."""

from __future__ import annotations

import datetime
import hashlib
import os
import pathlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from synth import __version__
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.analysis.property import Verdict
    from synth.analysis.reports.heads import Head
    from synth.analysis.reports.replay import Answers
    from synth.analysis.reports.witness import Source
    from synth.frontends.c.load import Program
    from synth.frontends.c.running.locate import Location, Locator
    from synth.frontends.svcomp.questions import Question
    from synth.transition import TransitionSystem


def writable(path: str) -> None:
    """InputError where no file can be written."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError("cannot be written", path)


def write_witness(path: str, program: Program | None, verdict: Verdict, question: Question, answers: Answers | None,
                  options: Mapping[str, Any]) -> Iterator[str]:
    """Write the witness of a verdict; what was left out, or why there is none and nothing was written, in words."""
    from synth.analysis.reports.witness import NoWitness, document, witness

    if verdict.certificate is None or program is None:
        yield f"no witness is written: {question.property} is unknown"
        return
    try:
        made = witness(program.system, verdict.certificate, source_of(program), answers)
    except NoWitness as why:
        yield f"no witness is written: {why}"
        return
    yield from (f"witness: {note}" for note in made.notes)
    pathlib.Path(path).write_text(document(made, _metadata(program, question, options)), encoding="utf-8")


def _metadata(program: Program, question: Question, options: Mapping[str, Any]) -> dict[str, Any]:
    digests = {file.path: hashlib.sha256(pathlib.Path(file.path).read_bytes()).hexdigest() for file in program.files}
    configuration = " ".join(f"--{name.replace('_', '-')} {value}" for name, value in options.items())
    return {"creation_time": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "producer": {"name": "synth", "version": __version__, "configuration": configuration},
            "task": {"input_files": list(digests), "input_file_hashes": digests,
                     "specification": question.specification, "data_model": program.dialect.data_model, "language": "C"}}


def source_of(program: Program) -> Source:
    """Where things stand in the program."""
    from synth.analysis.reports.witness import Input, Source
    from synth.frontends.c.running.instrument import site_of, sites
    from synth.frontends.c.running.locate import Locator
    from synth.transition import Kind

    locator, system, files = Locator(program), program.system, program.source.files

    def own(location: Location) -> Location:
        """A location in lines of its file."""
        return {**location, "line": files.of(location["line"])[1]}

    called = {site_of(r) for r in program.readings.values() if r.call}
    heads = {place: replace(head, location=own(head.location), body=None if head.body is None else own(head.body))
             for place, head in _heads(locator, system).items()}
    inputs = {site: Input(variable, site[2], site in called, (files.of(site[0])[1] or 0, site[1] or 0),
                          None if (at := locator.asked(site)) is None else own(at))
              for site, variable in sites(program).items()}
    return Source(heads, inputs, {p.number: own(locator.failing(p)) for p in system.of_kind(Kind.ERROR)})


def heads_of(program: Program) -> dict[int, Head]:
    """The loop heads that the source shows, by place."""
    from synth.frontends.c.running.locate import Locator

    return _heads(Locator(program), program.system)


def _heads(locator: Locator, system: TransitionSystem) -> dict[int, Head]:
    from synth.analysis.reports.heads import Head
    from synth.transition import Kind

    return {p.number: Head(**vars(loop)) for p in system.of_kind(Kind.HEAD) if (loop := locator.loop(p)) is not None}
