"""Both solvers answer alike, whatever words and functions are called."""

import pytest
import z3

from synth.checking.backends import SOLVERS, Sat, Unsat, check

X, Y = z3.BitVec("x'", 8), z3.BitVec("y{0}", 8)
F = z3.Function("f'", z3.BitVecSort(8), z3.BitVecSort(8))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("words", [{}, {"x'": X}])
def test_names_that_smt_lib_reads_in_quotes_only(solver: str, words: dict[str, z3.BitVecRef]) -> None:
    known = z3.And(X == Y + 1, F(X) == 3, Y == 4)
    assert check(solver, known, words, 5.0) == Sat({name: 5 for name in words})
    assert check(solver, z3.And(known, F(X) == 4), words, 5.0) == Unsat()
