"""Table 6.3: where the time goes, into finding candidates, judging them, or making constants of small widths fit large ones."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.reports.entries import Entry, Measured, lines
from experiments.reports.published import SOURCE, figures
from experiments.reports.table import Kind, Row, Table

_COLUMNS = {"category": Kind.TEXT, "SYNTH s": Kind.SECONDS, "VERIF s": Kind.SECONDS, "generalise s": Kind.SECONDS,
            "sum s": Kind.SECONDS, "SYNTH": Kind.SHARE, "VERIF": Kind.SHARE, "generalise": Kind.SHARE}
_LEGEND = ("Over what {tool} solved: seconds that the engines were at work, side by side, all added up; seconds of refuting "
           "and proving; and of these, those of generalising constants.")


def table(measured: Measured) -> Table:
    """A line per category whose answers tell, then all, then the published line."""
    entries = [entry for entry in measured.of(measured.main) if entry.solved and entry.answer.get("shares")]
    rows, total = lines(entries, (measured.main,), _line)
    past = figures()["phases"]
    footer = [*total, _shared(SOURCE, past["synth"], past["verif"], past["generalise"])]
    return Table("phases", "Where the time goes", _LEGEND.format(tool=measured.main), _COLUMNS, rows, footer)


def _line(group: str, _: str, entries: Sequence[Entry]) -> Row:
    synth, verif, generalise = (sum(entry.answer["shares"][phase] for entry in entries)
                                for phase in ("synthesise", "verify", "generalise"))
    return _shared(group, synth, verif, generalise)


def _shared(group: str, synth: float, verif: float, generalise: float) -> Row:
    whole = synth + verif
    shares = dict(zip(("SYNTH", "VERIF", "generalise"), (part / whole if whole else None for part in (synth, verif, generalise)),
                      strict=True))
    return {"category": group, "SYNTH s": synth, "VERIF s": verif, "generalise s": generalise, "sum s": whole, **shares}
