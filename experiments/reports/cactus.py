"""How many tasks each tool has solved after how many seconds each: for all tasks, and category by category."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from experiments.reports.entries import Entry, Measured
from experiments.reports.figures import Canvas, Picture, Style, canvas, picture, styles, time_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EARLIEST = 0.01
_PANELS, _ACROSS, _FEWEST = 12, 3, 5


def cactus(measured: Measured) -> Picture:
    """One line per tool, over everything that was asked."""
    with canvas(7.2, 4.4) as drawn:
        axes = drawn.figure.add_subplot()
        _draw(axes, measured.entries, styles(measured), _span(measured), size=9.0)
        axes.set_xlabel("wall seconds per task")
        axes.set_ylabel("tasks solved")
        return picture(drawn, "cactus", "Tasks solved over time",
                       "How many tasks each tool answers right within how many seconds; at the right, of how many.")


def panels(measured: Measured) -> Picture | None:
    """A small picture for each larger suite or category, of ours and the rivals; None where there are no two of them."""
    found = _panels(measured)
    if len(found) < 2:
        return None
    shown = {tool: style for tool, style in styles(measured).items() if tool in (measured.main, *measured.rivals)}
    rows = math.ceil(len(found) / _ACROSS)
    with canvas(9.6, 0.5 + 2.2 * rows) as drawn:
        for place, (name, entries) in enumerate(found.items()):
            axes = drawn.figure.add_subplot(rows, _ACROSS, place + 1)
            axes.set_title(name)
            _draw(axes, entries, shown, _span(measured), size=7.5)
        _label_edges(drawn)
        return picture(drawn, "panels", "Category by category",
                       f"As above, for each category alone that has {_FEWEST} tasks or more.")


def _panels(measured: Measured) -> dict[str, list[Entry]]:
    """What each panel shows: categories, or suites where categories are too many; the largest of them."""
    by_group: dict[str, list[Entry]] = {}
    by_suite: dict[str, list[Entry]] = {}
    for entry in measured.entries:
        by_group.setdefault(entry.group, []).append(entry)
        by_suite.setdefault(entry.run.suite, []).append(entry)
    found = by_group if len(by_group) <= _PANELS or len(by_suite) == 1 else by_suite
    large = {name: entries for name, entries in found.items() if _asked(entries) >= _FEWEST}
    largest = sorted(large, key=lambda name: -_asked(large[name]))[:_PANELS]
    return {name: entries for name, entries in large.items() if name in largest}


def _asked(entries: Sequence[Entry]) -> int:
    return len({entry.question for entry in entries})


def _span(measured: Measured) -> tuple[float, float]:
    """The shortest time that matters, and the longest limit."""
    limit = max((entry.run.limits.wall for entry in measured.entries), default=1.0)
    return min([limit / 10, *(max(entry.seconds, _EARLIEST) for entry in measured.entries if entry.solved)]) * 0.8, limit


def _label_edges(drawn: Canvas) -> None:
    drawn.figure.supxlabel("wall seconds per task", fontsize=9, color="#333333")
    drawn.figure.supylabel("tasks solved", fontsize=9, color="#333333")


def _draw(axes: Axes, entries: Sequence[Entry], shown: Mapping[str, Style], span: tuple[float, float], size: float) -> None:
    """The lines of the tools, each labelled where it ends, and the number of tasks as a thin line above them."""
    from matplotlib.ticker import MaxNLocator

    axes.set_xscale("log")
    axes.set_xlim(*span)
    axes.set_ylim(0, _asked(entries) * 1.06)
    axes.axhline(_asked(entries), color="#aaaaaa", linewidth=0.8)
    axes.annotate(f"{_asked(entries)} tasks", (0, _asked(entries)), xycoords=axes.get_yaxis_transform(), xytext=(4, -3),
                  textcoords="offset points", va="top", fontsize=size - 1, color="#707070")
    time_axis(axes.xaxis, *span)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.grid(axis="both", which="major")
    axes.tick_params(labelsize=size, which="both")
    ends = {tool: _line(axes, [e for e in entries if e.tool == tool], style, span[1])
            for tool, style in shown.items() if any(e.tool == tool for e in entries)}
    _label(axes, ends, shown, entries, size)


def _line(axes: Axes, entries: Sequence[Entry], style: Style, limit: float) -> int:
    """The line of one tool; how many it has solved in the end."""
    times = sorted(max(entry.seconds, _EARLIEST) for entry in entries if entry.solved)
    if times:
        axes.plot([times[0], *times, limit], [0, *range(1, len(times) + 1), len(times)], drawstyle="steps-post", markersize=4,
                  markevery=(max(1, len(times) // 8), max(1, len(times) // 8)), clip_on=False, **style.drawn())
    return len(times)


def _label(axes: Axes, ends: Mapping[str, int], shown: Mapping[str, Style], entries: Sequence[Entry], size: float) -> None:
    """Marker, name and count at the right end of each line, moved apart where they would touch."""
    top = axes.get_ylim()[1]
    inches = axes.get_figure(root=True).get_size_inches()[1] * axes.get_position().height  # type: ignore[union-attr]
    for tool, place in spread(ends, top * size * 1.35 / 72 / inches, top).items():
        style = shown[tool]
        axes.plot([1.03], [place], transform=axes.get_yaxis_transform(), marker=style.marker, color=style.color,
                  markersize=size / 2, linestyle="none", clip_on=False)
        axes.annotate(f"{tool}  {ends[tool]}/{sum(entry.tool == tool for entry in entries)}", (1.03, place),
                      xycoords=axes.get_yaxis_transform(), xytext=(6, 0), textcoords="offset points", va="center", fontsize=size,
                      color=style.color, annotation_clip=False)


def spread(wanted: Mapping[str, float], gap: float, top: float) -> dict[str, float]:
    """Heights near the wanted ones, `gap` apart, none below 0 and none above `top` as far as there is room; higher ones first."""
    order = sorted(wanted, key=lambda name: -wanted[name])
    placed: dict[str, float] = {}
    ceiling = top
    for name in order:
        placed[name] = min(wanted[name], ceiling)
        ceiling = placed[name] - gap
    floor = 0.0
    for name in reversed(order):
        placed[name] = max(placed[name], floor)
        floor = placed[name] + gap
    return placed
