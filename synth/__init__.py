"""`synth`: second-order SAT for machine words, by program synthesis.

What a specification file imports: the annotations `Word`, `Fun`, `Predicate`, `Unknown`, the decorator `spec`, and functions
on words.
"""

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
    fsub,
    ite,
    leading_zeros,
    maximum,
    minimum,
    mulhu,
    parity,
    popcount,
    sdiv,
    sle,
    slt,
    srem,
    symbol,
    trailing_zeros,
)

__version__ = "0.1.0"

__all__ = [
    "WIDTH", "Fun", "Function", "InputError", "Predicate", "Specification", "SynthError", "Unknown", "Word", "ashr", "constant",
    "fadd", "fdiv", "feq", "flt", "fmul", "fsub", "ite", "leading_zeros", "maximum", "minimum", "mulhu", "parity", "popcount",
    "sdiv", "sle", "slt", "spec", "srem", "symbol", "trailing_zeros",
]
