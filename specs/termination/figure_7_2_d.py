"""Non-termination of `while (i < M || j < N) { i = i + 1; j = j + 1; }` over unsigned words: it terminates over the integers.

Formula [CNT]: a set S of states that holds the initial one, lies within the guard and is never left. S holds, for instance, where
both bounds are the greatest word and the counters differ.
Figure 7.2d of Precise Verification of C Programs.
"""

from synth import Predicate, Unknown, Word, spec


@spec(width=32)
def two_bounds_run_for_ever(
    S: Predicate[[Word, Word, Word, Word]],
    i0: Unknown, j0: Unknown, m0: Unknown, n0: Unknown,
    i: Word, j: Word, m: Word, n: Word,
):
    guard = (i < m) | (j < n)
    return S(i0, j0, m0, n0) & S(i, j, m, n).implies(guard & S(i + 1, j + 1, m, n))
