"""The macros that gcc defines before it reads a file, as far as they follow from the data model and C17 with GNU's extensions."""

from __future__ import annotations

import re

from synth.frontends.c.expressions.types import Model

_UNDEFINED = frozenset((
    "__cplusplus", "__OBJC__", "__ASSEMBLER__", "__STRICT_ANSI__", "__clang__", "__INTEL_COMPILER", "__TINYC__",
    "_MSC_VER", "_WIN32", "_WIN64", "__WIN32__", "__MINGW32__", "__CYGWIN__", "__APPLE__", "__MACH__", "__FreeBSD__", "__NetBSD__",
    "__OpenBSD__",
    "__sun", "__sun__", "__arm__", "__aarch64__", "__powerpc__", "__riscv", "__mips__", "__sparc__", "__s390__", "__OPTIMIZE__",
    "__OPTIMIZE_SIZE__", "__FAST_MATH__", "__CHAR_UNSIGNED__", "__WCHAR_UNSIGNED__", "__SSP__", "__STDC_NO_VLA__",
    "__STDC_NO_COMPLEX__", "__STDC_NO_ATOMICS__", "__STDC_NO_THREADS__", "__STDC_LIB_EXT1__", "__GNUC_STDC_INLINE__", "__CPROVER__",
    "__CPROVER", "__ESBMC__", "__ESBMC", "__FRAMAC__", "__KLEE__", "__CHECKER__", "__BASE_FILE_NAME__", "__SANITIZE_ADDRESS__",
    "__SANITIZE_THREAD__", "__COVERITY__", "__lint__", "__PCC__", "__DOXYGEN__", "_DEBUG", "_GNU_SOURCE", "_POSIX_C_SOURCE",
    "_POSIX_SOURCE", "_XOPEN_SOURCE", "_BSD_SOURCE", "_DEFAULT_SOURCE", "_ISOC99_SOURCE", "_ISOC11_SOURCE", "_LARGEFILE_SOURCE",
    "_FILE_OFFSET_BITS", "_FORTIFY_SOURCE", "__BIG_ENDIAN__", "__LITTLE_ENDIAN__", "__hpux", "_AIX", "__ANDROID__"))
"""Reserved names that gcc does not define on the machines that we know."""

_PLAIN = {
    **dict.fromkeys(("__STDC__", "__STDC_HOSTED__", "__STDC_UTF_16__", "__STDC_UTF_32__", "__STDC_IEC_559__", "__GNUC_GNU_INLINE__",
                     "__STDC_IEC_559_COMPLEX__", "__NO_INLINE__", "__ELF__", "__gnu_linux__", "__linux", "__linux__", "linux",
                     "__unix", "__unix__", "unix"), "1"),
    "__STDC_VERSION__": "201710L", "__STDC_ISO_10646__": "201706L", "__GNUC__": "12", "__GNUC_MINOR__": "2",
    "__GNUC_PATCHLEVEL__": "0", "__FINITE_MATH_ONLY__": "0", "__CHAR_BIT__": "8",
    "__ORDER_LITTLE_ENDIAN__": "1234", "__ORDER_BIG_ENDIAN__": "4321", "__ORDER_PDP_ENDIAN__": "3412",
    "__BYTE_ORDER__": "__ORDER_LITTLE_ENDIAN__", "__FLOAT_WORD_ORDER__": "__ORDER_LITTLE_ENDIAN__",
    "__SIZEOF_SHORT__": "2", "__SIZEOF_LONG_LONG__": "8", "__SIZEOF_FLOAT__": "4", "__SIZEOF_DOUBLE__": "8",
    "__SIZEOF_WCHAR_T__": "4", "__SIZEOF_WINT_T__": "4"}
_WIDE = dict.fromkeys(("_LP64", "__LP64__", "__amd64", "__amd64__", "__x86_64", "__x86_64__"), "1") | {"__SIZEOF_INT128__": "16"}
_NARROW = dict.fromkeys(("_ILP32", "__ILP32__", "__i386", "__i386__", "i386"), "1")


def undefined(name: str) -> bool:
    """Whether a reserved name is one that gcc is known not to define, at least for some model; of others we cannot know."""
    return name in _UNDEFINED or name in _WIDE or name in _NARROW


def macros(model: Model) -> dict[str, str]:
    """The macros by name. Those that take an argument have it in the name: "__INT64_C(c)"."""
    wide = model.long_bits == 64
    size = str(model.long_bits // 8)
    sized = dict.fromkeys(("__SIZEOF_POINTER__", "__SIZEOF_LONG__", "__SIZEOF_SIZE_T__", "__SIZEOF_PTRDIFF_T__"), size)
    found = {**_PLAIN, **(_WIDE if wide else _NARROW), **sized, "__SIZEOF_INT__": str(model.int_bits // 8)}
    word = (model.long_bits, "long int", "L") if wide else (model.int_bits, "int", "")
    widest = (64, "long int", "L") if wide else (64, "long long int", "LL")
    wchar = (32, "int", "") if wide else (32, "long int", "L")
    signed = {"SCHAR": (8, "", ""), "SHRT": (16, "", ""), "INT": (model.int_bits, "", ""), "LONG": (model.long_bits, "", "L"),
              "LONG_LONG": (64, "", "LL"), "WCHAR": wchar, "SIG_ATOMIC": (32, "int", ""), "PTRDIFF": word, "INTMAX": widest,
              "INTPTR": word}
    unsigned = {"SIZE": word, "UINTMAX": widest, "UINTPTR": word, "WINT": (32, "int", "")}
    for bits, own in ((8, (8, "char", "")), (16, (16, "short int", "")), (32, (32, "int", "")), (64, widest)):
        fast = own if bits in (8, 64) else word
        for kind, chosen in (("", own), ("_LEAST", own), ("_FAST", fast)):
            signed[f"INT{kind}{bits}"] = unsigned[f"UINT{kind}{bits}"] = chosen
    for name, (bits, type, suffix) in signed.items():
        found |= _limits(name, bits, "signed char" if type == "char" else type, (1 << (bits - 1)) - 1, suffix)
    for name, (bits, type, suffix) in unsigned.items():
        mark = "U" + suffix if bits >= model.int_bits else ""
        found |= _limits(name, bits, type and _unsigned(type), (1 << bits) - 1, mark)
    for name in ("INT8", "INT16", "INT32", "INT64", "INTMAX"):
        suffix = signed[name][2]
        found[f"__{name}_C(c)"] = f"c ## {suffix}" if suffix else "c"
        mark = ("U" if name not in ("INT8", "INT16") else "") + suffix
        found[f"__U{name}_C(c)"] = f"c ## {mark}" if mark else "c"
    return found | {"__WCHAR_MIN__": "(-__WCHAR_MAX__ - 1)", "__WINT_MIN__": "0U", "__CHAR16_TYPE__": "short unsigned int",
                    "__SIG_ATOMIC_MIN__": "(-__SIG_ATOMIC_MAX__ - 1)", "__CHAR32_TYPE__": "unsigned int"}


def _unsigned(type: str) -> str:
    """The unsigned type as gcc spells it."""
    return "unsigned int" if type == "int" else f"unsigned {type}" if type == "char" else type.replace(" int", " unsigned int")


def _limits(name: str, bits: int, type: str, most: int, suffix: str) -> dict[str, str]:
    found = {f"__{name}_MAX__": f"0x{most:x}{suffix}"}
    if not (name.startswith(("UINT", "SIG")) and name != "SIG_ATOMIC") and not re.fullmatch(r"INT\d+", name):
        found[f"__{name}_WIDTH__"] = str(bits)
    if type:
        found[f"__{name}_TYPE__"] = type
    return found
