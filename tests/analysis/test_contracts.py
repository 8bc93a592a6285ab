"""Contracts of functions that call themselves: what is proved with them, what is not, and how they are told and checked."""

from __future__ import annotations

import json
import pathlib
import time
from typing import Any

import pytest

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, SafetyInvariant, Unwinding, contracts_of, relying
from synth.analysis.contracts.calls import Calls
from synth.analysis.contracts.search import by_contracts
from synth.analysis.property import Property, Verdict
from synth.analysis.reports.annotate import annotated
from synth.analysis.reports.lines import lines_of
from synth.analysis.reports.record import certificate_of, certificate_record, contracts_in
from synth.analysis.searches import ends, is_safe
from synth.api.checks import CheckResult
from synth.api.recheck import recheck
from synth.errors import InputError
from synth.frontends.c.load import Program, load_text
from synth.frontends.c.lowering.contracts import instantiated
from synth.terms import constant, symbol
from synth.transition import CONTRACT, Kind, TransitionSystem

HEAD = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""

NINETY_ONE = """static int ninety_one(int x)
{
    if (x > 100)
        return x - 10;
    return ninety_one(ninety_one(x + 11));
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 100)
        return 0;
    assert(ninety_one(x) == 91);
}
"""
FIBONACCI = """static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 20) return 0; assert(CLAIM); }
"""
COUNT = """int g;
static void f(int n) { if (n == 0) return; g++; f(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; f(n); assert(g == n); }
"""
UP_TO = """struct node { struct node *next; };
#define SLH_NODE struct node
#include <slh.h>
static unsigned up_to(struct node *l, unsigned k) { return l == NULL || k == 0 ? 0 : 1 + up_to(l->next, k - 1); }
int main(void) { unsigned k = __VERIFIER_nondet_uint(); assert(up_to(__VERIFIER_nondet_list(), k) CLAIM k); }
"""
BESIDE_LISTS = """#include <stdlib.h>
struct node { int data; struct node *next; };
""" + NINETY_ONE.replace("int x =", """struct node *l = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL) return 0;
        n->next = l;
        l = n;
    }
    int x =""")


def read(text: str, asked: str = "safety") -> Program:
    return load_text(HEAD + text, "f.c", asked=asked)


def opened(program: Program) -> TransitionSystem:
    assert program.wider is not None and program.wider.opened is not None
    return program.wider.opened


def proof(program: Program, seconds: float, termination: bool = False) -> Certificate | None:
    """A certificate by contracts, proved anew; None where none is found."""
    system = opened(program)
    for found in by_contracts(system, is_safe, ends if termination else None, time.monotonic() + seconds, 0):
        if found is not None:
            own = instantiated(system, contracts_of(found.certificate))
            assert checked(own, found.certificate, 20.0).holds
            return found.certificate
    return None


TRUE = {
    "beside lists": BESIDE_LISTS,
    "lists of any shape": UP_TO.replace("CLAIM", "<="),
    "a table": FIBONACCI.replace("CLAIM", "f(n) >= n - 1"),
    "cases": NINETY_ONE,
    "a global counts": COUNT,
    "mutual recursion": """static int odd(int n);
static int even(int n) { if (n == 0) return 1; return odd(n - 1); }
static int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; assert(even(n) == (n % 2 == 0)); }""",
    "a struct": """struct s { int a, b; };
static struct s f(int n) { struct s r = {0, 0}; if (n <= 0) return r; r = f(n - 1); r.a++; r.b++; return r; }
int main(void) { struct s x = f(__VERIFIER_nondet_int()); assert(x.a == x.b); }""",
    "a pointer to a global": """int g;
static void f(int *p, int n) { if (n <= 0) return; *p = *p + 1; f(p, n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; f(&g, n); assert(g == n); }""",
    "a loop around the calls": """static int f(int n)
{ int s = 0; if (n <= 0) return 0; for (int i = 0; i < 3; i++) s += f(n - 1) >= 0; return s; }
int main(void) { int r = f(__VERIFIER_nondet_int()); assert(r >= 0 && r <= 3); }""",
    "a product": """static unsigned product(unsigned n, unsigned m) { if (m == 0) return 0; return n + product(n, m - 1); }
int main(void) { unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(); assert(product(n, m) == n * m); }""",
    "a power of two": """int moves;
static void move(int n, int from, int to, int over)
{ if (n == 0) return; move(n - 1, from, over, to); moves++; move(n - 1, over, to, from); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 20) return 0; move(n, 1, 2, 3);
  assert(moves == (1 << n) - 1); }""",
    "words wrap": """static unsigned f(unsigned n) { if (n == 0) return 0; return 2 + f(n - 1); }
int main(void) { assert(f(__VERIFIER_nondet_uint()) % 2 == 0); }""",
}

FALSE = {
    "lists of any shape": UP_TO.replace("CLAIM", ">="),
    "off by one": FIBONACCI.replace("CLAIM", "f(n) >= n"),
    "the bound is missed": NINETY_ONE.replace("if (x > 100)\n        return 0", "if (x > 102)\n        return 0"),
    "the last call": COUNT.replace("g == n)", "g == n || n != 40)").replace("g++", "if (n != 40) g++").replace(
        "n < 0", "n < 0 || n > 50"),
    "words wrap": """static unsigned f(unsigned n) { if (n == 0) return 0; return 1 + f(n - 1); }
int main(void) { assert(f(__VERIFIER_nondet_uint()) < 4000000000u); }""",
    "a sum overflows": """static int f(int n) { if (n <= 0) return 0; return n + f(n - 1); }
int main(void) { assert(f(__VERIFIER_nondet_int()) >= 0); }""",
    "a rare case deep within": """static int f(int n) { if (n <= 0) return 7; return f(n - 1) + (n == 97531); }
int main(void) { assert(f(__VERIFIER_nondet_int()) == 7); }""",
    "the other branch": """static int f(int n) { if (n == 1000) return 1; if (n <= 0) return 0; return f(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 1000) return 0; assert(f(n) == 0); }""",
    "a nested call changes a global": """int g;
static int f(int n) { if (n <= 0) return 0; int r = f(n - 1); g = n; return r; }
int main(void) { int n = __VERIFIER_nondet_int(); g = 5; f(n); assert(g == 5); }""",
    "a nested call changes a global back": """int g;
static void f(int n) { if (n <= 0) { g = 0; return; } int old = g; f(n - 1); g = n == 50 ? 0 : old; }
int main(void) { int n = __VERIFIER_nondet_int(); g = 3; if (n <= 0) return 0; f(n); assert(g == 3); }""",
    "a pointer to a global": """int g;
static void f(int *p, int n) { if (n <= 0) return; *p = *p + 1; f(p, n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); f(&g, n); assert(g == 0); }""",
    "a pointer to either of two": """int g, h;
static void f(int *p, int n) { if (n <= 0) return; *p = *p + 1; f(p == &g ? &h : &g, n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); f(&g, n); assert(h == 0); }""",
    "mutual recursion": TRUE["mutual recursion"].replace("return 0; return even", "return n == 77; return even").replace(
        "if (n == 0) return 1", "if (n == 0 || n == 78) return 1").replace("== (n % 2", "!= (n % 2"),
    "inputs within calls": """static int f(int n) { if (n <= 0) return __VERIFIER_nondet_int(); return f(n - 1); }
int main(void) { assert(f(__VERIFIER_nondet_int()) != 123456); }""",
    "what a variable of the function keeps": """static int f(int n) { static int c; c++; if (n <= 0) return c; return f(n - 1); }
int main(void) { f(__VERIFIER_nondet_int()); assert(f(0) <= 3); }""",
    "a loop around the calls": """static int f(int n)
{ int s = 0; if (n <= 0) return 0; for (int i = 0; i < 3; i++) s += f(n - 1) >= 0; return s; }
int main(void) { assert(f(__VERIFIER_nondet_int()) < 3); }""",
    "the call that fails itself": """static int f(int n) { if (n <= 0) return 0; int r = f(n - 1); assert(n != 60); return r; }
int main(void) { assert(f(__VERIFIER_nondet_int()) == 0); }""",
}


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_what_holds_is_proved(text: str) -> None:
    certificate = proof(read(text), 30.0)
    assert certificate is not None and contracts_of(certificate)


@pytest.mark.parametrize("text", FALSE.values(), ids=FALSE)
def test_what_fails_is_not_proved(text: str) -> None:
    assert proof(read(text), 1.5) is None


def test_ends_by_what_calls_return() -> None:
    certificate = proof(read(NINETY_ONE, "termination"), 30.0, termination=True)
    assert certificate is not None and set(contracts_of(certificate)) == {"ninety_one"}


@pytest.mark.parametrize("text", [
    "static int f(int x) { if (x > 100) return x - 10; return f(f(x + 10)); } int main(void) { f(__VERIFIER_nondet_int()); }",
    "static int f(int x) { if (x <= 0) return 1; return f(x - f(x - 1) + 1); } int main(void) { f(__VERIFIER_nondet_int()); }"])
def test_what_does_not_end_is_not_proved_to_end(text: str) -> None:
    assert proof(read(text, "termination"), 2.0, termination=True) is None


def test_without_contracts_the_reading_is_the_same() -> None:
    for text in TRUE.values():
        program = read(text)
        plain, own = program.wider, instantiated(opened(program), {})
        assert plain is not None and set(own.variables) >= set(plain.system.variables)  # which are fewer where some are equal
        assert own.callees and not plain.system.callees
        assert len(own.places) <= len(plain.system.places) + 1


def test_programs_that_do_not_recurse_have_no_contracts() -> None:
    program = load_text("int main(void) { int i = 0; while (i < 9) i++; }", "f.c")
    assert program.opened is None and program.wider is None


def test_calls_are_run_as_the_program_makes_them() -> None:
    calls = Calls(opened(read(FIBONACCI.replace("CLAIM", "f(n) >= 0"))), 0, time.monotonic() + 10.0)
    calls.run(100)
    numbers = [0, 1]
    while len(numbers) <= 20:
        numbers.append(sum(numbers[-2:]))
    assert {(0, 0), (1, 1)} < set(calls.reached["f"]) <= set(enumerate(numbers))


def test_calls_of_one_body_are_none_of_another_one() -> None:
    calls = Calls(opened(read("""static int odd(int n, int known);
static int even(int n) { return n <= 0 ? 1 : odd(n - 1, 1); }
static int odd(int n, int known) { return n <= 0 ? 1 - known : even(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); assert(even(n) >= 0); assert(odd(n, 1) >= 0); }
""")), 0, time.monotonic() + 10.0)
    calls.run(20)
    for name, words in (("even", 2), ("odd", 3)):
        assert all(len(own) == words for own in (*calls.reached[name], *calls.tried[name]))


# -- what becomes of a certificate --

@pytest.fixture(scope="module")
def ninety_one() -> tuple[Program, SafetyInvariant]:
    program = read(NINETY_ONE)
    certificate = proof(program, 30.0)
    assert isinstance(certificate, SafetyInvariant)
    return program, certificate


def told(certificate: Certificate, program: Program) -> dict[str, Any]:
    own = program.reading(True, contracts_of(certificate))
    return {"schema": "synth.verdict/1", "property": "safety", "verdict": "true", "file": "f.c", "proved_by": "z3", "options": {},
            "certificate": certificate_record(certificate, own.system)}


def rechecked(record: dict[str, Any], folder: pathlib.Path) -> CheckResult:
    (folder / "f.c").write_text(HEAD + NINETY_ONE)
    return recheck(json.loads(json.dumps(record)), 20.0, str(folder / "f.c"))


def test_a_certificate_is_read_back(ninety_one: tuple[Program, SafetyInvariant]) -> None:
    program, certificate = ninety_one
    record = told(certificate, program)
    contracts = contracts_in(record, opened(program))
    assert contracts == contracts_of(certificate)
    assert certificate_of(record, program.reading(True, contracts).system, contracts) == certificate


def test_a_certificate_is_told(ninety_one: tuple[Program, SafetyInvariant]) -> None:
    program, certificate = ninety_one
    system = program.reading(True, certificate.contracts).system
    assert next(lines_of(certificate, system)) == (
        "ninety_one: ensures (x >= 101 ==> result + 10 == x) && (x <= 100 ==> result == 91)")
    verdict = Verdict(Property.SAFETY, True, certificate, "", None, (), 0.0)
    said = "/*@ ensures (x >= 101 ==> (int)(\\result + 10) == x) && (x <= 100 ==> \\result == 91); */\nstatic int ninety_one"
    assert said in annotated(program.lines, [(system, verdict, {})])


def test_old_values_are_told() -> None:
    program = read(COUNT)
    certificate = proof(program, 30.0)
    assert certificate is not None
    system = program.reading(True, contracts_of(certificate)).system
    assert next(lines_of(certificate, system)) == "f: ensures n + old(g) == g"
    verdict = Verdict(Property.SAFETY, True, certificate, "", None, (), 0.0)
    assert "/*@ ensures (int)(n + \\old(g)) == g; */\nstatic void f" in annotated(program.lines, [(system, verdict, {})])


def test_a_certificate_is_confirmed(ninety_one: tuple[Program, SafetyInvariant], tmp_path: pathlib.Path) -> None:
    program, certificate = ninety_one
    assert rechecked(told(certificate, program), tmp_path).confirmed


FORGED = {"another result": symbol("result0") == 90, "nothing": constant(0) == symbol("parameter0"),
          "what no call keeps": constant(False), "too little": (symbol("parameter0") == 100).implies(symbol("result0") == 91),
          "one case too many": (symbol("parameter0") <= 101).implies(symbol("result0") == 91)}


@pytest.mark.parametrize("contract", FORGED.values(), ids=FORGED)
def test_forged_contracts_are_refuted(contract: Any, ninety_one: tuple[Program, SafetyInvariant], tmp_path: pathlib.Path) -> None:
    forged = relying(SafetyInvariant({}), {"ninety_one": contract})
    assert rechecked(told(forged, ninety_one[0]), tmp_path).confirmed is False


def test_contracts_cannot_be_left_out(ninety_one: tuple[Program, SafetyInvariant], tmp_path: pathlib.Path) -> None:
    record = told(ninety_one[1], ninety_one[0])
    del record["certificate"]["contracts"]
    assert rechecked(record, tmp_path).confirmed is False


@pytest.mark.parametrize(("change", "reason"), [
    ({"function": "main"}, "malformed contracts"), ({"ensures": {"text": "1", "program": "return v7"}}, "v7"),
    ({"ensures": {"text": "true", "program": "t0 = eq v1, 91\nreturn t0"}}, "contradicts itself"), ({"ensures": 1}, "malformed")])
def test_malformed_contracts_are_refused(change: dict[str, Any], reason: str, ninety_one: tuple[Program, SafetyInvariant],
                                         tmp_path: pathlib.Path) -> None:
    record = told(ninety_one[1], ninety_one[0])
    record["certificate"]["contracts"][0] |= change
    with pytest.raises(InputError, match=reason):
        rechecked(record, tmp_path)


def test_a_run_is_none_of_the_program_with_contracts(ninety_one: tuple[Program, SafetyInvariant], tmp_path: pathlib.Path) -> None:
    record = told(ninety_one[1], ninety_one[0])
    record["verdict"], record["certificate"]["kind"] = "false", "bounded-trace"
    with pytest.raises(InputError):
        rechecked(record, tmp_path)


def test_what_returns_against_a_contract_fails(ninety_one: tuple[Program, SafetyInvariant]) -> None:
    system = instantiated(opened(ninety_one[0]), {"ninety_one": constant(False)})
    assert [p.cause for p in system.places if p.cause == CONTRACT] == [CONTRACT]
    assert not checked(system, SafetyInvariant({}), 10.0).holds
    lasting = system.cautious(ends=True)
    assert [(e.source, e.target) for e in lasting.edges if lasting.places[e.source].cause == CONTRACT] == [(2, 2)]


def test_unwound_loops_with_contracts_are_read_back(ninety_one: tuple[Program, SafetyInvariant]) -> None:
    """Where every run is to end, a return against a contract is a place that no run comes to."""
    program, certificate = ninety_one
    system = program.reading(True, certificate.contracts).system
    rounds = {p.number: 0 for p in system.places if p.kind is Kind.HEAD or p.cause == CONTRACT}
    made = relying(Unwinding(rounds, False), certificate.contracts)
    record = {"certificate": certificate_record(made, system), "width": system.width}
    assert certificate_of(record, system, certificate.contracts) == made
    assert len(rounds) > len(list(system.of_kind(Kind.HEAD)))
