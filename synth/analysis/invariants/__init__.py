"""Inductive invariants: candidate predicates, the inductive ones among them, and the search for those that exclude failures."""
