"""Expressions: s-expressions with their names looked up and their sorts checked, as nodes of the DAG."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from synth.frontends.sexpr import Kind as SKind
from synth.frontends.sexpr import SExpr, symbol_text, text_of
from synth.frontends.sygus.nodes import BOOL, Definition, Kind, Node, Sort, node
from synth.frontends.sygus.script import Script, small_number
from synth.frontends.sygus.theory import THEORY, WIDEST, SortError
from synth.frontends.trampoline import Task, run

_ANY = {"Constant": Kind.CONSTANT, "Variable": Kind.ANY, "InputVariable": Kind.ANY}
_OTHERS = frozenset(("!", "as", "exists", "forall", "match", "lambda", "choice", "LocalVariable"))


class Expressions:
    """A reader of the expressions that stand in one scope.

    parameters     those of the function whose body or grammar this is
    variables      the ∀ words that may be mentioned
    nonterminals   in grammars, the non-terminals: then every mention of one is a hole of its own
    bound          names that stand for expressions, as those of an enclosing `let`
    leaves         in grammars, what was found at which s-expression, in the order of the text: non-terminals, arguments,
                   (Constant S), (Variable S)
    """

    def __init__(self, script: Script, parameters: Mapping[str, Sort], variables: Mapping[str, Sort],
                 nonterminals: Mapping[str, Sort] | None = None, bound: Mapping[str, Node] | None = None) -> None:
        self._script = script
        self._parameters = parameters
        self._variables = variables
        self._nonterminals = nonterminals
        self._bound = {name: [value] for name, value in (bound or {}).items()}
        self._occurrences = count()
        self.leaves: dict[int, Node] = {}
        self.has_let = False

    def read(self, item: SExpr) -> Node:
        """The expression; InputError, with its place, where it is none."""
        return run(self._expression(item))

    def read_as(self, item: SExpr, sort: Sort, what: str) -> Node:
        """The expression, which must have this sort."""
        found = self.read(item)
        if found.sort != sort:
            item.fail(f"{what}: expected {sort}, given {found.sort}")
        return found

    def _expression(self, item: SExpr) -> Task[Node]:
        if not item.is_list:
            return self._atom(item)
        if not item.items:
            item.fail("expected an expression, given ()")
        if item.head == "let":
            found: Node = yield self._let(item)
            return found
        if item.head in _OTHERS:
            item.fail(f"not supported: {item.head}")
        if item.head == "_":
            return _indexed_literal(item)
        if self._nonterminals is not None and item.head in _ANY and len(item.items) == 2:
            return self._leaf(item, _ANY[str(item.head)], str(item.head), self._script.sort(item.items[1]))
        operands: list[Node] = []
        for operand in item.items[1:]:
            operands.append((yield self._expression(operand)))
        return self._applied(item, operands)

    def _atom(self, item: SExpr) -> Node:
        name = item.symbol
        if name is None:
            return _literal(item)
        if self._bound.get(name):
            return self._bound[name][-1]
        if self._nonterminals is not None and name in self._nonterminals:
            return self._leaf(item, Kind.HOLE, name, self._nonterminals[name])
        if name in self._parameters:
            return self._found(item, node(Kind.PARAMETER, name, self._parameters[name]))
        if name in self._variables:
            return node(Kind.VARIABLE, name, self._variables[name])
        if name in ("true", "false"):
            return node(Kind.LITERAL, name, BOOL, value=int(name == "true"))
        return self._applied(item, [])

    def _leaf(self, item: SExpr, kind: Kind, name: str, sort: Sort) -> Node:
        return self._found(item, node(kind, name, sort, value=next(self._occurrences)))

    def _found(self, item: SExpr, leaf: Node) -> Node:
        if self._nonterminals is not None:
            self.leaves[id(item)] = leaf
        return leaf

    def _let(self, item: SExpr) -> Task[Node]:
        if len(item.items) != 3 or not item.items[1].is_list or not item.items[1].items:
            item.fail("expected (let ((name expression) …) expression)")
        bound: dict[str, Node] = {}
        for binding in item.items[1].items:
            if len(binding.items) not in (2, 3):
                binding.fail(f"expected (name expression), given {text_of(binding)}")
            name = self._script.name(binding.items[0])
            if name in bound:
                binding.fail(f"{name} is bound twice")
            bound[name] = yield self._expression(binding.items[-1])
            self._check_binding(binding, bound[name])
        for name, value in bound.items():
            self._bound.setdefault(name, []).append(value)
        body: Node = yield self._expression(item.items[2])
        for name in bound:
            self._bound[name].pop()
        self.has_let = True
        return body

    def _check_binding(self, binding: SExpr, value: Node) -> None:
        """(name sort expression) is how SyGuS-IF 1.0 has it."""
        if len(binding.items) == 3:
            sort = self._script.sort(binding.items[1])
            if sort != value.sort:
                binding.fail(f"{binding.items[0].text}: expected {sort}, given {value.sort}")

    def _applied(self, item: SExpr, operands: list[Node]) -> Node:
        """The application of whatever the head of `item`, or `item` itself where it is a name, is called."""
        head = item.items[0] if item.is_list else item
        indices: tuple[int, ...] = ()
        if head.head == "_":
            indices = tuple(small_number(i) for i in head.items[2:])
            name = head.items[1].symbol if len(head.items) > 2 else None
        else:
            name = head.symbol
        if name is None:
            head.fail(f"expected the name of a function, given {text_of(head)}")
        sorts = tuple(o.sort for o in operands)
        function = self._script.definitions.get(name) or self._script.functions.get(name)
        if function is not None and not indices:
            kind = Kind.DEFINED if isinstance(function, Definition) else Kind.CALL
            if self._nonterminals is not None and not (isinstance(function, Definition) and function.closed):
                head.fail(f"not supported: {symbol_text(name)} in a grammar, as its value depends on more than its operands")
            _check_call(item, name, function.parameters, sorts)
            return node(kind, name, function.sort, operands)
        if not item.is_list or name not in THEORY:
            self._unknown(head, name, item.is_list)
        return self._of_theory(item, name, indices, operands)

    def _of_theory(self, item: SExpr, name: str, indices: tuple[int, ...], operands: list[Node]) -> Node:
        row = THEORY[name]
        if len(indices) != row.indices:
            item.fail(f"{name}: expected {row.indices} indices, given {len(indices)}")
        try:
            sort = row.sort(indices, tuple(o.sort for o in operands))
        except SortError as error:
            place = _operand_place(item, str(error))
            place.fail(f"{name}: {error}" if not str(error).startswith("not supported") else f"{error} ({name})")
        return node(Kind.THEORY, name, sort, operands, indices)

    def _unknown(self, head: SExpr, name: str, applied: bool) -> None:
        if name in self._variables or name in self._parameters or name in self._bound:
            head.fail(f"{symbol_text(name)} is no function")
        if name in THEORY:
            head.fail(f"{name} is an operator, and needs operands")
        head.fail(f"unknown {'function' if applied else 'name'} {symbol_text(name)}")


def _operand_place(item: SExpr, message: str) -> SExpr:
    """The operand that a message "operand 2: …" speaks of; the whole application for any other."""
    words = message.split(":", maxsplit=1)[0].split()
    return item.items[int(words[1])] if words[0] == "operand" else item


def _check_call(item: SExpr, name: str, parameters: tuple[tuple[str, Sort], ...], given: tuple[Sort, ...]) -> None:
    if len(parameters) != len(given):
        item.fail(f"{symbol_text(name)}: expected {len(parameters)} operands, given {len(given)}")
    for number, ((_, wanted), sort) in enumerate(zip(parameters, given, strict=True), 1):
        if wanted != sort:
            item.items[number].fail(f"{symbol_text(name)}: operand {number}: expected {wanted}, given {sort}")


def _literal(item: SExpr) -> Node:
    if item.kind is not SKind.BITS:
        item.fail(f"not supported: {item.kind.value} ({text_of(item)}) as an expression; bit vectors and Booleans are")
    digits = item.text[2:]
    bits = len(digits) * (4 if item.text[1] == "x" else 1)
    if bits > WIDEST:
        item.fail(f"not supported: words of {bits} bits (1 to {WIDEST} are)")
    return node(Kind.LITERAL, item.text, Sort(bits), value=int(digits, 16 if item.text[1] == "x" else 2))


def _indexed_literal(item: SExpr) -> Node:
    """(_ bvN n)."""
    name = item.items[1].symbol if len(item.items) == 3 else None
    if name is None or not name.startswith("bv") or not name[2:].isdecimal():
        item.fail(f"expected an expression, given {text_of(item)}")
    bits = small_number(item.items[2])
    if not 1 <= bits <= WIDEST:
        item.fail(f"not supported: words of {bits} bits (1 to {WIDEST} are)")
    digits = name[2:].lstrip("0") or "0"
    if len(digits) > 20 or int(digits) >> bits:
        item.fail(f"{digits[:20]} does not fit {bits} bits")
    return node(Kind.LITERAL, f"(_ {name} {bits})", Sort(bits), value=int(digits))
