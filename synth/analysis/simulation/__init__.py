"""Runs of transition systems: many at once, single ones compiled, all states of small programs."""
