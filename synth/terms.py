"""Hash-consed terms over words of symbolic width: what specifications are written in.

A term has no width of its own: constants are integers taken modulo 2^width when the term is evaluated, and `WIDTH` is the word
that holds the width, so that a specification is written once and holds at every width. Terms are immutable and shared: two equal
terms are one object, and every traversal runs over the DAG without recursion.
"""

from __future__ import annotations

import enum
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import is_
from typing import Generic, TypeVar, Union

from synth.locks import Lock
from synth.operators import Domain, Kind, Operator, operator

V = TypeVar("V")


class TermKind(enum.Enum):
    """What a term is; `Term.data` holds the payload named here."""

    CONSTANT = "constant"  # the integer
    SYMBOL = "symbol"  # the name of a ∀ or ∃ word
    WIDTH = "width"  # nothing
    APPLY = "apply"  # the Operator
    CALL = "call"  # the name of an ∃ function


Data = Union[int, str, Operator, None]
Operand = Union["Term", int]


Row = tuple[TermKind, Data, tuple[int, ...], bool]
"""A node as plain data: kind, payload, the places of its arguments among the rows before it, whether it is Boolean."""


class Term:
    """A node of the term DAG: a word, or a Boolean (a word that is 0 or 1) where `boolean` is set.

    Operators on terms are unsigned: `<`, `<=`, `>`, `>=`, `//`, `%`, `>>`. Signed ones are functions (`slt`, `sle`, `sdiv`,
    `srem`, `ashr`). `&`, `|`, `~` connect Booleans as well as words. `==` builds a term; use `is` to compare terms.
    """

    __slots__ = ("__weakref__", "arguments", "boolean", "data", "kind")
    kind: TermKind
    data: Data
    arguments: tuple[Term, ...]
    boolean: bool

    def __add__(self, other: Operand) -> Term:
        return apply("add", self, other)

    def __radd__(self, other: Operand) -> Term:
        return apply("add", other, self)

    def __sub__(self, other: Operand) -> Term:
        return apply("sub", self, other)

    def __rsub__(self, other: Operand) -> Term:
        return apply("sub", other, self)

    def __mul__(self, other: Operand) -> Term:
        return apply("mul", self, other)

    def __rmul__(self, other: Operand) -> Term:
        return apply("mul", other, self)

    def __floordiv__(self, other: Operand) -> Term:
        return apply("udiv", self, other)

    def __rfloordiv__(self, other: Operand) -> Term:
        return apply("udiv", other, self)

    def __mod__(self, other: Operand) -> Term:
        return apply("urem", self, other)

    def __rmod__(self, other: Operand) -> Term:
        return apply("urem", other, self)

    def __and__(self, other: Operand) -> Term:
        return apply("and", self, other)

    def __rand__(self, other: Operand) -> Term:
        return apply("and", other, self)

    def __or__(self, other: Operand) -> Term:
        return apply("or", self, other)

    def __ror__(self, other: Operand) -> Term:
        return apply("or", other, self)

    def __xor__(self, other: Operand) -> Term:
        return apply("xor", self, other)

    def __rxor__(self, other: Operand) -> Term:
        return apply("xor", other, self)

    def __lshift__(self, other: Operand) -> Term:
        return apply("shl", self, other)

    def __rlshift__(self, other: Operand) -> Term:
        return apply("shl", other, self)

    def __rshift__(self, other: Operand) -> Term:
        return apply("lshr", self, other)

    def __rrshift__(self, other: Operand) -> Term:
        return apply("lshr", other, self)

    def __neg__(self) -> Term:
        return apply("neg", self)

    def __invert__(self) -> Term:
        return apply("eq", self, 0) if self.boolean else apply("not", self)

    def __lt__(self, other: Operand) -> Term:
        return apply("ult", self, other)

    def __le__(self, other: Operand) -> Term:
        return apply("ule", self, other)

    def __gt__(self, other: Operand) -> Term:
        return apply("ult", other, self)

    def __ge__(self, other: Operand) -> Term:
        return apply("ule", other, self)

    def __eq__(self, other: Operand) -> Term:  # type: ignore[override]
        return apply("eq", self, other)

    def __ne__(self, other: Operand) -> Term:  # type: ignore[override]
        return apply("neq", self, other)

    def implies(self, other: Operand) -> Term:
        """The Boolean that is false only where this is true (not 0) and `other` is false (0)."""
        return apply("implies", self, other)

    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Callable[[Sequence[Row]], Term], tuple[tuple[Row, ...]]]:
        return from_rows, (to_rows(self),)

    def __bool__(self) -> bool:
        raise TypeError("a term has no truth value while a specification is traced; use & | ~ .implies() and ite() "
                        "instead of and, or, not, if and chained comparisons")

    def __repr__(self) -> str:
        return text(self)


_Key = tuple[TermKind, Data, type, tuple[int, ...], bool]
_table: weakref.WeakValueDictionary[_Key, Term] = weakref.WeakValueDictionary()
_making = Lock()


def _term(kind: TermKind, data: Data, arguments: tuple[Term, ...], boolean: bool) -> Term:
    key = (kind, data, type(data), tuple(map(id, arguments)), boolean)
    found = _table.get(key)
    return _made(key, kind, data, arguments, boolean) if found is None else found


def _made(key: _Key, kind: TermKind, data: Data, arguments: tuple[Term, ...], boolean: bool) -> Term:
    """The term of this key, of which no two threads make one."""
    with _making:
        found = _table.get(key)
        if found is None:
            found = Term()
            found.kind, found.data, found.arguments, found.boolean = kind, data, arguments, boolean
            _table[key] = found
    return found


def constant(value: int) -> Term:
    """The word `value` modulo 2^width; True and False are Booleans."""
    return _term(TermKind.CONSTANT, int(value), (), isinstance(value, bool))


def symbol(name: str) -> Term:
    """The word called `name`."""
    return _term(TermKind.SYMBOL, name, (), False)


WIDTH = _term(TermKind.WIDTH, None, (), False)
"""The word that holds the word width itself."""


def call(name: str, arguments: Iterable[Operand], predicate: bool = False) -> Term:
    """The ∃ function `name` applied to words; a predicate's result is the Boolean "not 0"."""
    word = _term(TermKind.CALL, name, tuple(_operand(a) for a in arguments), False)
    return apply("neq", word, 0) if predicate else word


def apply(op: Operator | str, *arguments: Operand) -> Term:
    """`op` on `arguments` (terms or integers). Boolean where the operator is, or where and, or, xor connect Booleans."""
    op = operator(op) if isinstance(op, str) else op
    terms = tuple(_operand(a) for a in arguments)
    connective = op.name in ("and", "or", "xor") and all(t.boolean for t in terms)
    return _term(TermKind.APPLY, op, terms, op.boolean or connective)


def name_of(term: Term) -> str:
    """The name of the operator of the table that a term applies; "" for other terms, and for what a specification calls so."""
    return term.data.name if isinstance(term.data, Operator) and term.data.kind is not Kind.MACRO else ""


def _operand(value: Operand) -> Term:
    if isinstance(value, Term):
        return value
    if isinstance(value, int):
        return constant(value)
    raise TypeError(f"a word or an integer is wanted here, not {type(value).__name__} ({value!r})")


def postorder(*roots: Term) -> list[Term]:
    """Every term below `roots`, each once, arguments before what uses them."""
    done: dict[int, Term] = {}
    begun: list[Term] = []
    stack: list[Term | None] = [*reversed(roots)]  # None where all arguments of the last term that was begun are done
    while stack:
        node = stack.pop()
        if node is None:
            node = begun.pop()
            done[id(node)] = node
        elif id(node) not in done:
            if node.arguments:
                begun.append(node)
                stack.append(None)
                stack += node.arguments[::-1]
            else:
                done[id(node)] = node
    return list(done.values())


def interpret(root: Term, domain: Domain[V], symbols: Mapping[str, V], functions: Callable[[str, tuple[V, ...]], V]) -> V:
    """The value of `root` in `domain`: words from `symbols`, calls answered by `functions(name, arguments)`."""
    return interpret_all([root], domain, symbols, functions)[0]


def interpret_all(roots: Sequence[Term], domain: Domain[V], symbols: Mapping[str, V],
                  functions: Callable[[str, tuple[V, ...]], V]) -> list[V]:
    """The values of several terms, as `interpret` gives them; what they share is evaluated once."""
    return Evaluation(roots).values(domain, symbols, functions)


class Evaluation:
    """Several terms, made ready to be evaluated again and again."""

    def __init__(self, roots: Sequence[Term]) -> None:
        nodes = postorder(*roots)
        number = {id(node): i for i, node in enumerate(nodes)}
        self._steps = [(node.data if node.kind is TermKind.APPLY else None, node, tuple(number[id(a)] for a in node.arguments))
                       for node in nodes]
        self._roots = [number[id(root)] for root in roots]

    def values(self, domain: Domain[V], symbols: Mapping[str, V], functions: Callable[[str, tuple[V, ...]], V]) -> list[V]:
        """The values of the terms, as `interpret` gives them."""
        values: list[V] = []
        for applied, node, places in self._steps:
            arguments = [values[i] for i in places]
            values.append(applied(domain, *arguments) if isinstance(applied, Operator) else
                          _value(node, tuple(arguments), domain, symbols, functions))
        return [values[i] for i in self._roots]


class PartialEvaluation(Generic[V]):
    """A term whose parts without calls are evaluated once; the others again and again, by what calls return."""

    def __init__(self, root: Term, domain: Domain[V], symbols: Mapping[str, V]) -> None:
        self._root, self._domain = root, domain
        self._known: dict[int, V] = {}
        self._open: list[Term] = []
        for node in postorder(root):
            if node.kind is TermKind.CALL or any(id(a) not in self._known for a in node.arguments):
                self._open.append(node)
            else:
                self._known[id(node)] = _value(node, tuple(self._known[id(a)] for a in node.arguments), domain, symbols, no_calls)

    def value(self, called: Callable[[Term, tuple[V, ...]], V]) -> V:
        """The value of the term, where `called` says what each call is, from it and its arguments' values."""
        values = dict(self._known)
        for node in self._open:
            arguments = tuple([values[id(a)] for a in node.arguments])
            values[id(node)] = called(node, arguments) if node.kind is TermKind.CALL else _value(
                node, arguments, self._domain, {}, no_calls)
        return values[id(self._root)]


def _value(node: Term, arguments: tuple[V, ...], domain: Domain[V], symbols: Mapping[str, V],
           functions: Callable[[str, tuple[V, ...]], V]) -> V:
    """The value of one node from those of its arguments."""
    match node.kind, node.data:
        case TermKind.APPLY, Operator() as op:
            return op(domain, *arguments)
        case TermKind.CONSTANT, int(value):
            return domain.constant(value)
        case TermKind.SYMBOL, str(name):
            return symbols[name]
        case TermKind.WIDTH, _:
            return domain.constant(domain.width)
        case TermKind.CALL, str(name):
            return functions(name, arguments)
    raise ValueError(f"malformed term {node.kind} {node.data}")


def no_calls(name: str, arguments: tuple[V, ...]) -> V:
    """What answers calls in terms that have none: ValueError."""
    raise ValueError(f"{name} is called, on {len(arguments)} words, where no calls can be")


def rebuild(root: Term, leaf: Callable[[Term], Term | None]) -> Term:
    """`root` with every term for which `leaf` answers replaced by the answer (asked bottom-up, on rebuilt terms)."""
    return rebuild_all([root], leaf)[0]


def rebuild_all(roots: Sequence[Term], leaf: Callable[[Term], Term | None]) -> list[Term]:
    """Several terms, each as `rebuild` makes it; what they share is rebuilt once."""
    new: dict[int, Term] = {}
    for node in postorder(*roots):
        fresh = node
        if node.arguments:
            arguments = tuple([new[id(a)] for a in node.arguments])
            if not all(map(is_, arguments, node.arguments)):
                fresh = _term(node.kind, node.data, arguments, node.boolean)
        replacement = leaf(fresh)
        new[id(node)] = fresh if replacement is None else replacement
    return [new[id(root)] for root in roots]


def replaced(root: Term, by: Mapping[str, Term]) -> Term:
    """`root` with words replaced by terms, all at once; nothing is done for words that stay as they are."""
    by = {name: term for name, term in by.items() if term.kind is not TermKind.SYMBOL or term.data != name}
    if not by:
        return root
    return rebuild(root, lambda leaf: by.get(str(leaf.data)) if leaf.kind is TermKind.SYMBOL else None)


def to_rows(root: Term) -> tuple[Row, ...]:
    """The term as plain data, arguments first: what it is pickled as."""
    place: dict[int, int] = {}
    rows: list[Row] = []
    for node in postorder(root):
        place[id(node)] = len(rows)
        rows.append((node.kind, node.data, tuple(place[id(a)] for a in node.arguments), node.boolean))
    return tuple(rows)


def from_rows(rows: Sequence[Row]) -> Term:
    """The term that `to_rows` took apart."""
    made: list[Term] = []
    for kind, data, arguments, boolean in rows:
        made.append(_term(kind, data, tuple(made[a] for a in arguments), boolean))
    return made[-1]


def calls(root: Term) -> Iterator[Term]:
    """Every application of an ∃ function below `root`, each once."""
    return (node for node in postorder(root) if node.kind is TermKind.CALL)


def text(root: Term, limit: int = 2000) -> str:
    """The term as nested applications, cut after about `limit` characters."""
    shown: dict[int, str] = {}
    for node in postorder(root):
        match node.kind:
            case TermKind.CONSTANT | TermKind.SYMBOL:
                own = str(node.data)
            case TermKind.WIDTH:
                own = "WIDTH"
            case _:
                own = f"{node.data}({', '.join(shown[id(a)] for a in node.arguments)})"
        shown[id(node)] = own if len(own) <= limit else own[:limit] + "…"
    return shown[id(root)]


def _binary(name: str, doc: str) -> Callable[[Operand, Operand], Term]:
    def build(a: Operand, b: Operand) -> Term:
        return apply(name, a, b)

    build.__name__, build.__doc__ = name, doc
    return build


def _unary(name: str, doc: str) -> Callable[[Operand], Term]:
    def build(a: Operand) -> Term:
        return apply(name, a)

    build.__name__, build.__doc__ = name, doc
    return build


slt = _binary("slt", "Signed a < b.")
sle = _binary("sle", "Signed a <= b.")
sdiv = _binary("sdiv", "Signed quotient, rounded towards 0.")
srem = _binary("srem", "Signed remainder; its sign is that of the dividend.")
ashr = _binary("ashr", "Shift to the right that copies the sign.")
minimum = _binary("min", "The unsigned minimum.")
maximum = _binary("max", "The unsigned maximum.")
mulhu = _binary("mulhu", "The high word of the unsigned product.")
fadd = _binary("fadd", "IEEE-754 sum at the word's format, rounded to nearest even.")
fsub = _binary("fsub", "IEEE-754 difference.")
fmul = _binary("fmul", "IEEE-754 product.")
fdiv = _binary("fdiv", "IEEE-754 quotient.")
flt = _binary("flt", "IEEE-754 a < b; false where either is NaN.")
feq = _binary("feq", "IEEE-754 a = b; false where either is NaN, true for the two zeros.")
sitofp = _unary("sitofp", "The number in IEEE-754 nearest to the word read as signed, ties to even.")
fptosi = _unary("fptosi", "The number in IEEE-754 without its fraction, as a signed word; 100…0 where none holds it.")
fpext = _unary("fpext", "The number of half as many bits in the low half of the word, in the word's own format (32 and 64 bits).")
fptrunc = _unary("fptrunc", "The number rounded to the format of half as many bits, in the low half of a word (32 and 64 bits).")
popcount = _unary("popcount", "How many bits are set.")
parity = _unary("parity", "1 where an odd number of bits is set, else 0.")
leading_zeros = _unary("leading_zeros", "How many bits above the highest set bit are 0; the width for 0.")
trailing_zeros = _unary("trailing_zeros", "How many bits below the lowest set bit are 0; the width for 0.")


def ite(condition: Operand, then: Operand, otherwise: Operand) -> Term:
    """`then` where `condition` is true (not 0), else `otherwise`."""
    return apply("ite", condition, then, otherwise)
