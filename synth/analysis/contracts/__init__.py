"""Contracts of functions that call themselves: the ∃ predicates in a program's own clauses, searched for, and shown."""
