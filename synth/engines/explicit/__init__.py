"""The explicit engine: complete enumeration by length, in compiled code, goal-directed where the specification is an equation."""
