"""What readings of the compiled program have in common: a status, and what is said of it to people and in JSON."""

from __future__ import annotations

from typing import Any, ClassVar


class SecondReading:
    """A reading of a certificate by the compiled program; `good` is the status in which it agrees, `done` the word for that."""

    good: ClassVar[str]
    done: ClassVar[str]
    status: str
    text: str
    seconds: float

    @property
    def wrong(self) -> bool:
        """Whether the certificate and the program contradict each other, which can only be an error of ours."""
        return self.status == "contradicted"

    @property
    def told(self) -> str:
        """The reading as a line for people."""
        return f"{'' if self.status == self.good else 'not '}{self.done}: {self.text}"

    def _record(self, **more: Any) -> dict[str, Any]:
        """The reading as a part of a JSON record, with what is its own."""
        return {"status": self.status, "reason": None if self.status == self.good else self.text, **more,
                "seconds": round(self.seconds, 6)}
