"""C programs proved: whether they terminate, and whether their assertions can fail."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any, Literal

from synth.api.ending import ending
from synth.api.jobs import answers, job_of
from synth.api.typed import require_types
from synth.api.verdicts import Verdict, Verdicts


def prove(path: str | os.PathLike[str] | Sequence[str], *, property: str | os.PathLike[str] | None = None, timeout: float = 60.0,
          memory_limit: int | None = None, seed: int = 0, data_model: Literal["LP64", "ILP32"] | None = None,
          signed_overflow: Literal["wrap", "error"] = "wrap", undefined: Literal["defined", "error"] = "defined",
          allocation: Literal["fails", "succeeds"] | None = None, strict: bool = False,
          function: str | None = None, database: str | os.PathLike[str] | None = None, include: Sequence[str] = (),
          define: Sequence[str] = (), encodings: Sequence[str] = (),
          unwind: int | None = None, trace: Literal["last", "full"] = "last", witness: str | os.PathLike[str] | None = None,
          replay: bool = True, engines: Sequence[str] | None = None, start_width: int | None = None, max_length: int | None = None,
          jobs: int | None = None, cluster: str | None = None, exchange: bool | None = None,
          progress: Callable[[Verdict], None] | None = None, cancel: threading.Event | None = None) -> Verdicts:
    """Decide whether a C program terminates, and whether its assertions can fail.

    Args:
        path: A C file, or several that make one program; a task definition of SV-COMP (`.yml`), which names the program and the
            properties; or a compilation database (`.json`), all files of which make one program.
        database: The folder of a `compile_commands.json` that says how the files are preprocessed.
        property: Only this one: `termination`, `safety`, `unreach-call`, `no-overflow` (or `overflow`), `memory-safety` or a part
            of that (`valid-deref`, `valid-free`, `valid-memtrack`, `valid-memcleanup`), or the path of a property file (`.prp`).
        timeout: Seconds for each property, reading included.
        memory_limit: Stop when all processes hold more than this many MB.
        seed: Seed of everything random.
        data_model: Sizes of C's types; by default that of the task, or LP64.
        signed_overflow: What it is: `wrap` modulo 2^w, or an `error` that fails an assertion.
        undefined: What a division by zero and a shift by too much are: `defined` as the front end says, or an `error`.
        allocation: Whether malloc and the like may return null: it `fails`, or always `succeeds`; by default it `succeeds` in a
            task, as the rules of SV-COMP have it, and `fails` elsewhere.
        strict: Whether functions that nothing defines and that have no known meaning are refused.
        function: The function to start with, its arguments any values; by default `main`, or the only one that no other calls.
        include: Folders that headers are looked for in, after that of the file.
        define: Macros, `NAME` or `NAME=TEXT`.
        encodings: Search by these formulas only, for instance `termination/conditional`, or `all`.
        unwind: Follow runs for so many rounds of each loop, and search nothing else: a verdict needs a run that fails, or that no
            run goes on longer.
        trace: Of a long run, tell its first inputs and `last` steps, or the `full` run.
        witness: Write a witness to this file, in the YAML format of SV-COMP; for one property.
        replay: Whether the compiled program is run against each verdict.
        engines: Search by formulas only, with these engines; this and the next options are those of `synth.solve`.
        start_width: Word width in bits at which the search for a solution of a formula starts.
        max_length: The longest programs that a solution of a formula may have, in instructions.
        jobs: How many workers search for a solution of a formula at a time.
        cluster: Search by formulas only, on a Dask cluster.
        exchange: Whether engines are told what others proposed.
        progress: Called with each verdict as it comes, in the calling thread.
        cancel: Setting it ends the work within a second; the properties that are open then are unknown, `interrupted`.

    Returns:
        The verdicts, by the properties.

    Raises:
        InputError: where the program cannot be read or is not supported, or an option is out of its range.
        TypeError: where an argument is of another type.
        KeyboardInterrupt: after Ctrl-C, in the main thread.
        synth.api.replays.replay.Contradicted: where the compiled program contradicts a verdict: an error of synth.
    """
    require_types("prove", prove, locals())
    options: dict[str, Any] = {"signed_overflow": signed_overflow, "undefined": undefined,
                               "unknown": "refused" if strict else "assumed", "entry": function, "include": include,
                               "define": define}
    options |= {name: said for name, said in (("data_model", data_model), ("allocation", allocation)) if said is not None}
    written = None if witness is None else os.fspath(witness)
    asked = None if property is None else os.fspath(property)
    search = {"engines": None if engines is None else tuple(engines), "start_width": start_width, "max_length": max_length,
              "jobs": jobs, "cluster": cluster, "exchange": exchange}
    verdicts: list[Verdict] = []
    annotated = ""
    with ending(cancel) as cancelled:
        files = tuple(path) if isinstance(path, Sequence) and not isinstance(path, str) else (os.fspath(path),)
        job = job_of(files, asked, options, timeout, memory_limit, seed, encodings, replay, written, True, cancelled,
                     trace == "full", unwind, {name: value for name, value in search.items() if value is not None},
                     None if database is None else os.fspath(database))
        for answer in answers(job, cancelled):
            if isinstance(answer, str):
                annotated = answer
            elif isinstance(answer, Verdict):
                verdicts.append(answer)
                if progress is not None:
                    progress(answer)
    return Verdicts(job.named, tuple(verdicts), annotated)
