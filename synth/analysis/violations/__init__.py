"""Proofs that a property fails: recurrence sets and danger invariants."""
