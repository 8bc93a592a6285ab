"""The source with what is known of its loops: where it stands, what is ACSL, and what Frama-C says of it."""

import pathlib
import shutil
import subprocess

import pytest

from synth.analysis.certificates.kinds import Certificate, Ranking, RecurrenceSet, SafetyInvariant
from synth.analysis.property import Property, Verdict
from synth.analysis.reports.annotate import annotated
from synth.api.replays.witness import heads_of
from synth.booleans import TRUE
from synth.frontends.c.load import load_text
from synth.terms import Term, constant, slt, symbol
from synth.transition import Kind

AT, N = symbol("i"), symbol("n")
UP = """extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
}
"""


def shown(source: str, certificate: Certificate, asked: Property = Property.TERMINATION, holds: bool = True) -> str:
    program, verdict = load_text(source, "made.c"), Verdict(asked, holds, certificate, "", "hand", ("z3",), 0.1)
    return annotated(program.lines, [(program.system, verdict, heads_of(program))])


def head(source: str) -> int:
    return load_text(source, "made.c").system.of_kind(Kind.HEAD)[0].number


def invariant(source: str, term: Term) -> str:
    return shown(source, SafetyInvariant({head(source): term}), Property.SAFETY)


def test_a_loop_is_annotated_before_it() -> None:
    lines = shown(UP, Ranking({head(UP): constant(0) <= AT}, {head(UP): (N - AT,)})).splitlines()
    assert lines[0] == "/* synth: termination holds */"
    assert lines[5] == "    /*@ loop variant n - i; */" and lines[6].lstrip().startswith("for")


def test_a_word_that_may_wrap_is_cast() -> None:
    assert "loop invariant (int)(i + n) == 7;" in invariant(UP, AT + N == 7)
    assert "loop invariant 0 <= i < n;" in invariant(UP, slt(AT, N) & (AT <= 0x7fffffff))
    assert "loop variant (unsigned)(n + i);" in shown(UP, Ranking({}, {head(UP): (N + AT,)}))


def test_what_acsl_has_no_words_for_is_a_plain_comment() -> None:
    text = shown(UP, Ranking({head(UP): TRUE}, {head(UP): (N, AT)}))
    assert "/* decreases in every round: (" in text and "compared lexicographically" in text and "/*@" not in text
    text = shown(UP, RecurrenceSet((), {head(UP): AT == 3}, {}), holds=False)
    assert "/* a run never leaves the states where i == 3 */" in text and "/*@" not in text


def test_a_loop_made_by_goto_has_a_plain_comment() -> None:
    source = UP.replace("for (int i = 0; i < n; i++)\n        ;", "int i = 0;\nagain:\n    if (i < n) { i++; goto again; }")
    text = invariant(source, AT == N)
    assert "/* invariant: i == n (no ACSL: no loop statement begins here) */\nagain:" in text


def test_a_loop_within_a_line_is_annotated_there() -> None:
    source = UP.replace("    for (int i", "    if (n) for (int i")
    assert "    if (n) /*@ loop invariant i == n; */ for (int i = 0" in invariant(source, AT == N)


@pytest.mark.skipif(shutil.which("frama-c") is None, reason="frama-c is not installed")
@pytest.mark.parametrize("source", [
    UP, UP.replace("    for (int i", "    if (n) for (int i"),
    UP.replace("for (int i = 0; i < n; i++)\n        ;", "int i = 0;\n    do { i++; } while (i < n);"),
    UP.replace("for (int i = 0; i < n; i++)\n        ;", "int i = 0;\nagain:\n    if (i < n) { i++; goto again; }"),
], ids=["for", "within a line", "do", "goto"])
def test_frama_c_reads_it(source: str, tmp_path: pathlib.Path) -> None:
    place = head(source)
    facts = (AT + N == 7) | ((AT & 12) == 4) | slt(AT, N) | (N == 8)
    text = shown(source, Ranking({place: facts & (AT <= 100)}, {place: (N - AT,)}))
    file = tmp_path / "made.c"
    file.write_text(text, encoding="utf-8")
    made = subprocess.run(["frama-c", "-print", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert made.returncode == 0, made.stdout
    clauses = text.count("loop invariant") + text.count("loop variant")
    assert made.stdout.count("loop invariant") + made.stdout.count("loop variant") == clauses
    assert clauses == (0 if "goto" in source else 2)
