"""Statements: all that C has, loops bounded by fuel, jumps over declarations whose variables are assigned before they are read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from experiments.conformance.random_c import blocks
from experiments.conformance.random_c.draft import FUEL, Draft, Place
from experiments.conformance.random_c.effects import assignment, effect, tested, valued
from experiments.conformance.random_c.expressions import condition, expression
from experiments.conformance.random_c.numbers import number

_LABELS = (("-1", -1), ("0", 0), ("1", 1), ("2", 2), ("'a'", 97), ("77", 77), ("255", 255), ("256u", 256), ("3L", 3), ("-2", -2),
           ("0x100000001", 2**32 + 1))
_SPEND = f"__VERIFIER_assert(++fuel < {FUEL});"


def statements(draft: Draft, depth: int, most: int) -> str:
    """Some statements in a row."""
    return " ".join(statement(draft, depth) for _ in range(draft.random.randrange(1, most + 1)))


def statement(draft: Draft, depth: int) -> str:
    """A statement; deeper ones hold others."""
    makers: list[Callable[[Draft, int], str]] = [_assign, _assign, _assign, _assign, _effect, _effect, _effect]
    makers += [_number] * 2 if draft.numbers else []
    makers += [_call] * 2 if draft.impure and draft.loops else []
    if depth > 0:
        makers += [_if] * 3 + [_for]
        makers += [_loop] * 2 + [_counted] if draft.loops else []
        makers += [_shadow] * 2 if draft.has("shadowing") else []
        makers += [_switch] * 2 if draft.has("switch") else []
        makers += [_forward, _into] if draft.has("goto") else []
        makers += [_backward] if draft.has("goto") and draft.loops else []
        makers += [_static] if draft.has("static") else []
        makers += [_walk] if draft.has("pointers") and draft.arrays else []
        makers += [_assertion] if draft.has("assertions") and draft.loops else []
        makers += [partial(_on_blocks, made) for made in blocks.makers(draft)]
    return draft.random.choice(makers)(draft, depth)


def _on_blocks(made: blocks.Maker, draft: Draft, depth: int) -> str:
    return made(draft, depth, statements)


def _assign(draft: Draft, depth: int) -> str:
    targets = draft.writable()
    if not targets:
        return ";"
    place = draft.random.choice(targets)
    return f"{assignment(draft, place.text, place.type, 3)};"


def _number(draft: Draft, depth: int) -> str:
    return f"{draft.random.choice(draft.numbers)} {draft.random.choice(('=', '+=', '*='))} {number(draft, 2, expression)};"


def _effect(draft: Draft, depth: int) -> str:
    """A side effect as a statement, or its value stored elsewhere."""
    targets = draft.writable()
    if targets and draft.has("effects", 0.6):
        place = draft.random.choice(targets)
        return f"{place.text} {draft.random.choice(('=', '+=', '^='))} {valued(draft, 2, (place.root,))};"
    found = effect(draft, 2)
    return ";" if found is None else f"{found.text};"


def _call(draft: Draft, depth: int) -> str:
    """x = f(…): nothing else happens there."""
    called, targets = draft.random.choice(draft.impure), draft.writable()
    arguments = "" if str(called).startswith("tick") else f"{expression(draft, 2)}, {expression(draft, 1)}"
    target = f"{draft.random.choice(targets).text} = " if targets and draft.chance(0.8) else ""
    return f"{target}{called}({arguments});"


def _if(draft: Draft, depth: int) -> str:
    other = f" else {{ {statements(draft, depth - 1, 2)} }}" if draft.chance(0.5) else ""
    return f"if ({tested(draft, 2)}) {{ {statements(draft, depth - 1, 3)} }}{other}"


def _body(draft: Draft, depth: int) -> str:
    """The body of a loop that may be left early."""
    leave = draft.random.choice(("", "", f"if ({tested(draft, 2)}) break;", f"if ({tested(draft, 1)}) continue;"))
    return f"{statements(draft, depth - 1, 2)} {leave} {statements(draft, depth - 1, 1)}"


def _loop(draft: Draft, depth: int) -> str:
    body = f"{{ {_SPEND} {_body(draft, depth)} }}"
    match draft.random.randrange(3):
        case 0:
            return f"while ({tested(draft, 2)}) {body}"
        case 1:
            return f"do {body} while ({tested(draft, 2)});"
    found = effect(draft, 1)
    return f"for (; {tested(draft, 2)}; {'' if found is None else found.text}) {body}"


def _for(draft: Draft, depth: int) -> str:
    """A loop that ends by itself."""
    name, kind = draft.fresh("i"), draft.type()
    if kind.bits == 1:
        return _if(draft, depth)
    head = draft.random.choice((f"{kind.name} {name} = 0; {name} < {draft.random.randrange(1, 4)}; {name}++",
                                f"{kind.name} {name} = 2; {name} > 0; --{name}", f"{kind.name} {name} = 3; {name}--;",
                                f"{kind.name} {name} = -2; {name} != 1; {name} += 1"))
    with draft.block(Place(name, kind, name, True)):
        return f"for ({head}) {{ {_body(draft, depth)} }}"


def _counted(draft: Draft, depth: int) -> str:
    """A loop with two counters and a comma."""
    a, b = draft.fresh("i"), draft.fresh("i")
    with draft.block(Place(a, draft.types[0], a, True), Place(b, draft.types[0], b, True)):
        body = statements(draft, depth - 1, 2)
    kind = draft.types[0].name
    return f"{{ {kind} {a}, {b}; for ({a} = 0, {b} = 3; {a} != {b} && {b}; {a}++, {b}--) {{ {_SPEND} {body} }} }}"


def _shadow(draft: Draft, depth: int) -> str:
    """A block whose variable hides another one, or an enumerator; perhaps with the hidden global behind `extern`."""
    r, kind = draft.random, draft.type()
    names = [p.text for p in draft.places if p.text.isalnum() and not p.pinned] + [str(c) for c in draft.constants]
    name = r.choice(names) if names else draft.fresh("v")
    hidden = [p for p in draft.places if p.text == name]
    with draft.without([p.root for p in hidden]):
        constants, draft.constants = draft.constants, [c for c in draft.constants if str(c) != name]
        first = f"{kind.name} {name} = {expression(draft, 2)};"
        draft.constants = constants
    with draft.block(Place(name, kind, draft.fresh("shadow"))):
        inside = statements(draft, depth - 1, 2)
        if hidden and hidden[0].root == name and name.startswith("g"):
            with draft.block(Place(name, hidden[0].type, name)):
                inside += f" {{ extern {hidden[0].type.name} {name}; {statements(draft, depth - 1, 2)} }}"
        return f"{{ {first} {inside} {statements(draft, depth - 1, 1)} }}"


def _switch(draft: Draft, depth: int) -> str:
    """A switch over a variable that its labels jump past, with a default anywhere."""
    r, kind, name = draft.random, draft.type(), draft.fresh("t")
    value = expression(draft, 2)
    bits = value.type.promoted.bits
    labels = {v % (1 << bits): f"case {text}:" for text, v in r.sample(_LABELS, 4)}
    if value.type.bits == 1:
        labels = {0: "case 0:", 1: "case 1:"}
    tops = [*list(labels.values())[:r.randrange(1, 4)], "default:"]
    r.shuffle(tops)
    parts = []
    for top in tops:
        first = f"{name} = {expression(draft, 1)};"
        with draft.block(Place(name, kind, name)):
            parts.append(f"{top} {first} {statements(draft, depth - 1, 2)} {r.choice(('break;', 'break;', ''))}")
    tested_value = r.choice((str(value), str(value), f"({value} & 3)", f"({value} % 3)"))
    return f"switch ({tested_value}) {{ {kind.name} {name}{r.choice(('', ' = 5'))}; {' '.join(parts)} }}"


def _forward(draft: Draft, depth: int) -> str:
    label = draft.fresh("L")
    return f"if ({tested(draft, 2)}) goto {label}; {statements(draft, depth - 1, 2)} {label}: ;"


def _into(draft: Draft, depth: int) -> str:
    """A jump into a block, past the declaration of a variable that is assigned behind the label."""
    label, name, kind = draft.fresh("L"), draft.fresh("t"), draft.type()
    jump, first, then = tested(draft, 2), expression(draft, 2), expression(draft, 1)
    with draft.block(Place(name, kind, name)):
        before, behind = statements(draft, depth - 1, 2), statements(draft, depth - 1, 2)
    top = draft.random.choice(("", f"if ({condition(draft, 1)})"))
    return f"if ({jump}) goto {label}; {top} {{ {kind.name} {name} = {first}; {before} {label}: {name} = {then}; {behind} }}"


def _backward(draft: Draft, depth: int) -> str:
    label = draft.fresh("L")
    return f"{label}: {_SPEND} {statements(draft, depth - 1, 2)} if ({tested(draft, 2)}) goto {label};"


def _static(draft: Draft, depth: int) -> str:
    name, kind = draft.fresh("s"), draft.type()
    with draft.block(Place(name, kind, name)):
        return f"{{ static {kind.name} {name} = {draft.random.randrange(-2, 9)}; {statements(draft, depth - 1, 2)} }}"


def _walk(draft: Draft, depth: int) -> str:
    """A pointer walks over an array; what it points to is changed with side effects on the pointer."""
    array, name = draft.random.choice(draft.arrays), draft.fresh("w")
    with draft.without((array.root,)):
        targets = draft.writable()
    kept = f"{draft.random.choice(targets).text} = " if targets else ""
    steps = draft.random.choice((("(*{}++)++", "--*{}--"), ("*{}++", "(*--{})--"), ("*++{} ^= 5", "{}--[0]++"),
                                 ("(*{}++)--", "*--{} += 3")))
    moves = f"{kept}{steps[0].format(name)}; {kept}({steps[1].format(name)});"
    return f"{{ {array.type.name} *{name} = {array.text}; {moves} {kept}*{name}; }}"


def _assertion(draft: Draft, depth: int) -> str:
    r = draft.random
    return r.choice((f"__VERIFIER_assert({expression(draft, 2)} != {r.randrange(5)});",
                     f"if ({tested(draft, 2)} && {condition(draft, 1)}) abort();"))

