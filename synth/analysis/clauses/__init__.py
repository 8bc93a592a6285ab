"""Formulas that are clauses over predicates, ranks and choices: recognised, searched as programs are, solutions read off."""
