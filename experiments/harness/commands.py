"""The commands that measure: `list` and `run`."""

from __future__ import annotations

import contextlib
import pathlib
import re
import shlex
import sys
from collections.abc import Callable, Generator, Sequence, Set
from dataclasses import replace

import click

from experiments.circumstances import RESULTS, circumstances
from experiments.harness.cluster import elsewhere, understood
from experiments.harness.keeper import WAYS
from experiments.harness.limits import require
from experiments.harness.measure import Job
from experiments.harness.progress import Display, summary
from experiments.harness.records import Journal, Key, Limits, Loaded, Outcome, Run, Session
from experiments.harness.schedule import here, plan
from experiments.harness.sizes import specification_sizes
from experiments.harness.suites import Suite, Task, load_suite, own_suites
from experiments.harness.tools import Tool, load_tools
from synth.errors import InputError

_TOOLS = click.option("--tools", "tool_files", multiple=True, metavar="FILE.toml", help="More tools; see experiments/tools.toml.",
                      type=click.Path(exists=True, dir_okay=False, path_type=pathlib.Path))


@click.command("list")
@click.argument("suites", nargs=-1, metavar="[SUITE|PATH]...")
@_TOOLS
def listing(suites: tuple[str, ...], tool_files: tuple[pathlib.Path, ...]) -> None:
    """Show the suites and the tools that there are, or the tasks of suites."""
    if suites and tool_files:
        raise InputError("--tools shows tools, which are told where no suite is named")
    if not suites:
        click.echo("Suites:")
        for name, table in own_suites().items():
            click.echo(f"  {name:24} {len(load_suite(name).tasks):4} tasks  {table['about']}")
        click.echo("Tools:")
        for name, tool in load_tools(tool_files).items():
            click.echo(f"  {name:24} {' '.join((*tool.formats, *tool.properties))}")
    for suite in suites:
        found = load_suite(suite)
        _tell_left_out(found)
        for task in found.tasks:
            asked = "" if task.property is None else f" {task.property}"
            click.echo(f"{task.name}{asked}: {task.expected or 'nothing is expected'}")


def _tell_left_out(suite: Suite) -> None:
    for reason in suite.left_out:
        click.echo(f"left out: {reason}", err=True)


@click.command("run")
@click.argument("suites", nargs=-1, required=True, metavar="SUITE|PATH...")
@click.option("--timeout", default=60.0, show_default=True, type=click.FloatRange(0, min_open=True), help="Wall seconds per run.")
@click.option("--memory", default=4000, show_default=True, type=click.IntRange(64), metavar="MB", help="Memory per run.")
@click.option("--cpu", type=click.FloatRange(0, min_open=True), help="CPU seconds per run, of all its processes.  [no limit]")
@click.option("--repeat", default=1, show_default=True, type=click.IntRange(1), help="How often each run is done.")
@click.option("--jobs", type=click.IntRange(1), help="Runs at a time on this machine.  [1]")
@click.option("--only", default="*", metavar="GLOB", help="Only the tasks that it fits, by name, path or file name.")
@click.option("--tool", "names", multiple=True, metavar="NAME", help="Which tools, side by side.  [synth]")
@_TOOLS
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Seed of every run.")
@click.option("--cluster", is_flag=False, flag_value="local", metavar="[WHERE]",
              help="Run on Dask: local[:N], slurm[:N], or the address of a scheduler (tcp://…).  [local]")
@click.option("--limits-by", type=click.Choice(list(WAYS)), help="Who enforces the limits.  [runexec where it works]")
@click.option("--out", metavar="NAME", help="Write results/NAME.jsonl, or a path that ends in .jsonl.  [the suites' names]")
@click.option("--resume", is_flag=True, help="Go on with the file: do only the runs that it does not hold.")
@click.option("--mixed", is_flag=True, help="Go on with runs of another commit, machine or version, too.")
@click.option("--fresh", is_flag=True, help="Replace the file.")
def run(suites: tuple[str, ...], timeout: float, memory: int, cpu: float | None, repeat: int, jobs: int | None, only: str,
        names: tuple[str, ...], tool_files: tuple[pathlib.Path, ...], seed: int, cluster: str | None, limits_by: str | None,
        out: str | None, resume: bool, mixed: bool, fresh: bool) -> int:
    """Run the tools on all tasks of SUITEs, ours or what a PATH holds, and record every run as it ends.

    Exit status: 0, or 1 where an answer is wrong.
    """
    if resume and fresh:
        raise InputError("--resume goes on with the file, --fresh replaces it: not both")
    if cluster is not None and jobs is not None:
        raise InputError("--jobs is for runs on this machine, --cluster says how many workers there are")
    tools = _tools(names or ("synth",), tool_files)
    planned = plan(_tasks(suites, only), tools, Limits(timeout, cpu, memory, limits_by or ""), seed, repeat)
    if cluster is not None:
        understood(cluster)
    if limits_by is not None:
        require(limits_by)
    session, path = _session(tools), _path(out or "-".join(_plain(suite) for suite in suites))
    if path.exists() and path.stat().st_size and not (resume or fresh):
        raise InputError("it holds runs; --resume goes on with it, --fresh replaces it, --out NAME writes another", str(path))
    with Journal(path, fresh) as journal:
        if not mixed:
            _require_same(journal.loaded, session, {job.key() for job in planned}, path)
        runs = _continued(journal, session, planned, lambda left: elsewhere(left, cluster) if cluster else here(left, jobs or 1))
    click.echo("\n".join((*summary(runs), f"written to {path}")))
    return int(any(r.outcome is Outcome.WRONG for r in runs))


def _continued(journal: Journal, session: Session, planned: Sequence[Job],
               measured: Callable[[Sequence[Job]], Generator[Run]]) -> list[Run]:
    """The records of what is planned: those that the journal holds, and those of the other runs, which are done and recorded."""
    session = replace(session, session=len(journal.loaded.sessions))
    runs = _done(journal.loaded, {job.key() for job in planned})
    done = {run.key() for run in runs}
    left = _sized([replace(job, session=session.session) for job in planned if job.key() not in done])
    if left:
        is_told = False
        with Display(len(planned), runs) as display, contextlib.closing(measured(left)) as records:
            for record in records:
                journal.append(*((record,) if is_told else (session, record)))
                is_told = True
                display(record)
                runs.append(record)
    return runs


def _done(loaded: Loaded, wanted: Set[Key]) -> list[Run]:
    """The runs of these keys that need not be done again, the last one of each."""
    return list({run.key(): run for run in loaded.runs if run.key() in wanted and run.outcome is not Outcome.LOST}.values())


def _require_same(loaded: Loaded, session: Session, wanted: Set[Key], path: pathlib.Path) -> None:
    """InputError where runs that are not done again were measured on another machine, commit or version."""
    before = {run.session for run in _done(loaded, wanted)}
    now = _facts(session)
    for earlier in (s for s in loaded.sessions if s.session in before):
        for name, was in _facts(earlier).items():
            if now.get(name, was) != was:
                raise InputError(f"it holds runs with {name} {was}, here it is {now[name]}; --mixed goes on nevertheless, --fresh "
                                 "replaces them, --out NAME writes another file", str(path))


def _facts(session: Session) -> dict[str, str]:
    """What has to be the same of runs that are told together."""
    return {"machine": session.machine, "commit": session.commit, "python": session.python, "packages": session.packages,
            **session.tools}


def _tools(names: Sequence[str], files: Sequence[pathlib.Path]) -> list[Tool]:
    """The tools of these names. InputError where one is not known, or cannot be started here."""
    known = load_tools(files)
    if unknown := [name for name in names if name not in known]:
        raise InputError(f"there is no tool {unknown[0]!r}; there are {', '.join(known)}")
    tools = [known[name] for name in dict.fromkeys(names)]
    for tool in tools:
        tool.require()
    return tools


def _tasks(suites: Sequence[str], only: str) -> list[Task]:
    """The tasks of all suites, each once. InputError where the pattern fits none."""
    found: dict[Task, None] = {}
    for name in suites:
        suite = load_suite(name)
        _tell_left_out(suite)
        found |= dict.fromkeys(suite.only(only).tasks)
    if not found:
        raise InputError(f"--only {only!r} fits no task of {', '.join(suites)}")
    return list(found)


def _plain(suite: str) -> str:
    """A suite's name as part of a file's."""
    return re.sub(r"[^\w.-]+", "-", pathlib.Path(suite).resolve().name if pathlib.Path(suite).exists() else suite)


def _path(name: str) -> pathlib.Path:
    return pathlib.Path(name) if name.endswith(".jsonl") else RESULTS / f"{name}.jsonl"


def _session(tools: Sequence[Tool]) -> Session:
    """This start of the harness, without its number."""
    versions = {tool.name: tool.told_version() for tool in tools}
    return Session(0, shlex.join(["python", "-m", "experiments", *sys.argv[1:]]), **circumstances(), tools=versions)


def _sized(jobs: Sequence[Job]) -> list[Job]:
    """The jobs with the sizes of their specifications, which takes a moment."""
    sizes = specification_sizes(job.task for job in jobs)
    return [replace(job, size=sizes.get(job.task.file)) for job in jobs]
