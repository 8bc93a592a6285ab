"""Populations of linear programs of L that evolve from one example, and one lattice point, to the next."""

from synth.engines.genetic.engine import Genetic

__all__ = ["Genetic"]
