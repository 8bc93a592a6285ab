"""Programs of an exact length as one SMT query: constants are solved for, and an unsatisfiable query closes the point."""

from synth.engines.bounded.engine import Bounded

__all__ = ["Bounded"]
