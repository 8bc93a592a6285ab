"""Names that SMT-LIB and SyGuS-IF accept for what a specification calls its functions and words.

A name that a standard or a solver knows for something else is changed, since quoting does not help: `|and|` is `and`. The lists
are those of SMT-LIB 2.7 and SyGuS-IF 2.1, with what Z3 and cvc5 add and mistake a user's function for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_RESERVED = """
! _ as par let forall exists lambda choice match BINARY DECIMAL HEXADECIMAL NUMERAL STRING Constant Variable
assert assume chc-constraint check-sat check-sat-assuming check-synth constraint declare-const declare-correctness-oracle
declare-datatype declare-datatypes declare-fun declare-oracle-fun declare-primed-var declare-sort declare-sort-parameter
declare-var declare-weight define-const define-fun define-fun-rec define-funs-rec define-sort echo exit get-assertions
get-assignment get-info get-model get-option get-proof get-unsat-assumptions get-unsat-core get-value inv-constraint
optimize-synth oracle-assume oracle-constraint pop push reset reset-assertions set-feature set-info set-logic set-option
synth-fun synth-inv
"""
_THEORIES = """
true false not and or xor = distinct ite => if implies iff
concat extract repeat zero_extend sign_extend rotate_left rotate_right ext_rotate_left ext_rotate_right bit2bool
int2bv nat2bv int_to_bv ubv_to_int sbv_to_int + - * / < <= > >= div mod rem abs divisible to_real to_int is_int
select store fp to_fp to_fp_unsigned roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative
roundTowardZero RNE RNA RTP RTN RTZ NaN +oo -oo +zero -zero partial-order linear-order tree-order piecewise-linear-order
Bool BitVec Int Real Array String RegLan RoundingMode FloatingPoint Float16 Float32 Float64 Float128
"""
_BUILT_IN = frozenset((_RESERVED + _THEORIES).split())
_FAMILIES = re.compile(r"bv.*|[@.].*|(fp|str|re|int|seq|set|bag|rel|ff|real|char|tuple|table|nullable|sep|fmf|array)\..*")
_SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*")
_QUOTABLE = re.compile(r"[ -{}~]+")


def is_built_in(name: str) -> bool:
    """Whether `name` means something to a reader of SMT-LIB or SyGuS-IF, or belongs to a family of such names."""
    return name in _BUILT_IN or _FAMILIES.fullmatch(name) is not None


def symbols(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Distinct symbols for names, none of them in `taken`: a name itself where that is possible, quoted where it must be.

    Only names that must change do: they get underscores, at an end or for characters that no symbol holds.
    """
    kept = {name for name in names if _free(name) and quoted(name) not in taken}
    used = {quoted(name) for name in kept} | set(taken)
    found: list[str] = []
    for name in names:
        own = name if name in kept else _fresh(name, used)
        kept.discard(name)
        found.append(quoted(own))
        used.add(quoted(own))
    return found


def quoted(name: str) -> str:
    """A name as a symbol: in bars where it is no simple one."""
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"


def _free(name: str) -> bool:
    return _QUOTABLE.fullmatch(name) is not None and "\\" not in name and not is_built_in(name)


def _fresh(name: str, used: Collection[str]) -> str:
    fresh = "".join(c if c != "\\" and _QUOTABLE.fullmatch(c) else "_" for c in name) or "_"
    fresh = f"_{fresh}" if _FAMILIES.fullmatch(fresh) else fresh
    while is_built_in(fresh) or quoted(fresh) in used:
        fresh += "_"
    return fresh
