"""Functions that have a meaning without a definition: what verifiers agree on, and some of the standard library.

What is not listed here and has no definition in library.c either returns any value and does nothing else, and that is told.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

FAILING = ("reach_error", "__VERIFIER_error", "__assert_fail", "__assert", "__assert_perror_fail", "__builtin_unreachable")
"""A call is a failed assertion."""

NAMED = ("reach_error", "__VERIFIER_error")
"""Those that fail whatever the file defines them as."""

ASSERTIONS = ("assert", "__VERIFIER_assert", "__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition",
              "__ESBMC_assert", "klee_assert", "__llbmc_assert")
"""Their first argument is to hold; a text may follow."""

def cause(name: str) -> str:
    """What fails, as in `synth.transition.Place`, where a call of a failing function or of an assertion does."""
    if name == "__builtin_unreachable":
        return "undefined"
    return "call" if name in ("reach_error", "__VERIFIER_error", "__VERIFIER_assert") else "assertion"


ASSUMPTIONS = ("__VERIFIER_assume", "assume", "assume_abort_if_not", "__builtin_assume", "__CPROVER_assume", "__ESBMC_assume",
               "klee_assume", "__llbmc_assume")
"""Runs in which their argument does not hold end unseen."""

EXITS = ("exit", "_exit", "_Exit", "quick_exit", "__builtin_exit", "__builtin__exit", "__builtin__Exit")
"""They end the program as a return from main does (C11, 7.22.4.4, 7.22.4.5, 7.22.4.7): memory is to be freed by then."""

ABORTS = ("abort", "__builtin_abort", "__builtin_trap")
"""They break the program off (C11, 7.22.4.1): nothing is asked about its memory then."""

ENDS = (*EXITS, *ABORTS)
"""They end the program."""

_NONDET = ("__synth_nondet", "__VERIFIER_nondet", "__CPROVER_nondet", "__ESBMC_nondet", "__llbmc_nondet", "nondet")
"""What the names of functions begin with that return any value; a type may follow."""

SYMBOLIC = "klee_make_symbolic"
"""KLEE's function that gives any value to the object that a pointer points to; its size and a text follow."""

_NAMED = frozenset(("klee_int",))
"""Functions that return any value of type int, for which there is a text."""

_OUTSIDE = frozenset((
    "printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc", "vprintf", "vfprintf", "fflush", "perror", "write",
    "getchar", "getc", "fgetc", "getw", "srand", "srandom", "time", "clock", "sleep", "usleep", "alarm", "getpid", "getppid",
    "getuid", "__CPROVER_input", "__CPROVER_output", "__builtin_printf", "__builtin_puts", "__builtin_putchar"))
"""What they return comes from outside of the program, and they change nothing in it."""

_WRITING = frozenset((
    "memcpy", "mempcpy", "memmove", "memset", "bcopy", "bzero", "strcpy", "strncpy", "stpcpy", "stpncpy", "strcat", "strncat",
    "strlcpy", "strlcat", "strtok", "strsep", "frexp", "frexpf", "modf", "modff", "remquo", "free", "realloc", "swab"))

_CHARACTER, _NOT_NEGATIVE = (-1, 255), (-1, (1 << 31) - 1)
_RANGES = {"rand": (0, (1 << 31) - 1), "fflush": (-1, 0),
           **dict.fromkeys(("getchar", "getc", "fgetc", "putchar", "putc", "fputc", "__builtin_putchar"), _CHARACTER),
           **dict.fromkeys(("puts", "fputs", "__builtin_puts"), _NOT_NEGATIVE)}
"""Between which numbers a result from outside lies; EOF is -1 (C11, 7.21.5.2, 7.21.7; 7.22.2.1 with glibc's RAND_MAX)."""

_REFUSED = frozenset((
    "aligned_alloc", "setjmp", "longjmp", "_setjmp", "fork", "signal", "raise", "atexit",
    "at_quick_exit", "atoi", "atol", "atoll", "atof", "strtol", "strtoll", "strtoul", "strtoull", "strtod", "strtof", "strtold",
    "strtoimax", "strtoumax", "scanf", "sscanf", "fscanf", "gets", "fgets", "qsort", "bsearch", "pthread_create", "thrd_create",
    "kill", "execl", "execv", "execvp", "vfork", "errx", "verr", "verrx", "pthread_exit", "thrd_exit", "fesetround", "fesetenv",
    "feupdateenv", "imaxdiv", "fabsl", "floorl", "ceill", "roundl", "truncl", "fmaxl", "fminl", "copysignl", "finite",
    "finitef", "isnanf", "isinff", "__errno_location", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"))
_MATHEMATICS = frozenset(f"{name}{suffix}" for suffix in ("", "f", "l") for name in (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "atan2", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2", "exp10",
    "expm1", "fma", "hypot", "lgamma", "log", "log10", "log1p", "log2", "nexttoward", "pow", "remainder", "remquo", "sin", "sinh",
    "tan", "tanh", "tgamma")) | frozenset((
        "fdiml", "fmodl", "frexpl", "ilogbl", "ldexpl", "llrintl", "llroundl", "logbl", "lrintl", "lroundl", "modfl", "nearbyintl",
        "nextafterl", "rintl", "scalblnl", "scalbnl", "sqrtl"))
"""Functions whose results are not exact, or are not computed here; those of long double."""
_BUILTIN = ("__builtin_", "__sync_", "__atomic_", "__c11_", "__CPROVER_", "__ESBMC_", "__llbmc_", "klee_")
"""What the names begin with of functions that mean something, whether it is known here or not."""

GENERIC = {name: f"__builtin_{name.removeprefix('__builtin_')}" for plain in (
    "isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "signbit", "fpclassify", "isgreater", "isgreaterequal", "isless",
    "islessequal", "islessgreater", "isunordered") for name in (plain, f"__builtin_{plain}")}
"""Functions over float as well as double, by what their definitions are called, with an f behind it for float."""

INFINITE = ("__builtin_inf", "__builtin_inff", "__builtin_huge_val", "__builtin_huge_valf")
NOT_A_NUMBER = ("__builtin_nan", "__builtin_nanf", "nan", "nanf")
"""Functions that return one constant, of type float where an f ends the name; NaNs are alike."""

NONDET = {
    "bool": "_Bool", "_Bool": "_Bool", "char": "char", "uchar": "unsigned char", "unsigned_char": "unsigned char",
    "schar": "signed char", "short": "short", "ushort": "unsigned short", "unsigned_short": "unsigned short", "int": "int",
    "uint": "unsigned int", "unsigned": "unsigned int", "unsigned_int": "unsigned int", "long": "long", "ulong": "unsigned long",
    "unsigned_long": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long", "u8": "unsigned char",
    "u16": "unsigned short", "u32": "unsigned int", "u64": "unsigned long long", "s8": "signed char", "s16": "short",
    "s32": "int", "s64": "long long", "size_t": "unsigned long", "loff_t": "long long", "": "int",
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short", "int32_t": "int",
    "uint32_t": "unsigned int", "int64_t": "long long", "uint64_t": "unsigned long long", "float": "float", "double": "double",
}
"""Types by what follows in the name of a function that returns any value."""


def condition(declaration: Any) -> str | None:
    """The type that a declaration, a node of the parser's, gives an assertion's or assumption's condition; None for none."""
    declared = declaration.args.params if declaration is not None and declaration.args is not None else []
    type = getattr(getattr(declared[0], "type", None), "type", None) if declared else None
    return " ".join(type.names) if isinstance(type, c_ast.IdentifierType) and type.names != ["void"] else None


def computes(name: str) -> bool:
    """Whether a function that the file does not define does nothing but return its first argument."""
    return name == "__builtin_expect"


def refused(name: str) -> bool:
    """Whether a function has a meaning that cannot be expressed."""
    return name in _REFUSED or name in _MATHEMATICS or (name.startswith(_BUILTIN) and not known(name))


def any_value(name: str) -> bool:
    """Whether the name says that any value is returned."""
    return name == "nd" or name in _NAMED or kind_of(name) is not None


def outside(name: str) -> bool:
    """Whether it is known that any value may be returned, and that nothing else happens that the program could see."""
    return name in _OUTSIDE or any_value(name)


def harmless(name: str) -> bool:
    """Whether it is known that a call of a function that the file does not define neither changes the program nor ends it."""
    return outside(name) or computes(name) or name in (*INFINITE, *NOT_A_NUMBER)


def writes(name: str) -> bool:
    """Whether a function that the file does not define may write to what it is given a pointer to, or end its life."""
    return name == SYMBOLIC or name.removeprefix("__builtin_") in _WRITING


def range_of(name: str) -> tuple[int, int] | None:
    """The least and the largest int that a function from outside returns; None where it may be any word."""
    return _RANGES.get(name)


def kind_of(name: str) -> str | None:
    """What the name of a function that returns any value says of the type; None where the name says no such thing."""
    prefix = next((p for p in _NONDET if name == p or name.startswith(f"{p}_")), None)
    return None if prefix is None else name[len(prefix) + 1:]


def type_of(name: str) -> str | None:
    """The type of what a function returns that nothing declares; None for an unknown one.

    It is that in the name where verifiers agree on it, and otherwise int, as C has it.
    """
    kind = kind_of(name)
    return "int" if kind is None or name.startswith("nondet") else NONDET.get(kind)


def known(name: str) -> bool:
    """Whether a function has a meaning without a definition, by its name alone."""
    known_names = (*FAILING, *ASSERTIONS, *ASSUMPTIONS, *ENDS, *INFINITE, *NOT_A_NUMBER, *_RANGES, SYMBOLIC)
    return name in known_names or name in _REFUSED or name in _MATHEMATICS or outside(name) or computes(name)
