"""SLH, the theory of singly linked lists with lengths (thesis, chapter 8): its formulas, their meaning, and what decides them.

Formulas speak of heaps that are made of one another by assignments, and of what is seen of them: paths and their lengths, cycles,
how many nodes there are. Whatever a formula says of some heap it says of a small one with weights on its edges, so that a solver
of bit-vectors decides it.
"""
