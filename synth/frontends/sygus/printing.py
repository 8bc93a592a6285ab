"""Expressions as text: a `let` for everything but leaves that is used more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from synth.frontends.sexpr import symbol_text
from synth.frontends.sygus.nodes import Kind, Node, Sort, head_text, postorder


def define_fun(name: str, parameters: Sequence[tuple[str, Sort]], sort: Sort, body: str) -> str:
    """(define-fun name ((x S) …) sort body)."""
    declared = " ".join(f"({symbol_text(parameter)} {kind})" for parameter, kind in parameters)
    return f"(define-fun {symbol_text(name)} ({declared}) {sort} {body})"


def expression_text(root: Node, taken: Collection[str]) -> str:
    """The text of a node; the names that it binds are none of `taken`."""
    uses = Counter(id(child) for item in postorder(root) for child in item.children)
    names: dict[int, str] = {}
    bindings: list[str] = []
    for item in postorder(root):
        if item.children and uses[id(item)] > 1:
            bindings.append(_written(item, names))
            names[id(item)] = _fresh(len(bindings), taken)
    lets = "".join(f"(let (({names_of} {text})) " for names_of, text in zip(names.values(), bindings, strict=True))
    return f"{lets}{_written(root, names)}{')' * len(bindings)}"


def _fresh(number: int, taken: Collection[str]) -> str:
    name = f"v{number}"
    while name in taken:
        name = f"{name}_"
    return name


def _written(root: Node, names: dict[int, str]) -> str:
    """`root` with its operands in full, but for those that have names."""
    parts: list[str] = []
    stack: list[str | Node] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item is not root and id(item) in names:
            parts.append(names[id(item)])
        elif not item.children:
            parts.append(item.name if item.kind is Kind.LITERAL else head_text(item))
        else:
            inner: list[str | Node] = [f"({head_text(item)}"]
            for child in item.children:
                inner += [" ", child]
            stack.extend(reversed([*inner, ")"]))
    return "".join(parts)
