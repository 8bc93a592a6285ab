"""Functions that have a meaning without a definition: what verifiers agree on, and some of the standard library."""

from __future__ import annotations

FAILING = ("reach_error", "__VERIFIER_error", "__assert_fail", "__assert", "__assert_perror_fail")
ASSERTIONS = ("assert", "__VERIFIER_assert")
ASSUMPTIONS = ("__VERIFIER_assume", "assume", "assume_abort_if_not", "__builtin_assume")
ENDS = ("abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_abort", "__builtin_exit", "__builtin_trap")
REFUSED = frozenset((
    "malloc", "calloc", "realloc", "free", "alloca", "__builtin_alloca", "memcpy", "memset", "memmove", "memcmp", "strlen",
    "strcpy", "strcmp", "strcat", "strncpy", "strncmp", "setjmp", "longjmp", "_setjmp", "fork", "signal", "raise", "atexit",
    "scanf", "sscanf", "fscanf", "gets", "fgets", "sqrt", "sqrtf", "pow", "powf", "exp", "log", "sin", "cos", "tan", "fabs",
    "fabsf", "floor", "ceil", "fmod", "round", "trunc", "qsort", "bsearch", "div", "atoi", "strtol", "__builtin_unreachable",
    "pthread_create"))
NONDET = {
    "bool": "_Bool", "_Bool": "_Bool", "char": "char", "uchar": "unsigned char", "unsigned_char": "unsigned char",
    "schar": "signed char", "short": "short", "ushort": "unsigned short", "unsigned_short": "unsigned short", "int": "int",
    "uint": "unsigned int", "unsigned": "unsigned int", "unsigned_int": "unsigned int", "long": "long", "ulong": "unsigned long",
    "unsigned_long": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long", "u8": "unsigned char",
    "u16": "unsigned short", "u32": "unsigned int", "u64": "unsigned long long", "s8": "signed char", "s16": "short",
    "s32": "int", "s64": "long long", "size_t": "unsigned long", "loff_t": "long long", "": "int",
}


def computes(name: str) -> bool:
    """Whether a function that the file does not define does nothing but compute a value from its arguments."""
    return name in ("abs", "labs", "llabs", "__builtin_expect")


def any_value(name: str) -> bool:
    """Whether the name says that any value is returned."""
    return name.startswith("__VERIFIER_nondet") or name in ("nondet", "nd")


def type_of(name: str) -> str:
    """The type of what a function returns that nothing declares; its name says it, otherwise it is int."""
    kind = name.removeprefix("__VERIFIER_nondet").removeprefix("_") if name.startswith("__VERIFIER_nondet") else ""
    return kind if kind in ("float", "double") else NONDET.get(kind, "int")


def known(name: str) -> bool:
    """Whether a function has a meaning without a definition."""
    known_names = (*FAILING, *ASSERTIONS, *ASSUMPTIONS, *ENDS, "rand")
    return name in known_names or name in REFUSED or any_value(name) or computes(name)
