"""A specification as a file of our own Python form, which loads back into an equal specification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from synth.errors import InputError
from synth.frontends.emit import identifiers
from synth.frontends.plain import plain
from synth.operators import Kind, Operator
from synth.specification import Function, Specification
from synth.terms import Term, TermKind, postorder

_INFIX = {"add": "+", "sub": "-", "mul": "*", "udiv": "//", "urem": "%", "and": "&", "or": "|", "xor": "^", "shl": "<<",
          "lshr": ">>", "ult": "<", "ule": "<=", "eq": "==", "neq": "!="}
_FUNCTIONS = {"min": "minimum", "max": "maximum"}
_LONGEST = 60


def python_specification(spec: Specification) -> str:
    """The text of a Python file that decorates one function; InputError where it has grammars or operators of its own."""
    if any(f.grammar for f in spec.exists) or any(op.kind is Kind.MACRO for op in spec.operator_set):
        raise InputError("a specification in Python has no way to say its grammar", spec.file, spec.line)
    spec = plain(spec)
    writer = _Writer(spec)
    options = [f"width={spec.width}"]
    given = ""
    if spec.precondition.kind is not TermKind.CONSTANT or not spec.precondition.data:
        given = writer.function("precondition", writer.words_of(spec.precondition), [], spec.precondition) + "\n\n"
        options.append("given=precondition")
    if spec.operators is not None:
        options.append("operators=[" + ", ".join(f'"{op.name}"' for op in spec.operator_set) + "]")
    if spec.constants:
        options.append(f"constants=[{', '.join(map(writer.expression, spec.constants))}]")
    name = identifiers([spec.name], (*writer.names.values(), "precondition"))[0]
    if name != spec.name:
        options.append(f"name={spec.name!r}")
    exists = [f"{writer.names[f.name]}: {_annotation(f)}" for f in spec.exists]
    body = writer.function(name, [f"{writer.names[str(s.data)]}: Word" for s in spec.forall], exists, spec.body, spec.doc)
    used = sorted(writer.imports | {"spec"} | ({"Word"} if spec.forall or spec.functions else set())
                  | {_annotation(f).split("[")[0] for f in spec.exists})
    return f"from synth import {', '.join(used)}\n\n\n{given}@spec({', '.join(options)})\n{body}"


def _annotation(function: Function) -> str:
    words = ", ".join(["Word"] * function.arity)
    if not function.arity:
        return "Unknown"
    return f"Predicate[[{words}]]" if function.predicate else f"Fun[[{words}], Word]"


class _Writer:
    """Terms as Python expressions; what is used twice or long goes into a local variable."""

    def __init__(self, spec: Specification) -> None:
        wanted = [*(f.name for f in spec.exists), *(str(s.data) for s in spec.forall)]
        reserved = {"spec", "Word", "Fun", "Predicate", "Unknown", "constant", "WIDTH", "precondition", "ite", *_FUNCTIONS.values(),
                    *(op.name for op in _operators(spec))}
        self.names = dict(zip(wanted, identifiers(wanted, reserved), strict=True))
        self.imports = set[str]()
        self._predicates = {f.name for f in spec.exists if f.predicate}

    def words_of(self, root: Term) -> list[str]:
        """The names of the words below `root`."""
        return [self.names[str(n.data)] for n in postorder(root) if n.kind is TermKind.SYMBOL]

    def function(self, name: str, words: Sequence[str], before: Sequence[str], root: Term, doc: str = "") -> str:
        """A definition that returns `root`."""
        lines, last = self._lines(root)
        shown = [repr(doc) if '"""' in doc or "\\" in doc else f'"""{doc}"""'] if doc else []
        body = [*shown, *lines, f"return {last}"]
        return "\n".join([f"def {name}({', '.join([*before, *words])}):", *(f"    {line}" for line in body)]) + "\n"

    def expression(self, root: Term) -> str:
        """A term as one expression."""
        return self._values(root, [], inline=True)

    def _lines(self, root: Term) -> tuple[list[str], str]:
        lines: list[str] = []
        last = self._values(root, lines, inline=False)
        return lines, last[1:-1] if last.startswith("(") and _closes_at_end(last) else last

    def _values(self, root: Term, lines: list[str], inline: bool) -> str:
        values: dict[int, str] = {}
        nodes = postorder(root)
        uses = Counter(id(a) for n in nodes for a in n.arguments)
        for node in nodes:
            own = self._text(node, [values[id(a)] for a in node.arguments])
            if not inline and node is not root and node.arguments and (uses[id(node)] > 1 or len(own) > _LONGEST):
                lines.append(f"t{len(lines)} = {own}")
                own = f"t{len(lines) - 1}"
            values[id(node)] = own
        return self._lifted(root, values[id(root)])

    def _text(self, node: Term, operands: list[str]) -> str:
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                return str(bool(value)) if node.boolean else str(value) if abs(value) < 1024 else hex(value)
            case TermKind.SYMBOL, str(name):
                return self.names[name]
            case TermKind.CALL, str(name) if node.arguments:
                return f"{self.names[name]}({', '.join(operands)})"
            case TermKind.CALL, str(name):
                return self.names[name]
            case TermKind.APPLY, Operator() as op:
                return self._applied(node, op, operands)
        self.imports.add("WIDTH")
        return "WIDTH"

    def _lifted(self, node: Term, own: str) -> str:
        """A number as a term, for where Python would not make one of it."""
        if node.kind is not TermKind.CONSTANT:
            return own
        self.imports.add("constant")
        return f"constant({own})"

    def _applied(self, node: Term, op: Operator, operands: list[str]) -> str:
        called = node.arguments[0]
        if op.name == "neq" and called.kind is TermKind.CALL and called.data in self._predicates:
            return operands[0]
        numbers = op.name in _INFIX and all(a.kind is TermKind.CONSTANT for a in node.arguments)
        if numbers or op.name in ("neg", "not", "implies"):
            operands = [self._lifted(node.arguments[0], operands[0]), *operands[1:]]
        if op.name in _INFIX:
            return f"({operands[0]} {_INFIX[op.name]} {operands[1]})"
        if op.name == "neg":
            return f"(-{operands[0]})"
        if op.name == "not":
            return f"({operands[0]} ^ -1)"
        if op.name == "implies":
            return f"{operands[0]}.implies({operands[1]})"
        name = _FUNCTIONS.get(op.name, op.name)
        self.imports.add(name)
        return f"{name}({', '.join(operands)})"


def _operators(spec: Specification) -> list[Operator]:
    return [n.data for n in postorder(spec.formula) if isinstance(n.data, Operator)]


def _closes_at_end(text: str) -> bool:
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return i == len(text) - 1
    return False
