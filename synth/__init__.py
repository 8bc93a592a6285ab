"""`synth`: second-order SAT for machine words, by program synthesis.

What a specification file imports: the annotations `Word`, `Fun`, `Predicate`, `Unknown`, the decorator `spec`, and functions
on words. What a program calls: `solve`, `prove` and `check`, with the types of their results.
"""

from typing import TYPE_CHECKING

from synth.errors import InputError, SynthError
from synth.specification import Fun, Function, Predicate, Specification, Unknown, Word, spec
from synth.terms import (
    WIDTH,
    ashr,
    constant,
    fadd,
    fdiv,
    feq,
    flt,
    fmul,
    fpext,
    fptosi,
    fptrunc,
    fsub,
    ite,
    leading_zeros,
    maximum,
    minimum,
    mulhu,
    parity,
    popcount,
    sdiv,
    sitofp,
    sle,
    slt,
    srem,
    symbol,
    trailing_zeros,
)

if TYPE_CHECKING:
    from synth.api.answers import Answer as Answer
    from synth.api.answers import EngineStatistics as EngineStatistics
    from synth.api.answers import Progress as Progress
    from synth.api.checking import check as check
    from synth.api.checks import CheckResult as CheckResult
    from synth.api.functions import SynthesisedFunction as SynthesisedFunction
    from synth.api.proving import prove as prove
    from synth.api.solving import SearchOptions as SearchOptions
    from synth.api.solving import solve as solve
    from synth.api.verdicts import Verdict as Verdict
    from synth.api.verdicts import Verdicts as Verdicts
else:
    _LATER = {"Answer": "answers", "EngineStatistics": "answers", "Progress": "answers", "check": "checking",
              "CheckResult": "checks", "SearchOptions": "solving", "SynthesisedFunction": "functions", "prove": "proving",
              "solve": "solving", "Verdict": "verdicts", "Verdicts": "verdicts"}

    def __getattr__(name):
        """What programs call, loaded when it is asked for: a specification file needs none of it."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        globals()[name] = found = getattr(importlib.import_module(f"synth.api.{_LATER[name]}"), name)
        return found

    def __dir__():
        return sorted({*globals(), *_LATER})

__version__ = "0.1.0"

__all__ = [
    "WIDTH", "Fun", "Function", "InputError", "Predicate", "Specification", "SynthError", "Unknown", "Word", "ashr", "constant",
    "fadd", "fdiv", "feq", "flt", "fmul", "fpext", "fptosi", "fptrunc", "fsub", "ite", "leading_zeros", "maximum", "minimum",
    "mulhu", "parity", "popcount", "sdiv", "sitofp", "sle", "slt", "spec", "srem", "symbol", "trailing_zeros",
]
