"""Programs of L as functions of C, Python and SMT-LIB."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Sequence

from synth.evaluation.ctext import CText, storage_width, strip_parentheses
from synth.evaluation.pytext import PythonText
from synth.evaluation.smttext import SmtText, text
from synth.frontends.symbols import symbols
from synth.operators import Kind, Operator
from synth.program import Program, default_parameters

_C_WORDS = frozenset((
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "char", "const", "constexpr", "continue", "default", "do",
    "double", "else", "enum", "extern", "false", "float", "for", "goto", "if", "inline", "int", "long", "main", "nullptr",
    "register", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "struct", "switch",
    "thread_local", "true", "typedef", "typeof", "union", "unsigned", "void", "volatile", "while"))
_OURS = re.compile(r"[tvf]\d+|u?int\d+_t")
_COMPARING = ("min", "max", "udiv", "sdiv", "urem", "srem")


def identifiers(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Distinct names that C and Python both accept, not in `taken`, and different from the variables we introduce."""
    found: list[str] = []
    for name in names:
        fresh = re.sub(r"\W", "_", name, flags=re.ASCII)
        fresh = f"_{fresh}" if not fresh or fresh[0].isdigit() else fresh
        while fresh in found or fresh in taken or fresh in _C_WORDS or keyword.iskeyword(fresh) or _OURS.fullmatch(fresh):
            fresh += "_"
        found.append(fresh)
    return found


class CWriter:
    """Statements of a C function, one per application of an operator.

    Operands that would make gcc warn (a comparison that the type decides, a division by 0, a comparison of a word with itself)
    are put into variables first.
    """

    def __init__(self, width: int) -> None:
        self.domain = CText(width)
        top = 1 << (width - 1)
        self._extreme = {self.domain.constant(c) for c in (0, -1, top, top - 1)}

    def apply(self, op: Operator, operands: Sequence[str], name: str = "") -> str:
        """The variable that holds `op` on `operands` (variables or constants)."""
        if op.kind is Kind.COMPARISON or op.name in _COMPARING:
            operands = [self._careful(op, o, operands[:i]) for i, o in enumerate(operands)]
        return self.domain.name(strip_parentheses(op(self.domain, *operands)), name)

    def _careful(self, op: Operator, operand: str, before: Sequence[str]) -> str:
        extreme = operand in self._extreme and op.name not in ("eq", "neq")
        constant = operand[0].isdigit() and (extreme or any(b[0].isdigit() for b in before))
        return self.domain.name(operand) if constant or operand in before else operand

    def function(self, head: str, parameters: Sequence[str], last: str) -> str:
        """The definition: `head`, the parameters cut to the width, the live statements, and `last`."""
        body: list[str] = []
        for statement in reversed(self.domain.statements):
            defined = re.search(r"(\w+) = ", statement)
            if defined is None or any(re.search(rf"\b{defined[1]}\b", line) for line in (*body, last)):
                body.insert(0, statement)
        used = {p: any(re.search(rf"\b{p}\b", line) for line in (*body, last)) for p in parameters}
        unused = [f"(void){p};" for p in parameters if not used[p]]
        cut = [f"{p} &= {self.domain.constant(-1)};" for p in parameters
               if used[p] and storage_width(self.domain.width) != self.domain.width]
        return "\n".join([head, "{", *(f"    {line}" for line in (*unused, *cut, *body, last)), "}"]) + "\n"


def c_function(program: Program, name: str, width: int, parameters: Sequence[str] = (), predicate: bool = False) -> str:
    """A complete C99 definition of `program` as `name`, over the smallest unsigned type that holds `width` bits.

    It compiles alone after `#include <stdint.h>`, with `gcc -Wall -Wextra -Werror`. A predicate returns 1 where its word is not 0.
    InputError for floating point at a width that is no C type.
    """
    parameters = identifiers(parameters or default_parameters(program.inputs))
    writer = CWriter(width)
    values = [*parameters, *(writer.domain.constant(c) for c in program.constants)]
    for i, (op, operands) in enumerate(program.instructions):
        values.append(writer.apply(op, [values[o] for o in operands], f"t{i}"))
    kind = writer.domain.type
    head = f"{kind} {identifiers([name])[0]}({', '.join(f'{kind} {p}' for p in parameters) or 'void'})"
    result = values[program.result]
    last = program.instructions[-1].operator if program.result == len(values) - 1 and program.instructions else None
    whole = not predicate or (last is not None and last.boolean)
    return writer.function(head, parameters, f"return {result};" if whole else f"return {result} != 0;")


def python_function(program: Program, name: str, width: int, parameters: Sequence[str] = ()) -> str:
    """A Python definition of `program` as `name`, over integers in [0, 2^width)."""
    parameters = identifiers(parameters or default_parameters(program.inputs))
    domain = PythonText(width)
    values, lines = [*parameters, *(domain.constant(c) for c in program.constants)], []
    if any(op.kind is Kind.FLOATING for op, _ in program.instructions):
        lines.append("from synth.evaluation import floats")
    for i, (op, operands) in enumerate(program.instructions):
        lines.append(f"t{i} = {strip_parentheses(op(domain, *(values[o] for o in operands)))}")
        values.append(f"t{i}")
    lines.append(f"return {values[program.result]}")
    return "\n".join([f"def {identifiers([name])[0]}({', '.join(parameters)}):", *(f"    {line}" for line in lines)]) + "\n"


def smtlib_function(program: Program, name: str, width: int, parameters: Sequence[str] = ()) -> str:
    """`program` as an SMT-LIB define-fun over bit vectors.

    Floating point uses `fp.to_ieee_bv`, which Z3 has and SMT-LIB leaves to extensions.
    """
    domain, symbol = SmtText(width), symbols([name])[0]
    words = [domain.apply(p) for p in symbols(parameters or default_parameters(program.inputs), [symbol])]
    sort = f"(_ BitVec {width})"
    arguments = " ".join(f"({word.head} {sort})" for word in words)
    return f"(define-fun {symbol} ({arguments}) {sort}\n  {text(domain.word(program.run(domain, words)))})\n"
