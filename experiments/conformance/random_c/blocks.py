"""Memory: blocks that are allocated, lists, pointers to pointers, and whole objects that are copied or filled.

Each statement keeps to itself what it allocates: it is freed, and nothing points to it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable

from experiments.conformance.random_c.draft import Array, Draft, Place
from experiments.conformance.random_c.expressions import expression
from experiments.conformance.random_c.types import BOOL

Inner = Callable[[Draft, int, int], str]
"""Makes statements of a depth, at most so many."""
Maker = Callable[[Draft, int, Inner], str]
"""Makes one, of a depth, with others in it."""

LISTS = ("struct N { long v; struct N *next; };",
         "static struct N *pushed(struct N *head, long v) { struct N *n = malloc(sizeof *n); n->v = v; n->next = head; return n; }",
         "static struct N *reversed(struct N *n) { struct N *r = 0; while (n) { struct N *t = n->next; n->next = r; r = n; n = t; }"
         " return r; }",
         "static long total(const struct N *n) { return n ? n->v * 3 + total(n->next) : 1; }",
         "static void dropped(struct N **at) { struct N *n = *at; if (n) { *at = n->next; free(n); } }")
"""What works on lists."""


def allocated(draft: Draft, depth: int, inner: Inner) -> str:
    """A block of memory is allocated, used, perhaps made larger, and freed."""
    r, kind, name = draft.random, draft.type(), draft.fresh("m")
    zero = r.choice((f"calloc(4, sizeof(*{name}))", ""))
    fill = "" if zero else f"for (int i = 0; i < 4; i++) {name}[i] = {r.randrange(3)} + i;"
    more = f"{name} = realloc({name}, 6 * sizeof *{name}); {name}[5] = {name}[1];" if draft.chance(0.3) else ""
    with draft.block(Place(f"{name}[0]", kind, name), Place(f"{name}[3]", kind, name)):
        draft.arrays.append(Array(name, kind, name, 4))
        first, last = inner(draft, depth - 1, 2), inner(draft, depth - 1, 1)
        kept = _kept(draft, f"{name}[{expression(draft, 1)} & 3]")
    return f"{{ {kind.name} *{name} = {zero or f'malloc(4 * sizeof *{name})'}; {fill} {first} {more} {last} {kept} free({name}); }}"


def listed(draft: Draft, depth: int, inner: Inner) -> str:
    """A list is made, walked over, and freed."""
    r, name = draft.random, draft.fresh("h")
    makes = " ".join(f"{name} = pushed({name}, {expression(draft, 1)});" for _ in range(r.randrange(1, 4)))
    uses = r.choice(("", f"{name} = reversed({name});", f"dropped(&{name});", f"if ({name}->next) dropped(&{name}->next);"))
    return (f"{{ struct N *{name} = 0; {makes} {uses} {_kept(draft, f'total({name})')}"
            f" while ({name}) dropped(&{name}); }}")


def indirect(draft: Draft, depth: int, inner: Inner) -> str:
    """Pointers in an array, and a pointer to one of them."""
    array, name, outer = draft.random.choice(draft.arrays), draft.fresh("ps"), draft.fresh("pp")
    kind, last = array.type.name, array.length - 1
    chosen, value = expression(draft, 1), expression(draft, 2)
    swap = f"{{ {kind} *t = {name}[0]; {name}[0] = {name}[1]; {name}[1] = t; }}" if draft.chance(0.5) else ""
    kept = _kept(draft, f"{name}[0] - {array.text} + **{outer}")
    return (f"{{ {kind} *{name}[2] = {{ &{array.text}[{last}], {array.text} }}, **{outer} = &{name}[{chosen} & 1];"
            f" **{outer} = {value}; {swap} *{name}[{expression(draft, 1)} & 1] ^= {draft.random.randrange(1, 9)}; {kept} }}")


def swept(draft: Draft, depth: int, inner: Inner) -> str:
    """A pointer goes over all elements of an array."""
    array, name = draft.random.choice(draft.arrays), draft.fresh("w")
    with draft.without((array.root,)):
        value = expression(draft, 2)
    changed = draft.random.choice((f"*{name} = {value};", f"*{name} += {value};", f"*{name} = *{name} ^ ({name} - {array.text});"))
    end = f"{array.text} + {array.length}"
    heads = (f"{array.text}; {name} < {end}; {name}++", f"{array.text}; {name} != {end}; ++{name}",
             f"{end} - 1; {name} > {array.text}; {name}--")
    return f"for ({array.type.name} *{name} = {draft.random.choice(heads)}) {{ {changed} }}"


def copied(draft: Draft, depth: int, inner: Inner) -> str:
    """An array is copied within itself or from a literal, or filled."""
    array, r = draft.random.choice(draft.arrays), draft.random
    size, name = f"sizeof(*{array.text})", array.type.name
    byte = r.randrange(2) if array.type.bits == BOOL.bits else r.choice((0, 0, 1, 255))
    values = ", ".join(str(expression(draft, 1)) for _ in range(array.length))
    return r.choice((f"memset({array.text}, {byte}, {array.length} * {size});",
                     f"memcpy({array.text}, ({name}[{array.length}]){{ {values} }}, {array.length} * {size});",
                     f"memmove({array.text} + 1, {array.text}, {array.length - 1} * {size});",
                     f"memmove({array.text}, {array.text} + 1, {array.length - 1} * {size});"))


def replaced(draft: Draft, depth: int, inner: Inner) -> str:
    """A struct is assigned, or copied as its bytes."""
    name = draft.fresh("r")
    return draft.random.choice(("rows[0] = rec;", "rec = rows[1];", "memcpy(&rows[1], &rec, sizeof rec);",
                                "*(&rows[0] + 1) = rows[0];",
                                f"{{ struct R {name} = rec; rec = rows[0]; rows[0] = {name}; }}",
                                f"{{ struct R *{name} = &rows[{expression(draft, 1)} & 1]; {name}->a++; *{name} = rec; }}"))


def makers(draft: Draft) -> list[Maker]:
    """The kinds of statements that the dialect has here; those that allocate only where fuel may be spent."""
    found: list[Maker] = [allocated] if draft.has("allocation", 0.5) and draft.loops else []
    found += [listed] if draft.has("lists", 0.5) and draft.loops else []
    found += [indirect, swept] if draft.has("pointers") and draft.arrays else []
    found += [copied] if draft.has("copying") and draft.arrays else []
    found += [replaced] if draft.has("copying") and any(place.root == "rec" for place in draft.places) else []
    return found


def _kept(draft: Draft, value: str) -> str:
    """Some place changes by a value."""
    targets = draft.writable()
    return f"{draft.random.choice(targets).text} ^= {value};" if targets else ""
