"""What the commands of a file have declared so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from synth.frontends.sexpr import Kind, SExpr, text_of
from synth.frontends.sygus.nodes import BOOL, Definition, Node, Signature, Sort
from synth.frontends.sygus.theory import THEORY, WIDEST

_OTHER_SORTS = frozenset(("Int", "Real", "String", "RegLan", "Array", "Set", "Seq", "Bag", "Tuple", "Relation", "Enum",
                          "FiniteField", "FloatingPoint", "Float16", "Float32", "Float64", "RoundingMode"))
_RESERVED = frozenset((*THEORY, "true", "false", "let", "_", "!", "as", "Constant", "Variable"))


@dataclass
class Script:
    """The declarations and constraints of a file, in its order."""

    sorts: dict[str, Sort] = field(default_factory=dict)
    variables: dict[str, Sort] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    constraints: list[Node] = field(default_factory=list)
    assumptions: list[Node] = field(default_factory=list)

    def new_name(self, item: SExpr) -> str:
        """A symbol that nothing global is called yet; InputError otherwise."""
        name = self.name(item)
        if name in self.variables or name in self.definitions or name in self.functions:
            item.fail(f"{name} is declared twice")
        return name

    def name(self, item: SExpr) -> str:
        """A symbol that may be given a meaning; InputError otherwise."""
        name = item.symbol
        if name is None:
            item.fail(f"expected a name, given {text_of(item)}")
        if name in _RESERVED:
            item.fail(f"{name} has a meaning of its own, and cannot be declared")
        return name

    def fresh(self, name: str) -> str:
        """A name for a new ∀ word, like `name`."""
        while name in self.variables or name in self.definitions or name in self.functions:
            name += "!"
        return name

    def sort(self, item: SExpr) -> Sort:
        """The sort that an s-expression names; InputError where it is none, or none that is supported."""
        if item.symbol == "Bool":
            return BOOL
        if item.symbol in self.sorts:
            return self.sorts[str(item.symbol)]
        words = item.items[1:] if item.head == "_" else item.items
        if len(words) == 2 and words[0].symbol == "BitVec" and words[1].kind is Kind.NUMERAL:
            return _bit_vector(words[1])
        name = words[0].symbol if words else item.symbol
        if name in _OTHER_SORTS:
            item.fail(f"not supported: sort {name}; Bool and BitVec are")
        item.fail(f"expected a sort, Bool or (_ BitVec n), given {text_of(item)}")

    def parameters(self, item: SExpr) -> tuple[tuple[str, Sort], ...]:
        """The sorted variables ((x S) …) of a function; InputError where they are none or one is named twice."""
        if not item.is_list:
            item.fail(f"expected parameters ((name sort) …), given {text_of(item)}")
        found: dict[str, Sort] = {}
        for pair in item.items:
            if len(pair.items) != 2:
                pair.fail(f"expected a parameter (name sort), given {text_of(pair)}")
            name = self.name(pair.items[0])
            if name in found:
                pair.fail(f"two parameters are called {name}")
            found[name] = self.sort(pair.items[1])
        return tuple(found.items())


def _bit_vector(numeral: SExpr) -> Sort:
    bits = small_number(numeral)
    if not 1 <= bits <= WIDEST:
        numeral.fail(f"not supported: words of {bits} bits (1 to {WIDEST} are)")
    return Sort(bits)


def small_number(numeral: SExpr) -> int:
    """The value of a numeral that is a width or an index."""
    if numeral.kind is not Kind.NUMERAL or len(numeral.text) > 9:
        numeral.fail(f"expected a small number, given {text_of(numeral)}")
    return int(numeral.text)
