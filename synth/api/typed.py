"""Arguments of the Python API against the types that its signatures say, so that a mistake is told where it is made."""

from __future__ import annotations

import numbers
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from synth.errors import InputError

_STRINGS = ("a list or tuple of strings", lambda value: isinstance(value, Sequence) and not isinstance(value, str) and all(
    isinstance(part, str) for part in value))
_KINDS: Mapping[object, tuple[str, Callable[[Any], bool]]] = {
    NoneType: ("None", lambda value: value is None),
    bool: ("True or False", lambda value: isinstance(value, bool)),
    int: ("an integer", lambda value: isinstance(value, numbers.Integral) and not isinstance(value, bool)),
    float: ("a number", lambda value: isinstance(value, numbers.Real) and not isinstance(value, bool)),
    str: ("a string", lambda value: isinstance(value, str)),
    Sequence: _STRINGS,
    tuple: _STRINGS,
    os.PathLike: ("a path", lambda value: isinstance(value, os.PathLike)),
    threading.Event: ("a threading.Event", lambda value: isinstance(value, threading.Event)),
    Callable: ("a function", callable),
}
"""What types are called, and whether a value is of them; of generic ones by their origin."""


def require_types(called: str, declared: object, given: Mapping[str, Any]) -> None:
    """Require arguments to be of the types that a function, or a class of options, declares; types not named above are not checked.

    TypeError for a name that is not declared and for a value of another type; InputError for one that is not among some literals.
    """
    hints = get_type_hints(declared)
    for name, value in given.items():
        if name not in hints:
            raise TypeError(f"{called}() has no argument {name!r}; there are {', '.join(n for n in hints if n != 'return')}")
        wanted = _alternatives(hints[name])
        literals = [v for kind in wanted if get_origin(kind) is Literal for v in get_args(kind)]
        kinds = [_KINDS.get(get_origin(kind) or kind) for kind in wanted if get_origin(kind) is not Literal]
        if value in literals or any(kind is None or kind[1](value) for kind in kinds):
            continue
        told = [*map(repr, literals), *(kind[0] for kind in kinds if kind is not None and kind[0] != "None")]
        error = InputError if literals and isinstance(value, str) else TypeError
        raise error(f"{name} must be {' or '.join(told)}, not {value!r}")


def _alternatives(hint: Any) -> Sequence[Any]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
