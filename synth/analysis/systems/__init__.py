"""Transition systems made smaller: slices, what a question depends on, edges rewritten by what is known."""
