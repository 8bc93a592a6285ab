"""Functions that a search has found: called on integers, and written in other languages."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from synth.api.pages import html_block, markdown_block
from synth.evaluation.integers import run_program
from synth.program import Program


@dataclass(frozen=True)
class SynthesisedFunction:
    """A function of words that satisfies a specification, together with the others of its answer.

    It is called on integers from 0 to 2^w - 1, w being how many bits a word has: `answer.functions["f"](12)`.

    Attributes:
        name: What the specification calls it.
        parameters: What its parameters are called.
        takes: How many bits each argument has.
        returns: How many bits the result has; 0 for a predicate, which returns `True` or `False`.
        width: How many bits the words have that it computes with.
        text: The program in the language L, an instruction a line.
        smtlib: A `define-fun` of SMT-LIB; for a SyGuS-IF file the one that answers the file.
        c: A C99 function, which compiles after `#include <stdint.h>`; `None` where C has no floating-point type of this width.
        program: The program as a value.
    """

    name: str
    parameters: tuple[str, ...]
    takes: tuple[int, ...]
    returns: int
    width: int
    text: str
    smtlib: str
    c: str | None
    program: Program

    def __call__(self, *words: int) -> int:
        """The result for these words; a predicate's is `True` or `False`.

        Raises:
            TypeError: where the number of words is not that of the parameters, or one is no integer.
            ValueError: where one has more bits than its parameter, or is negative.
        """
        if len(words) != len(self.takes):
            expected = "1 word" if len(self.takes) == 1 else f"{len(self.takes)} words"
            raise TypeError(f"{self.name} takes {expected}, called with {len(words)}")
        arguments = [self._word(*each) for each in zip(words, self.parameters, self.takes, strict=True)]
        result = run_program(self.program, arguments, self.width)
        return result % (1 << self.returns) if self.returns else result != 0

    def _word(self, word: int, parameter: str, bits: int) -> int:
        try:
            value = operator.index(word)
        except TypeError:
            raise TypeError(f"{self.name}: {parameter} is {word!r}, which is no integer") from None
        if not 0 <= value < 1 << bits:
            raise ValueError(f"{self.name}: {parameter} has {bits} bits, it lies between 0 and {(1 << bits) - 1}; {value} does not")
        return value

    @property
    def predicate(self) -> bool:
        """Whether it is true or false of its words."""
        return self.returns == 0

    @property
    def length(self) -> int:
        """How many instructions it has."""
        return self.program.length

    @property
    def headline(self) -> str:
        """Its name with its parameters."""
        return f"{self.name}({', '.join(self.parameters)})"

    def __str__(self) -> str:
        return f"{self.headline}:\n" + "\n".join(f"    {line}" for line in self.text.splitlines())

    def _repr_html_(self) -> str:
        return html_block(self.headline, self.text)

    def _repr_markdown_(self) -> str:
        return markdown_block(self.headline, self.text)


def function_from(told: Mapping[str, Any], program: Program, width: int, predicate: bool,
                  sorts: tuple[tuple[int, ...], int] | None = None) -> SynthesisedFunction:
    """The function that a record of schema synth.result/1 tells of.

    sorts   how many bits its arguments and its result have, where these are not words of the `width`
    """
    from synth.frontends.emit import smtlib_function

    name, parameters = str(told["name"]), tuple(told["parameters"])
    takes, returns = sorts or ((width,) * program.inputs, 0 if predicate else width)
    smtlib = told.get("sygus") or smtlib_function(program, name, width, parameters).rstrip()
    c = None if told["c"] is None else str(told["c"]).rstrip()
    return SynthesisedFunction(name, parameters, takes, returns, width, str(told["text"]), str(smtlib), c, program)
