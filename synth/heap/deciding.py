"""Whether some heaps and words satisfy a formula of SLH: by solvers of bit-vectors, a model checked by the reference.

Formulas with products or remainders of lengths are decided kernel by kernel first, where pointers are few: what relates two results
of a product is seen where operands are sums of the same words.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from synth.booleans import conjunction, negation
from synth.checking.backends import SOLVERS
from synth.checking.validity.prover import Fails, Open, Valid, decided
from synth.errors import SynthError
from synth.heap.formulas import Formula
from synth.heap.kernels import satisfiable_by_kernels
from synth.heap.numbers import impossible, without_products
from synth.heap.outcome import Model, Outcome, Undecided, Unsatisfiable, Way
from synth.heap.small import Encoded, encoded
from synth.pace import SLOWEST
from synth.terms import Term

_FEW, _KERNELS = 4, 0.5
"""How many pointers are few enough for all kernels, and the share of the time that these have."""


def satisfiable(formula: Formula, seconds: float, solvers: tuple[str, ...] = SOLVERS, smaller: float = 0.0, more: int = 0,
                ways: Collection[Way] = tuple(Way)) -> Outcome:
    """Whether heaps and words satisfy a formula, by `solvers` in turns within `seconds`; small ones as far as up to `smaller`
    seconds of work more show.

    more    how many nodes heaps may have beyond those that they need
    ways    how it is decided: each that is among them, where it pays
    InputError for more pointers than the words can number.
    """
    until, made = time.monotonic() + seconds, encoded(formula, more)
    found: Outcome = Undecided("timeout")
    if Way.KERNELS in ways and len(formula.pointers) <= _FEW and without_products(formula.body) is not None:
        found = satisfiable_by_kernels(formula, seconds if Way.WORDS not in ways else _KERNELS * seconds, solvers)
    if isinstance(found, Undecided) and Way.WORDS in ways:
        found = _asked(made, made.term, max(0.0, until - time.monotonic()), solvers)
    return _smaller(made, found, smaller, solvers) if isinstance(found, Model) else found


def _asked(made: Encoded, term: Term, seconds: float, solvers: tuple[str, ...]) -> Outcome:
    until = time.monotonic() + seconds
    if by := impossible(term, made.formula.width, seconds, solvers):
        return Unsatisfiable(by)
    match decided(negation(term), made.formula.width, max(0.0, until - time.monotonic()), solvers):
        case Valid(by):
            return Unsatisfiable(by)
        case Fails(words):
            model = Model(made.heaps(words), {name: words.get(name, 0) for name in made.formula.numbers})
            if not model.satisfies(made.formula):
                raise SynthError(f"error: what solvers say to satisfy a formula about heaps does not: {model}")
            return model
        case Open(reason):
            return Undecided(reason)


def _smaller(made: Encoded, model: Model, seconds: float, solvers: tuple[str, ...]) -> Model:
    """A model whose pointers lead to as few nodes as is seen in so many seconds of work, or some more on a busy machine."""
    until, end = time.thread_time() + seconds, time.monotonic() + SLOWEST * seconds
    model = _shortened(made.formula, model, until)
    least, most = 0, model.nodes
    while least < most and time.thread_time() < until and (left := end - time.monotonic()) > 0:
        tried = min(2 * least + 1, (least + most - 1) // 2)  # small ones are seen to be too small at once
        found = _asked(made, conjunction([made.term, *made.within(tried)]), left, solvers)
        if isinstance(found, Model):
            model, most = found, found.nodes
        elif isinstance(found, Unsatisfiable):
            least = tried + 1
        else:
            break
    return model


def _shortened(formula: Formula, model: Model, until: float) -> Model:
    """The model with edges as short as they can be made one by one, until this thread's clock says so; the heaps have the same
    nodes, words are the same.

    What takes a solver many questions is mostly seen so at once, and however busy the machine is.
    """
    last = None
    while model != last:
        last = model
        for name, node in [(name, node) for name, heap in model.heaps.items() for node in heap.edges]:
            for bit in reversed(range((model.heaps[name].edges[node][1] - 1).bit_length())):
                if time.thread_time() > until:
                    return model
                shorter = model.shorter(name, node, 1 << bit)
                model = shorter if shorter.satisfies(formula) else model
    return model
