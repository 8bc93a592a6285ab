"""The one error root. Whatever a user can cause is a `SynthError`, told in one line as `file:line: message`."""

from __future__ import annotations


class SynthError(Exception):
    """Anything that a user's input or machine can cause; shown as one line, exit status 2."""


class InputError(SynthError):
    """Unusable input, with the place that caused it.

    `line` and `column` count from 1; either may be None where the file as a whole is to blame.
    """

    def __init__(self, message: str, file: str = "", line: int | None = None, column: int | None = None) -> None:
        self.message, self.file, self.line, self.column = message, file, line, column
        place = ":".join(str(part) for part in (file, line, column) if part not in ("", None))
        super().__init__(f"{place}: error: {message}" if place else f"error: {message}")

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, int | None, int | None]]:
        return type(self), (self.message, self.file, self.line, self.column)


class NotDerivable(InputError):
    """An answer with a program that its specification does not allow: by its operators, its grammar or its signature."""
