"""The commands of a SyGuS-IF file: each is one function that enters what it declares into a `Script`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from synth.errors import InputError
from synth.frontends.sexpr import SExpr, symbol_text, text_of
from synth.frontends.sygus.expressions import Expressions
from synth.frontends.sygus.grammars import read_grammar
from synth.frontends.sygus.nodes import BOOL, Definition, Kind, Node, Signature, Sort, node, postorder
from synth.frontends.sygus.script import Script

_log = logging.getLogger(__name__)
_LOGICS = frozenset(("ALL", "CORE", "QF_UF", "UF", "PBE", "INV", "CHC"))
_IGNORED = frozenset(("set-option", "set-options", "set-info", "set-feature"))
_UNSUPPORTED = frozenset((
    "declare-datatype", "declare-datatypes", "declare-sort", "declare-weight", "define-fun-rec", "define-funs-rec",
    "optimize-synth", "check-synth-next", "block-term", "push", "pop", "reset", "reset-assertions", "assert", "check-sat",
    "declare-oracle-fun", "declare-correctness-oracle", "declare-correctness-cex-oracle", "oracle-assume", "oracle-constraint",
    "oracle-constraint-io", "oracle-constraint-cex", "oracle-constraint-membership", "oracle-constraint-poswitness",
    "oracle-constraint-negwitness"))


def read_commands(items: Sequence[SExpr], file: str) -> Script:
    """What the commands of a file declare, up to its (check-synth); InputError, with line and column, for any that is unusable."""
    script = Script()
    for number, item in enumerate(items):
        name = item.head
        if name is None:
            item.fail(f"expected a command, given {text_of(item)}")
        if name == "check-synth":
            _shape(item, 1, "(check-synth)")
            _nothing_follows(items[number + 1:])
            _check_purpose(item, script)
            return script
        if name in _IGNORED:
            _log.info("%s:%d:%d: ignored: %s", file, item.line, item.column, text_of(item))
            continue
        if name in _UNSUPPORTED:
            item.fail(f"not supported: {name}")
        command = _COMMANDS.get(name)
        if command is None:
            item.fail(f"unknown command {symbol_text(name)}")
        command(script, item)
    if not items:
        raise InputError("the file has no command; (synth-fun …) and (check-synth) are the least", "", 1, 1)
    items[-1].fail("the file ends without (check-synth)")


def _nothing_follows(items: Sequence[SExpr]) -> None:
    for item in items:
        if item.head not in ("exit", *_IGNORED):
            item.fail("not supported: commands after (check-synth)")


def _check_purpose(item: SExpr, script: Script) -> None:
    if not script.functions:
        item.fail("nothing to find: there is no synth-fun or synth-inv before (check-synth)")


def _shape(item: SExpr, length: int, wanted: str) -> None:
    if len(item.items) != length:
        item.fail(f"expected {wanted}, given {text_of(item)}")


def _set_logic(script: Script, item: SExpr) -> None:
    _shape(item, 2, "(set-logic name)")
    logic = item.items[1].symbol or ""
    if "BV" not in logic and logic not in _LOGICS:
        item.items[1].fail(f"not supported: logic {text_of(item.items[1])}; BV is")


def _define_sort(script: Script, item: SExpr) -> None:
    _shape(item, 4, "(define-sort name () sort)")
    if not item.items[2].is_list or item.items[2].items:
        item.items[2].fail("not supported: sorts with parameters")
    script.sorts[script.name(item.items[1])] = script.sort(item.items[3])


def _declare_var(script: Script, item: SExpr) -> None:
    _shape(item, 3, f"({item.head} name sort)")
    script.variables[script.new_name(item.items[1])] = script.sort(item.items[2])


def _declare_primed_var(script: Script, item: SExpr) -> None:
    _declare_var(script, item)
    name = f"{item.items[1].text}!"
    if name in script.variables or name in script.functions or name in script.definitions:
        item.items[1].fail(f"{name} is declared twice")
    script.variables[name] = script.sort(item.items[2])


def _declare_fun(script: Script, item: SExpr) -> None:
    _shape(item, 4, "(declare-fun name () sort)")
    if not item.items[2].is_list or item.items[2].items:
        item.items[2].fail("not supported: uninterpreted functions")
    script.variables[script.new_name(item.items[1])] = script.sort(item.items[3])


def _define_fun(script: Script, item: SExpr) -> None:
    _shape(item, 5, "(define-fun name ((parameter sort) …) sort expression)")
    name = script.new_name(item.items[1])
    parameters, sort = script.parameters(item.items[2]), script.sort(item.items[3])
    reader = Expressions(script, dict(parameters), script.variables)
    body = reader.read_as(item.items[4], sort, f"the body of {symbol_text(name)}")
    _define(script, name, parameters, sort, body)


def _define_const(script: Script, item: SExpr) -> None:
    _shape(item, 4, "(define-const name sort expression)")
    name, sort = script.new_name(item.items[1]), script.sort(item.items[2])
    body = Expressions(script, {}, script.variables).read_as(item.items[3], sort, f"the value of {symbol_text(name)}")
    _define(script, name, (), sort, body)


def _define(script: Script, name: str, parameters: tuple[tuple[str, Sort], ...], sort: Sort, body: Node) -> None:
    closed = not any(n.kind in (Kind.VARIABLE, Kind.CALL) or (n.kind is Kind.DEFINED and not script.definitions[n.name].closed)
                     for n in postorder(body))
    script.definitions[name] = Definition(name, parameters, sort, body, closed)


def _synth_fun(script: Script, item: SExpr) -> None:
    if not 4 <= len(item.items) <= 6:
        item.fail("expected (synth-fun name ((parameter sort) …) sort grammar)")
    _add_function(script, item, script.sort(item.items[3]), item.items[4:])


def _synth_inv(script: Script, item: SExpr) -> None:
    if not 3 <= len(item.items) <= 5:
        item.fail("expected (synth-inv name ((parameter sort) …) grammar)")
    _add_function(script, item, BOOL, item.items[3:])


def _add_function(script: Script, item: SExpr, sort: Sort, lists: list[SExpr]) -> None:
    name = script.new_name(item.items[1])
    parameters = script.parameters(item.items[2])
    for part in lists:
        if not part.is_list:
            part.fail(f"expected a grammar, given {text_of(part)}")
    grammar = read_grammar(script, lists, dict(parameters), sort) if lists else None
    script.functions[name] = Signature(name, parameters, sort, grammar)


def _constraint(script: Script, item: SExpr) -> None:
    _shape(item, 2, f"({item.head} expression)")
    into = script.constraints if item.head == "constraint" else script.assumptions
    into.append(Expressions(script, {}, script.variables).read_as(item.items[1], BOOL, f"what {item.head} says"))


def _inv_constraint(script: Script, item: SExpr) -> None:
    """pre → inv, inv ∧ trans → inv', inv → post, where trans has first the words before the step, then those after it."""
    _shape(item, 5, "(inv-constraint invariant precondition transition postcondition)")
    found = [_predicate(script, part) for part in item.items[1:]]
    sorts = [s for _, s in found[0].parameters]
    for part, function, wanted in zip(item.items[1:], found, (sorts, sorts, sorts * 2, sorts), strict=True):
        given = [s for _, s in function.parameters]
        if given != wanted or function.sort != BOOL:
            part.fail(f"{function.name}: expected {_listed(wanted)} and Bool, given {_listed(given)} and {function.sort}")
    names = [name for name, _ in found[0].parameters]
    before = [_new_variable(script, name, sort) for name, sort in zip(names, sorts, strict=True)]
    after = [_new_variable(script, f"{name}!", sort) for name, sort in zip(names, sorts, strict=True)]
    inv, pre, post = (_applied(script, found[i], before) for i in (0, 1, 3))
    step, then = _applied(script, found[2], before + after), _applied(script, found[0], after)
    script.constraints += [_implied(pre, inv), _implied(node(Kind.THEORY, "and", BOOL, (inv, step)), then), _implied(inv, post)]


def _chc_constraint(script: Script, item: SExpr) -> None:
    """(chc-constraint ((x S) …) body head): for all x, body → head."""
    _shape(item, 4, "(chc-constraint ((name sort) …) expression expression)")
    local = Script(script.sorts, {}, script.definitions, script.functions)
    renamed = {name: _new_variable(script, name, sort) for name, sort in local.parameters(item.items[1])}
    reader = Expressions(local, {}, {}, bound=renamed)
    body, head = (reader.read_as(part, BOOL, "what chc-constraint says") for part in item.items[2:])
    script.constraints.append(_implied(body, head))


def _predicate(script: Script, item: SExpr) -> Signature | Definition:
    found = script.functions.get(item.text) or script.definitions.get(item.text)
    if item.symbol is None or found is None:
        item.fail(f"expected the name of a function, given {text_of(item)}")
    return found


def _listed(sorts: Sequence[Sort]) -> str:
    return f"({' '.join(map(str, sorts))})"


def _new_variable(script: Script, name: str, sort: Sort) -> Node:
    name = script.fresh(name)
    script.variables[name] = sort
    return node(Kind.VARIABLE, name, sort)


def _applied(script: Script, function: Signature | Definition, operands: Sequence[Node]) -> Node:
    kind = Kind.CALL if isinstance(function, Signature) else Kind.DEFINED
    return node(kind, function.name, function.sort, operands)


def _implied(premise: Node, conclusion: Node) -> Node:
    return node(Kind.THEORY, "=>", BOOL, (premise, conclusion))


_COMMANDS: dict[str, Callable[[Script, SExpr], None]] = {
    "set-logic": _set_logic,
    "define-sort": _define_sort,
    "declare-var": _declare_var,
    "declare-const": _declare_var,
    "declare-primed-var": _declare_primed_var,
    "declare-fun": _declare_fun,
    "define-fun": _define_fun,
    "define-const": _define_const,
    "synth-fun": _synth_fun,
    "synth-inv": _synth_inv,
    "constraint": _constraint,
    "assume": _constraint,
    "inv-constraint": _inv_constraint,
    "chc-constraint": _chc_constraint,
}
