"""Answers of SyGuS solvers: the define-funs in what they print, and how large those are.

The size of an answer is its number of operator applications: as a tree, as written out, and as a DAG, where equal parts of one
function count once. Constants, variables and functions without arguments are free, a let is sharing and no operator, and a function
that the problem defines counts as one operator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from experiments.sexpr import Node, head, read, show

INFEASIBLE, FAIL = "infeasible", "fail"


@dataclass(frozen=True)
class DefineFun:
    """One function of an answer, as expressions."""

    name: str
    parameters: list[Node]
    sort: Node
    body: Node

    @property
    def text(self) -> str:
        """The definition in SMT-LIB."""
        return show(["define-fun", self.name, self.parameters, self.sort, self.body])


def unfolded(body: Node) -> Node:
    """An expression with the values of its lets in their places: shared lists, so that it is no larger than it was.

    Works off a list of what is to be built instead of recursing: an expression under the bindings in force, or a list whose parts,
    so many, are done.
    """
    done: list[Node] = []
    work: list[tuple[Node | int, Mapping[str, Node]]] = [(body, {})]
    while work:
        node, bound = work.pop()
        if isinstance(node, int):
            parts = done[len(done) - node:]
            del done[len(done) - node:]
            done.append(parts)
        elif isinstance(node, str):
            done.append(bound.get(node, node))
        elif head(node) == "let" and len(node) == 3 and isinstance(node[1], list):
            values = {str(b[0]): _under(b[-1], bound) for b in node[1] if isinstance(b, list)}
            work.append((node[2], {**bound, **values}))
        else:
            work.append((len(node), bound))
            work += [(part, bound) for part in reversed(node)]
    return done[0]


def _under(node: Node, bound: Mapping[str, Node]) -> Node:
    """A let's value, which holds no let itself as solvers print them, under the bindings in force."""
    if isinstance(node, str):
        return bound.get(node, node)
    return [_under(part, bound) for part in node]


def parse_answer(text: str) -> list[DefineFun] | str:
    """What a solver printed for check-synth: its functions, or `INFEASIBLE` or `FAIL`. ValueError for anything else."""
    nodes = read(text)
    if len(nodes) == 1 and isinstance(nodes[0], list) and head(nodes[0]) != "define-fun":
        nodes = nodes[0]
    if nodes in ([INFEASIBLE], [FAIL]):
        return str(nodes[0])
    return [_define_fun(node) for node in nodes]


def _define_fun(node: Node) -> DefineFun:
    match node:
        case ["define-fun", str(name), list(parameters), sort, body]:
            return DefineFun(name, parameters, sort, body)
    raise ValueError(f"not an answer: {show(node)[:80]!r}")


def sizes(answer: list[DefineFun]) -> tuple[int, int]:
    """Operator applications of all functions: as DAGs, as trees."""
    graphs = [_Graph(f.body) for f in answer]
    return sum(len(g.reached()) for g in graphs), sum(g.trees[g.root] for g in graphs)


@dataclass(frozen=True)
class _Binding:
    """A let whose values are done, waiting for its body."""

    names: list[str]
    body: Node
    scope: Mapping[str, int]


@dataclass(frozen=True)
class _Application:
    """An operator whose operands are done."""

    operator: str
    count: int


_Waiting = _Binding | _Application | tuple[Node, Mapping[str, int]]


@dataclass
class _Graph:
    """The nodes of a body, equal ones once. A node is an operator with the numbers of its operands, or an atom alone."""

    body: Node
    nodes: dict[tuple[object, ...], int] = field(default_factory=dict)
    trees: list[int] = field(default_factory=list)
    root: int = 0

    def __post_init__(self) -> None:
        done: list[int] = []
        waiting: list[_Waiting] = [(self.body, {})]
        while waiting:
            match waiting.pop():
                case _Binding(names, body, scope):
                    values, done = done[-len(names):], done[:-len(names)]
                    waiting.append((body, {**scope, **dict(zip(names, values, strict=True))}))
                case _Application(operator, count):
                    operands, done = done[-count:], done[:-count]
                    done.append(self._number((operator, *operands), 1 + sum(self.trees[o] for o in operands)))
                case (node, scope):
                    done += self._opened(node, scope, waiting)
        self.root = done[0]

    def _opened(self, node: Node, scope: Mapping[str, int], waiting: list[_Waiting]) -> list[int]:
        """The number of an atom; nothing for anything larger, whose parts then wait."""
        if isinstance(node, str):
            return [scope[node] if node in scope else self._number((node,), 0)]
        match node:
            case ["_", *_] | [_]:
                return [self._number((show(node),), 0)]
            case ["let", list(bindings), body]:
                named = [b for b in bindings if isinstance(b, list)]
                waiting.append(_Binding([str(b[0]) for b in named], body, scope))
                waiting.extend((b[-1], scope) for b in reversed(named))
            case [operator, *operands]:
                waiting.append(_Application(show(operator), len(operands)))
                waiting.extend((operand, scope) for operand in reversed(operands))
        return []

    def _number(self, key: tuple[object, ...], tree: int) -> int:
        if key not in self.nodes:
            self.nodes[key] = len(self.nodes)
            self.trees.append(tree)
        return self.nodes[key]

    def reached(self) -> set[int]:
        """The applications that the result is made of."""
        operands = {number: key[1:] for key, number in self.nodes.items()}
        found, waiting = set[int](), [self.root]
        while waiting:
            number = waiting.pop()
            if number not in found and operands[number]:
                found.add(number)
                waiting += [o for o in operands[number] if isinstance(o, int)]
        return found
