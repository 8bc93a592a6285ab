"""What the standard headers that we know define, as far as programs here can use it."""

from __future__ import annotations

from synth.frontends.c.types import Model

_FIXED = "\n".join(f"typedef {'signed char' if bits == 8 else kind} int{bits}_t; typedef unsigned {kind} uint{bits}_t;"
                   for bits, kind in ((8, "char"), (16, "short"), (32, "int")))
_HARMLESS = ("assert.h", "stdio.h", "stdlib.h", "stddef.h", "string.h", "math.h", "limits.h", "stdint.h", "stdbool.h", "inttypes.h",
             "float.h", "time.h", "errno.h", "ctype.h", "verifier.h")


def known(header: str) -> bool:
    """Whether it is one that may be included; what it declares as functions is known anyway."""
    return header in _HARMLESS


def macros(header: str, model: Model) -> dict[str, str]:
    """The object-like macros that a header defines, by name."""
    match header:
        case "stdbool.h":
            return {"bool": "_Bool", "true": "1", "false": "0", "__bool_true_false_are_defined": "1"}
        case "limits.h":
            return _limits(model)
        case "stdint.h" | "inttypes.h":
            return _fixed_limits(model)
        case "stdlib.h":
            return {"EXIT_SUCCESS": "0", "EXIT_FAILURE": "1", "RAND_MAX": "2147483647", "NULL": "((void*)0)"}
        case "stddef.h" | "stdio.h" | "string.h":
            return {"NULL": "((void*)0)"}
        case "float.h":
            return {"FLT_MAX": "0x1.fffffep127f", "FLT_MIN": "0x1p-126f", "FLT_EPSILON": "0x1p-23f",
                    "DBL_MAX": "0x1.fffffffffffffp1023", "DBL_MIN": "0x1p-1022", "DBL_EPSILON": "0x1p-52"}
    return {}


def _limits(model: Model) -> dict[str, str]:
    found = {"CHAR_BIT": "8", "SCHAR_MIN": "(-128)", "SCHAR_MAX": "127", "UCHAR_MAX": "255", "CHAR_MIN": "(-128)",
             "CHAR_MAX": "127", "SHRT_MIN": "(-32768)", "SHRT_MAX": "32767", "USHRT_MAX": "65535"}
    for name, bits, suffix in (("INT", model.int_bits, ""), ("LONG", model.long_bits, "L"), ("LLONG", 64, "LL")):
        top = (1 << (bits - 1)) - 1
        found |= {f"{name}_MAX": f"{top}{suffix}", f"{name}_MIN": f"(-{top}{suffix}-1{suffix})",
                  f"U{name}_MAX": f"{2 * top + 1}U{suffix}"}
    return found


def _fixed_limits(model: Model) -> dict[str, str]:
    found: dict[str, str] = {}
    for bits in (8, 16, 32, 64):
        suffix = "" if bits < 64 else "L" if model.long_bits == 64 else "LL"
        top = (1 << (bits - 1)) - 1
        found |= {f"INT{bits}_MAX": f"{top}{suffix}", f"INT{bits}_MIN": f"(-{top}{suffix}-1)",
                  f"UINT{bits}_MAX": f"{2 * top + 1}{suffix}" if bits < 32 else f"{2 * top + 1}U{suffix}"}
    size = "64" if model.long_bits == 64 else "32"
    return found | {"SIZE_MAX": f"UINT{size}_MAX", "INTPTR_MAX": f"INT{size}_MAX", "UINTPTR_MAX": f"UINT{size}_MAX",
                    "INTMAX_MAX": "INT64_MAX", "INTMAX_MIN": "INT64_MIN", "UINTMAX_MAX": "UINT64_MAX"}


def declarations(header: str, model: Model) -> list[str]:
    """Typedefs that a header brings, as lines of C."""
    long = "long" if model.long_bits == 64 else "long long"
    size = "typedef unsigned long size_t;" if model.long_bits == 64 else "typedef unsigned int size_t;"
    match header:
        case "stdint.h" | "inttypes.h":
            least = [f"typedef {sign}int{bits}_t {sign}int_least{bits}_t;" for sign in ("", "u") for bits in (8, 16, 32, 64)]
            fast = [f"typedef {sign}int8_t {sign}int_fast8_t;" for sign in ("", "u")]
            word = "long" if model.long_bits == 64 else "int"
            return [*_FIXED.splitlines(), f"typedef {long} int64_t; typedef unsigned {long} uint64_t;", *least, *fast,
                    f"typedef {long} intmax_t; typedef unsigned {long} uintmax_t;",
                    f"typedef {word} intptr_t; typedef unsigned {word} uintptr_t;",
                    *(f"typedef {sign} {word} {prefix}int_fast{bits}_t;" for sign, prefix in (("", ""), ("unsigned", "u"))
                      for bits in (16, 32)), *(f"typedef {sign}int64_t {sign}int_fast64_t;" for sign in ("", "u"))]
        case "stddef.h":
            return [size, f"typedef {'long' if model.long_bits == 64 else 'int'} ptrdiff_t;", "typedef int wchar_t;"]
        case "stdlib.h" | "stdio.h" | "string.h" | "time.h":
            return [size]
    return []
