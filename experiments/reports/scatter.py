"""Two tools, task by task: where a point lies says which is faster, and at the edges what only one of them solves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from experiments.reports.entries import Entry, Measured
from experiments.reports.figures import Canvas, Picture, canvas, picture, time_axis
from experiments.reports.table import seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEWEST = 3
_EARLIEST = 0.01
_FACTOR, _MARGIN = 2.0, 1.6
_OURS, _THEIRS, _BOTH = ("^", "#0072b2"), (">", "#d55e00"), ("o", "#222222")

Pair = tuple[Entry, Entry]


def scatters(measured: Measured) -> list[Picture]:
    """Ours against each other tool that was given enough of the same tasks."""
    others = dict.fromkeys(tool for tool in (*measured.rivals, *measured.tools) if tool != measured.main)
    found = [scatter(measured, measured.main, tool) for tool in others]
    return [one for one in found if one is not None]


def scatter(measured: Measured, right: str, up: str) -> Picture | None:
    """The times of one tool to the right, of the other upwards; None where hardly any task was given to both."""
    pairs = [(entries[right], entries[up]) for entries in measured.by_question.values() if right in entries and up in entries]
    solved = [pair for pair in pairs if pair[0].solved or pair[1].solved]
    if len(solved) < _FEWEST:
        return None
    limit = max(entry.run.limits.wall for pair in pairs for entry in pair)
    with canvas(5.0, 5.0) as drawn:
        axes = drawn.figure.add_subplot()
        first = _frame(axes, solved, limit)
        _points(drawn, axes, solved, limit)
        _tell(axes, solved, first, limit, (right, up))
        axes.set_xlabel(f"{right}, wall seconds")
        axes.set_ylabel(f"{up}, wall seconds")
        name = f"scatter-{file_name(right)}-{file_name(up)}"
        return picture(drawn, name, f"{right} and {up}", _caption(right, up, pairs, solved))


def file_name(tool: str) -> str:
    """A tool's label as part of a file's name."""
    return "".join(letter if letter.isalnum() else "-" for letter in tool).strip("-")


def _caption(right: str, up: str, pairs: Sequence[Pair], solved: Sequence[Pair]) -> str:
    return (f"Each point is a task, of {len(pairs)} that both were given: above the diagonal {right} is faster, below it {up}, "
            f"beyond the grey band by a factor of more than {_FACTOR:g}. At the edges lies what one of them solves alone; "
            f"neither solves {len(pairs) - len(solved)}.")


def _frame(axes: Axes, solved: Sequence[Pair], limit: float) -> float:
    """Axes of one scale, the diagonal, a band around it, and the edges; where the scale begins."""
    first = min(max(entry.seconds, _EARLIEST) for pair in solved for entry in pair if entry.solved) * 0.7
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(first, limit * _MARGIN)
    axes.set_ylim(first, limit * _MARGIN)
    time_axis(axes.xaxis, first, limit)
    time_axis(axes.yaxis, first, limit)
    band = [first, first * _FACTOR, limit / _FACTOR, limit]
    axes.fill_between(band, [max(first, end / _FACTOR) for end in band], [min(limit, end * _FACTOR) for end in band],
                      color="#eeeeee", linewidth=0)
    axes.plot([first, limit], [first, limit], color="#999999", linewidth=0.8)
    axes.axhline(limit, color="#999999", linewidth=0.8, linestyle=(0, (3, 2)))
    axes.axvline(limit, color="#999999", linewidth=0.8, linestyle=(0, (3, 2)))
    axes.set_aspect("equal")
    return first


def _points(drawn: Canvas, axes: Axes, solved: Sequence[Pair], limit: float) -> None:
    edge = limit * _MARGIN ** 0.5
    for number, (one, other) in enumerate(solved):
        marker, color = _BOTH if one.solved and other.solved else _THEIRS if other.solved else _OURS
        place = [max(entry.seconds, _EARLIEST) if entry.solved else edge for entry in (one, other)]
        axes.plot(*([value] for value in place), marker=marker, color=color, markersize=4.5, alpha=0.75, markeredgewidth=0,
                  linestyle="none", gid=f"point{number}")
        drawn.titles[f"point{number}"] = f"{one.run.task}: {one.tool} {_told(one)}, {other.tool} {_told(other)}"


def _told(entry: Entry) -> str:
    return f"{seconds(entry.seconds)} s" if entry.solved else entry.outcome.value


def _tell(axes: Axes, solved: Sequence[Pair], first: float, limit: float, tools: tuple[str, str]) -> None:
    """The counts, each beside the half of the picture that it is of."""
    both = [(one.seconds, other.seconds) for one, other in solved if one.solved and other.solved]
    faster = sum(other > _FACTOR * one for one, other in both), sum(one > _FACTOR * other for one, other in both)
    alone = sum(not other.solved for _, other in solved), sum(not one.solved for one, _ in solved)
    style: dict[str, Any] = {"fontsize": 8.5, "color": "#333333", "va": "bottom"}
    edge = limit * _MARGIN * 1.1
    axes.text(first, edge, f"{tools[0]}: {alone[0]} alone, {faster[0]} faster", **style)
    axes.text(edge, first, f"{tools[1]}: {alone[1]} alone, {faster[1]} faster", rotation=270, **style)
