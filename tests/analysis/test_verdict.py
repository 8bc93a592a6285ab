"""Verdicts on loops with known answers."""

import signal
import time
from multiprocessing import Pipe

import pytest
from busy import SLACK
from systems import loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.property import Property
from synth.analysis.verdict import decide, deciding
from synth.errors import InputError, SynthError
from synth.terms import Term, constant, ite, sle, slt, symbol
from synth.transition import TransitionSystem

X, Y, Z, K = (symbol(n) for n in "xyzk")


def positive(word: Term) -> Term:
    return slt(0, word)


TERMINATION = {
    "down": (loop("x", X > 0, {"x": X - 1}), True),
    "up to a bound": (loop("x y", X < Y, {"x": X + 1}), True),
    "by an invariant": (loop("x y", X > 0, {"x": X - Y}, {"y": constant(1)}), True),
    "lexicographic": (loop("x y", positive(X) & positive(Y), {"x": ite(K == 1, X - 1, X), "y": ite(K == 1, Y + 1, Y - 1)},
                           inputs="k"), True),
    "lowest bits": (loop("x", X > 0, {"x": X & (X - 1)}), True),
    "towards 0": (loop("x", X != 0, {"x": ite(slt(X, 0), -X - 1, -X + 1)}), True),
    "wraps": (loop("x", X > 0, {"x": X + 1}), True),
    "a fixed point": (loop("x", positive(X), {"x": X & (X + 1)}), False),
    "sticks at 0": (loop("x y", X != Y, {"x": ite(slt(Y, X), 0, X + 1)}), False),
    "an idle choice": (loop("x", X != 0, {"x": X - K}, inputs="k"), False),
    "round a full circle": (loop("x y z", sle(Y, X), {"y": ite(slt(1, Z), Y, Y + 1), "z": ite(slt(1, Z), Z - 1, Z),
                                                       "x": ite(slt(1, Z), X + Z, X)}), False),
}
SAFETY = {
    "odd": (loop("x", K != 0, {"x": X + 2}, {"x": constant(1)}, "k", X & 1 == 0), True),
    "together": (loop("x y", K != 0, {"x": X + 1, "y": Y + 1}, {"x": constant(0), "y": constant(0)}, "k", X != Y), True),
    "moved": (loop("x y z", X > 0, {"x": X - 1, "y": Y + 1}, {"x": symbol("z0"), "y": constant(0)}, wrong=Y != Z), True),
    "past 0": (loop("x", positive(X), {"x": X - 2}, {"x": constant(1000003)}, wrong=slt(X, 0)), False),
    "a choice each round": (loop("x y", slt(X, 1000003), {"x": X + 1, "y": ite(K != 0, Y + 1, Y)},
                                 {"x": constant(0), "y": constant(0)}, "k", X == Y), False),
    "after half a circle": (loop("x", sle(10, X), {"x": X + 2}, {"x": constant(10)}, wrong=X & 1 == 0), False),
    "at once": (loop("x", slt(X, 10), {"x": X + 1}, wrong=X != 10), False),
}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.slower] * (name == "round a full circle")) for name in TERMINATION])
def test_termination(name: str) -> None:
    system, expected = TERMINATION[name]
    found = decide(system, Property.TERMINATION, 30.0)
    assert found.holds is expected, found
    assert found.certificate is not None
    assert checked(system, found.certificate, 30.0, ("bitwuzla",)).holds


@pytest.mark.parametrize("name", SAFETY)
def test_safety(name: str) -> None:
    system, expected = SAFETY[name]
    found = decide(system, Property.SAFETY, 30.0)
    assert found.holds is expected, found
    assert found.certificate is not None
    assert checked(system, found.certificate, 30.0, ("bitwuzla",)).holds


def test_wrong_certificates_are_found_out() -> None:
    system, _ = TERMINATION["down"]
    good = decide(system, Property.TERMINATION, 10.0).certificate
    assert good is not None
    wrong, _ = TERMINATION["a fixed point"]
    assert not checked(wrong, good, 5.0).holds
    raised = loop("x", X > 0, {"x": X + 2})
    assert not checked(raised, good, 5.0).holds


def test_a_deadline_is_kept() -> None:
    hard = loop("x y", terms.constant(True) & (X * X * X + Y != 12345), {"x": X * Y + 7, "y": X ^ (Y * Y)})
    start = time.monotonic()
    decide(hard, Property.TERMINATION, 1.5)
    assert time.monotonic() - start < 1.5 + SLACK


def test_a_run_that_settles_late_is_endless() -> None:
    """A counter that sticks at a million, far beyond what is unrolled."""
    system = loop("x y", X <= 1_000_000, {"x": ite(X == 1_000_000, X, X + 1), "y": Y + X}, {"x": constant(0), "y": constant(0)})
    found = decide(system, Property.TERMINATION, 60.0)
    assert found.holds is False and found.certificate is not None
    assert checked(system, found.certificate, 30.0, ("bitwuzla",)).holds


class Coming:
    """A system that another process makes: it is there at once, or never."""

    def __init__(self, system: TransitionSystem | Exception | None) -> None:
        self._system, self.signals = system, list[signal.Signals]()
        self.connection, self._other = Pipe()
        if system is not None:
            self._other.send(None)

    def system(self) -> TransitionSystem:
        assert self._system is not None
        if isinstance(self._system, Exception):
            raise self._system
        return self._system

    def signal(self, number: signal.Signals) -> None:
        """What a process would get."""
        self.signals.append(number)


def test_what_holds_of_all_runs_waits_for_no_other_system() -> None:
    system, _ = TERMINATION["down"]
    *_, found = deciding(Coming(None), Property.TERMINATION, 30.0, wider=system)
    assert found.holds is True


def test_what_is_being_made_waits_while_a_certificate_is_proved() -> None:
    coming = Coming(None)
    *_, found = deciding(coming, Property.TERMINATION, 30.0, wider=TERMINATION["down"][0])
    assert found.holds is True
    assert coming.signals and coming.signals == [signal.SIGSTOP, signal.SIGCONT] * (len(coming.signals) // 2)


def test_a_system_that_comes_later_is_searched() -> None:
    """What all runs of the wider system do says nothing of the one that fails; that is said of the system that comes."""
    wider = loop("x y", X > 0, {"x": X - Y, "y": K}, inputs="k", wrong=X == 0)
    exact = loop("x y", X > 0, {"x": X - Y, "y": constant(1)}, {"y": constant(1), "x": constant(7)}, wrong=X == 0)
    *_, found = deciding(Coming(exact), Property.SAFETY, 30.0, wider=wider)
    assert found.holds is False and found.certificate is not None
    assert checked(exact, found.certificate, 30.0, ("bitwuzla",)).holds


def test_a_system_that_does_not_come_is_done_without() -> None:
    system, _ = TERMINATION["down"]
    *_, found = deciding(Coming(SynthError("error: reading was ended by SIGKILL")), Property.TERMINATION, 30.0, wider=system)
    assert found.holds is True
    endless, _ = TERMINATION["a fixed point"]
    *_, left = deciding(Coming(MemoryError()), Property.TERMINATION, 2.0, wider=endless)
    assert left.holds is None


def test_what_keeps_a_system_from_coming_is_told() -> None:
    wider = loop("x y", X > 0, {"x": X - Y, "y": K}, inputs="k")
    with pytest.raises(InputError, match="too wide"):
        list(deciding(Coming(InputError("too wide")), Property.TERMINATION, 30.0, wider=wider))
