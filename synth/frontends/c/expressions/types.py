"""The types of C that values and objects have here, and the conversions between arithmetic ones (C11, 6.3.1)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Union

from synth.errors import InputError


@dataclass(frozen=True)
class Integer:
    """An integer type: `bits` of value and sign; `rank` as in C; `size` in bytes. `_Bool` has one bit."""

    name: str
    bits: int
    signed: bool
    rank: int
    size: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Floating:
    """An IEEE-754 type of `bits` bits."""

    name: str
    bits: int

    @property
    def size(self) -> int:
        """Bytes."""
        return self.bits // 8

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Void:
    """The type without values."""

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True)
class Array:
    """`length` objects of one type; None where an initialiser is to give the length."""

    element: Type
    length: int | None

    def __str__(self) -> str:
        return f"{self.element}[{'' if self.length is None else self.length}]"


@dataclass(frozen=True)
class Slot:
    """What a declaration in a struct or a union lays out: a member, or a bit-field, which needs no name.

    name    of the member; "" for a bit-field that has none
    type    as it is declared: that of a bit-field's values may be narrower
    width   of a bit-field, in bits; None for other members
    """

    name: str
    type: Type
    width: int | None = None


@dataclass(eq=False)
class Struct:
    """Members, in order, each with its name, or a number where it has none. Two declarations make two types.

    complete   whether the members are known: a pointer may point to a struct before
    slots      all that is laid out, where there are bit-fields; () where that is just the members
    laid_out   whether an attribute says how it is laid out, or a struct in it: then it has another size than `sizeof` says
    """

    tag: str
    members: tuple[tuple[str, Type], ...] = ()
    complete: bool = False
    slots: tuple[Slot, ...] = ()
    laid_out: bool = False

    def __str__(self) -> str:
        return f"struct {self.tag}".rstrip()


@dataclass(frozen=True, eq=False)
class Overlay:
    """A union: named readings of the same bits, which `bits` is the unsigned type of; `slots` as in a struct."""

    tag: str
    bits: Integer
    members: tuple[tuple[str, Type], ...]
    slots: tuple[Slot, ...] = ()

    def __str__(self) -> str:
        return f"union {self.tag}".rstrip()


@dataclass(frozen=True)
class Function:
    """Functions; `declaration` is the node of the type, `scope` where its names are looked up. Their types are not compared."""

    declaration: Any = field(compare=False)
    scope: Any = field(compare=False)

    def __str__(self) -> str:
        return "a function"


@dataclass(frozen=True)
class Pointer:
    """Pointers to objects of a type, `size` bytes large."""

    target: Type
    size: int

    def __str__(self) -> str:
        return f"{self.target} *"


Scalar = Union[Integer, Floating]
Type = Union[Integer, Floating, Void, Array, Struct, Overlay, Function, Pointer]
VOID = Void()
BOOL = Integer("_Bool", 1, False, 0, 1)
FLOAT = Floating("float", 32)
DOUBLE = Floating("double", 64)


def route(type: Struct | Overlay, name: str) -> tuple[str, ...] | None:
    """The members that lead to one of that name, through members without a name (C11, 6.7.2.1 p13); None where there is none. A
    number is that of a member itself."""
    for own, inner in type.members:
        if own == name:
            return (own,)
        if own.isdigit() and not name.isdigit() and isinstance(inner, (Struct, Overlay)):
            rest = route(inner, name)
            if rest is not None:
                return (own, *rest)
    return None


def member(type: Struct | Overlay, name: str) -> Type | None:
    """The type of the member called `name`; None where there is none."""
    found: Type | None = type
    for step in route(type, name) or ("",):
        found = dict(found.members).get(step) if isinstance(found, (Struct, Overlay)) else None
    return found


def is_bit_field(type: Type, name: str) -> bool:
    """Whether the member called `name` is a bit-field; also one of a member without a name."""
    steps = route(type, name) if isinstance(type, (Struct, Overlay)) else None
    for step in (steps or ())[:-1]:
        type = dict(type.members)[step]  # type: ignore[union-attr]
    return steps is not None and any(own.name == steps[-1] and own.width is not None for own in type.slots)  # type: ignore[union-attr]


def complete(type: Type) -> bool:
    """Whether objects of a type have a size: no array without a length, no void."""
    match type:
        case Array(element, length):
            return length is not None and complete(element)
        case Struct():
            return type.complete and all(complete(inner) for _, inner in type.members)
    return type != VOID and not isinstance(type, Function)


def is_floating(type: Type) -> bool:
    """Whether it is float or double."""
    return isinstance(type, Floating)


@dataclass(frozen=True)
class Model:
    """How wide the integer types are: the data model, or words of one width where every integer but _Bool is one."""

    int_bits: int = 32
    long_bits: int = 64
    word: bool = False

    def integer(self, name: str) -> Integer:
        """An integer type by its name in normal form, such as `unsigned long`."""
        plain = name.removeprefix("unsigned ").removeprefix("signed ")
        rank = ("_Bool", "char", "short", "int", "long", "long long", "__int128").index(plain)
        if rank == 0:
            return BOOL
        bits = self.int_bits if self.word else (0, 8, 16, self.int_bits, self.long_bits, 64, 128)[rank]
        return Integer(name, bits, not name.startswith("unsigned "), rank, max(1, bits // 8))

    def unsigned(self, type: Integer) -> Integer:
        """The unsigned type beside an integer type."""
        return replace(type, name=f"unsigned {type.name.removeprefix('unsigned ').removeprefix('signed ')}", signed=False)

    def word_of(self, bits: int) -> Integer:
        """The unsigned type of so many bits, whether C has a name for it or not."""
        return self._of_bits(bits, False)

    def _of_bits(self, bits: int, signed: bool) -> Integer:
        """The integer type of so many bits: the least of C's, or else one that only bit-fields have."""
        names = ("signed char" if signed else "char", "short", "int", "long", "long long", "__int128")
        types = (self.integer(name if signed else f"unsigned {name}") for name in names)
        own = Integer(f"{'' if signed else 'unsigned '}int:{bits}", bits, signed, 1 if bits < self.int_bits else self.int.rank,
                      1 << (-(-bits // 8) - 1).bit_length())
        return next((type for type in types if type.bits == bits), own)

    def of_bit_field(self, declared: Integer, width: int) -> Integer:
        """The type of the values of a bit-field, as gcc has it: the declared type for all of its bits, or else the least of C's
        with as many; or one of its own, which is promoted to int where that is wider, and otherwise stays as it is (C11, 6.3.1.1
        p2, for int and _Bool; the type and the promotion of others are up to the compiler, 6.7.2.1 p5).
        """
        return declared if width == declared.bits else self._of_bits(width, declared.signed)

    def pointer(self, target: Type) -> Pointer:
        """The type of pointers to objects of a type."""
        return Pointer(target, self.long_bits // 8)

    @property
    def int(self) -> Integer:
        """`int`, the type of comparisons."""
        return self.integer("int")

    @property
    def size(self) -> Integer:
        """The type of `sizeof`."""
        return self.integer("unsigned long" if self.long_bits == 64 or self.word else "unsigned int")


def data_model(name: str) -> Model:
    """LP64 or ILP32; InputError for another name."""
    models = {"LP64": Model(), "ILP32": Model(long_bits=32)}
    if name not in models:
        raise InputError(f"unknown data model {name!r}; there are {', '.join(models)}")
    return models[name]


def fits(type: Integer, value: int) -> bool:
    """Whether an integer type holds a value."""
    low = -(1 << (type.bits - 1)) if type.signed else 0
    return low <= value < low + (1 << type.bits)


def promoted(type: Scalar, model: Model) -> Scalar:
    """The type after the integer promotions."""
    if isinstance(type, Floating) or type.rank >= model.int.rank:
        return type
    fits = type.bits < model.int.bits or (type.signed and type.bits == model.int.bits)
    return model.int if fits else model.integer("unsigned int")


def common(a: Scalar, b: Scalar, model: Model) -> Scalar:
    """The type that the usual arithmetic conversions give two operands."""
    if isinstance(a, Floating) or isinstance(b, Floating):
        return max((t for t in (a, b) if isinstance(t, Floating)), key=lambda t: t.bits)
    left, right = promoted(a, model), promoted(b, model)
    assert isinstance(left, Integer) and isinstance(right, Integer)
    if left.signed == right.signed:
        return left if _order(left) >= _order(right) else right
    signed, unsigned = (left, right) if left.signed else (right, left)
    if _order(unsigned) >= _order(signed):
        return unsigned
    return signed if signed.bits > unsigned.bits else model.integer(f"unsigned {signed.name}")


def _order(type: Integer) -> tuple[int, int]:
    """What orders promoted types by rank: of C's own none of a higher rank has fewer bits; bit-fields go by their bits."""
    return type.bits, type.rank


def sizeof(type: Type, model: Model) -> int:
    """Bytes, padded as the ABIs of System V do. ValueError for what has no size."""
    match type:
        case Integer() | Floating() | Pointer():
            return type.size
        case Array(element, int(length)):
            return length * sizeof(element, model)
        case Overlay():
            return type.bits.size
        case Struct(complete=True):
            _, bits = _placed(slots(type), model)
            return padded(bits, type, model)
    raise ValueError(f"{type} has no size")


def laid_out(type: Type) -> bool:
    """Whether attributes say how an object of a type is laid out."""
    return laid_out(type.element) if isinstance(type, Array) else isinstance(type, Struct) and type.laid_out


def padded(bits: int, type: Struct | Overlay, model: Model) -> int:
    """The bytes of so many bits and the padding behind them."""
    return _up(-(-bits // 8), alignment(type, model))


def slots(type: Struct | Overlay) -> tuple[Slot, ...]:
    """All that a struct or a union lays out, in order."""
    return type.slots or tuple(Slot(name, inner) for name, inner in type.members)


def _up(position: int, unit: int) -> int:
    """The next multiple of a unit."""
    return position + -position % unit


def _placed(declared: tuple[Slot, ...], model: Model) -> tuple[dict[str, int], int]:
    """The first bit of each member of a struct, and how many bits all have (System V ABI, AMD64 3.1.2 and i386 2.1; gcc).

    A bit-field begins at the next bit, but lies within as many aligned units as an object of its declared type has; one of width 0
    only leads to the next such unit.
    """
    begins, at = dict[str, int](), 0
    for own in declared:
        unit, size = 8 * alignment(own.type, model), 8 * sizeof(own.type, model)
        if not own.width or -(-(at % unit + own.width) // unit) > size // unit:
            at = _up(at, unit)
        begins[own.name] = at
        at += size if own.width is None else own.width
    return begins, at


def position(type: Struct | Overlay, name: str, model: Model) -> int:
    """Where a member begins that is one of a struct or a union, in bits. ValueError where there is none of that name."""
    start = 0
    for step in route(type, name) or ("",):
        inner = dict(type.members).get(step)
        if inner is None:
            raise ValueError(f"{type} has no member {name}")
        start += _placed(slots(type), model)[0][step] if isinstance(type, Struct) else 0
        if isinstance(inner, (Struct, Overlay)):
            type = inner
    return start


def offset(type: Struct | Overlay, name: str, model: Model) -> int:
    """Where a member begins that is one of a struct or a union, in bytes: of a bit-field the byte with its first bit. ValueError
    where there is none of that name."""
    return position(type, name, model) // 8


def alignment(type: Type, model: Model) -> int:
    """The alignment in bytes, as in a struct: where long has 4 bytes, no more than 4. A bit-field without a name asks for none."""
    match type:
        case Array():
            return alignment(type.element, model)
        case Struct() | Overlay():
            return max((alignment(own.type, model) for own in slots(type) if own.name), default=1)
    return min(sizeof(type, model), 4 if model.long_bits == 32 else 16)
