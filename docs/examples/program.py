"""A C program: the verdicts, their reasons, and a check by solvers that had no part in them."""

import pathlib

import synth

verdicts = synth.prove(pathlib.Path(__file__).parent / "absolute.c", timeout=60)
print(verdicts.termination.holds, verdicts.safety.holds)
for line in verdicts.safety.lines:
    print(line)

check = synth.check(verdicts.safety)
print(check.confirmed)
