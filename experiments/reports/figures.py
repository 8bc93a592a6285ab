"""Pictures: the same bytes for the same records, readable in black and white, as SVG and as PNG."""

from __future__ import annotations

import contextlib
import io
import math
import pathlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from experiments.reports.entries import Measured
from synth.errors import SynthError

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

_SVG, _LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_RULES: Any = {
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"], "font.size": 9,
    "svg.fonttype": "none", "svg.hashsalt": "synth", "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#555555", "axes.titlesize": 9,
    "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.labelcolor": "#333333", "xtick.color": "#555555", "ytick.color": "#555555", "grid.color": "#dddddd",
    "grid.linewidth": 0.6, "axes.axisbelow": True}
_PLAIN = {"Date": None, "Creator": None, "Format": None, "Type": None}


@dataclass(frozen=True)
class Picture:
    """A picture: the stem of its files, a title, what it shows, and its bytes."""

    name: str
    title: str
    caption: str
    svg: str
    png: bytes

    def save(self, folder: pathlib.Path, stem: str) -> list[pathlib.Path]:
        """Write both files, named after `stem` and the picture."""
        paths = [folder / f"{stem}-{self.name}.{suffix}" for suffix in ("svg", "png")]
        paths[0].write_text(self.svg, encoding="utf-8")
        paths[1].write_bytes(self.png)
        return paths


@dataclass(frozen=True)
class Style:
    """How a tool is drawn: told apart by its line and marker as well as by its colour."""

    color: str
    line: Any
    marker: str
    width: float = 1.6

    def drawn(self) -> dict[str, Any]:
        """As matplotlib takes it."""
        return {"color": self.color, "linestyle": self.line, "marker": self.marker, "linewidth": self.width}


_OURS = Style("#000000", "-", "o", 2.2)
_RIVALS = (Style("#0072b2", (0, (6, 2)), "s"), Style("#d55e00", (0, (6, 2, 1, 2)), "^"), Style("#009e73", (0, (2, 1.5)), "D"),
           Style("#aa4499", (0, (10, 2, 2, 2, 2, 2)), "v"), Style("#b8860b", (0, (1, 1)), "P"))
_ALONE = tuple(Style("#707070", line, marker, 1.0) for line, marker in (
    ("-", "x"), ((0, (6, 2)), "+"), ((0, (2, 1.5)), "1"), ((0, (6, 2, 1, 2)), "2"), ((0, (1, 1)), "3"), ((0, (10, 2)), "4")))


def styles(measured: Measured) -> dict[str, Style]:
    """A style per tool: ours black, rivals in colours, our engines alone thin and grey."""
    alone = [tool for tool in measured.tools if tool not in (measured.main, *measured.rivals)]
    return {measured.main: _OURS, **{tool: _RIVALS[i % len(_RIVALS)] for i, tool in enumerate(measured.rivals)},
            **{tool: _ALONE[i % len(_ALONE)] for i, tool in enumerate(alone)}}


@dataclass
class Canvas:
    """A figure that is being drawn; `titles` are tooltips of what was drawn with these ids."""

    figure: Figure
    titles: dict[str, str] = field(default_factory=dict)


def time_axis(axis: Axis, first: float, limit: float) -> None:
    """Ticks of a logarithmic axis of seconds: powers of ten, the limit, and between them short ones; none beyond the limit."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    tens = [10.0 ** power for power in range(math.floor(math.log10(first)), math.ceil(math.log10(limit)))]
    axis.set_major_locator(FixedLocator([*(ten for ten in tens if first <= ten < limit / 2.5), limit]))
    axis.set_minor_locator(FixedLocator([ten * digit for ten in tens for digit in range(1, 10) if first <= ten * digit < limit]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


@contextlib.contextmanager
def canvas(width: float, height: float) -> Iterator[Canvas]:
    """A figure of that many inches, under our rules; SynthError where matplotlib is missing."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise SynthError("pictures need matplotlib: pip install 'synth[bench]'") from None
    with matplotlib.rc_context(_RULES):
        yield Canvas(Figure(figsize=(width, height), layout="constrained"))


def picture(drawn: Canvas, name: str, title: str, caption: str) -> Picture:
    """The picture of what was drawn; to be called while its canvas is open."""
    svg, png = io.BytesIO(), io.BytesIO()
    drawn.figure.savefig(svg, format="svg", metadata=_PLAIN)
    drawn.figure.savefig(png, format="png", dpi=200, metadata={"Software": None})
    return Picture(name, title, caption, _finished(svg.getvalue(), name, title, drawn.titles), png.getvalue())


def _finished(svg: bytes, name: str, title: str, titles: Mapping[str, str]) -> str:
    """The SVG with tooltips, an accessible name, and ids that are unique on a page that holds several."""
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _LINK)
    root = ElementTree.fromstring(svg)
    for element in list(root.iter()):
        if element.get("id") in titles:
            told = ElementTree.Element(f"{{{_SVG}}}title")
            told.text = titles[element.attrib["id"]]
            element.insert(0, told)
        for key, value in element.attrib.items():
            element.set(key, _renamed(key, value, name))
    root.set("role", "img")
    root.set("aria-label", title)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _renamed(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == f"{{{_LINK}}}href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return re.sub(r"url\(#", f"url(#{name}-", value)
