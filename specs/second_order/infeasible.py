"""A function below its argument: none exists, since nothing lies below 0.

expect: infeasible, by one look at x = 0. Our own.
"""

from synth import Fun, Word, spec


@spec(width=32)
def below_its_argument(f: Fun[[Word], Word], x: Word):
    return f(x) < x
