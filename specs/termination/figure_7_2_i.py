"""Termination of a loop in two phases over signed words, by a lexicographic pair of ranks.

    while (x > 0 && y > 0 && z > 0)
        if (y > x) { y = z; x = nondet(); z = x - 1; }
        else       { z = z - 1; x = nondet(); y = x - 1; }

Formula [UT] for a pair: the pair falls wherever the loop is taken, whatever nondet() returns. Words are bounded below, hence no
further condition. First (x > 0 and y > x), then z, is one.
Figure 7.2i of Precise Verification of C Programs.
"""

from synth import Fun, Word, ite, slt, spec


def guard(x: Word, y: Word, z: Word):
    return slt(0, x) & slt(0, y) & slt(0, z)


@spec(width=32, given=guard)
def two_phases_terminate(
    first: Fun[[Word, Word, Word], Word],
    second: Fun[[Word, Word, Word], Word],
    x: Word, y: Word, z: Word, nondet: Word,
):
    upper = slt(x, y)
    then = (nondet, ite(upper, z, nondet - 1), ite(upper, nondet - 1, z - 1))
    stays = first(x, y, z) == first(*then)
    return (first(x, y, z) > first(*then)) | (stays & (second(x, y, z) > second(*then)))
