"""What becomes of an earlier answer or verdict that is checked anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from synth.api.pages import html_block, markdown_block

if TYPE_CHECKING:
    from synth.api.replays.replay import Replay
    from synth.api.replays.trial import Trial


@dataclass(frozen=True)
class CheckResult:
    """How the check of an earlier answer or verdict came out.

    Attributes:
        confirmed: `True`: it was proved anew; `False`: it is refuted; `None`: undecided.
        name: The specification or the program that it is about.
        said: How it came out, in a sentence.
        proved_by: The solvers that proved it anew.
        shared: What the check has in common with the search.
        not_checked: What it leaves aside.
        assumed: What it takes for granted of a program, each with its line.
        compiled: What came of it in the compiled program, where it is about one.
        parts: The checks of the verdicts, where there are several.
        file: Where the answer was read; "" where it was given as an object.
    """

    confirmed: bool | None
    name: str
    said: str
    proved_by: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    compiled: Replay | Trial | None = None
    file: str = ""
    parts: tuple[CheckResult, ...] = ()

    @property
    def text(self) -> str:
        """The result as `synth check` prints it."""
        return "\n".join([*(part.text for part in self.parts), *self._own()])

    def _own(self) -> Iterator[str]:
        if not self.parts:
            yield f"{self.name}: {self.said}"
            yield from (f"  {line}" for line in self._details())
        else:
            yield from (f"{self.name}: not checked: {what}" for what in self.not_checked)

    def _details(self) -> Iterator[str]:
        if self.compiled is not None and not self.compiled.wrong and self.compiled.status != "open":
            yield self.compiled.told
        if self.shared:
            yield f"shared with the search: {', '.join(self.shared)}"
        yield from (f"not checked: {what}" for what in self.not_checked)
        yield from (f"assumed: {what}" for what in self.assumed)

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object, of schema `synth.check/1`; a new one each time."""
        return {"schema": "synth.check/1", "file": self.file, "confirmed": self.confirmed, "text": self.said,
                "proved_by": list(self.proved_by), "shared": list(self.shared), "not_checked": list(self.not_checked),
                "assumed": list(self.assumed),
                "compiled": None if self.compiled is None else self.compiled.record,
                "parts": [part.record for part in self.parts]}

    @property
    def json(self) -> str:
        """The result as `synth check --json` prints it."""
        return json.dumps(self.record, ensure_ascii=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html_block(self.name, self.text)

    def _repr_markdown_(self) -> str:
        return markdown_block(self.name, self.text)


def together(name: str, results: Sequence[CheckResult], open_ones: tuple[str, ...], what: str) -> CheckResult:
    """What some checks of parts of one answer, `what` they are in the plural, come to: confirmed if all are, refuted if any is."""
    if len(results) == 1:
        return replace(results[0], not_checked=open_ones)
    found = [result.confirmed for result in results]
    confirmed = False if False in found else None if None in found else True
    words = {True: "confirmed", False: "refuted", None: "undecided"}
    said = f"{words[confirmed]}, {found.count(confirmed)} of {len(found)} {what}"
    proved = () if confirmed is False else tuple(dict.fromkeys(name for result in results for name in result.proved_by))
    return CheckResult(confirmed, name, said, proved, tuple(dict.fromkeys(what for result in results for what in result.shared)),
                       open_ones, parts=tuple(results))
