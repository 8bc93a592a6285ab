"""Non-termination of `float x; while (x > 0.0) x -= 1.0;`: it terminates over the reals.

Formula [CNT]: a set S of states that holds the initial one, lies within the guard and is never left. Where x is large, rounding
takes the subtraction back; infinity alone will do, too.
Figure 7.2e of Precise Verification of C Programs.
"""

from synth import Predicate, Unknown, Word, fdiv, flt, fsub, spec


@spec(width=32)
def count_down_runs_for_ever(S: Predicate[[Word]], x0: Unknown, x: Word):
    one = fdiv(1, 1)
    return S(x0) & S(x).implies(flt(0, x) & S(fsub(x, one)))
