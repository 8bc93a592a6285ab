"""Programs as trees. Expressions have no side effects: inputs, calls and allocations are statements, and nothing is unsequenced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Word:
    """An integer type; one of 8 bits is unsigned, one of 32 signed."""

    name: str
    size: int

    def wrapped(self, value: int) -> int:
        """What a conversion to the type makes of a number (C11 6.3.1.3; gcc keeps the low bits)."""
        low = value & ((1 << 8 * self.size) - 1)
        return low - (1 << 32) if self is INT and low >> 31 else low


@dataclass(frozen=True)
class Pointer:
    target: Type


@dataclass(frozen=True)
class Array:
    element: Type
    length: int


@dataclass(frozen=True)
class Struct:
    """A struct by its name: it may hold pointers to its own kind; what its members are, the program says."""

    name: str


Type = Word | Pointer | Array | Struct
BYTE, INT = Word("unsigned char", 1), Word("int", 4)


@dataclass(frozen=True)
class Number:
    value: int


@dataclass(frozen=True)
class Null:
    pass


@dataclass(frozen=True)
class SizeOf:
    type: Type


@dataclass(frozen=True)
class Variable:
    name: str
    type: Type


@dataclass(frozen=True)
class Deref:
    pointer: Expression
    type: Type


@dataclass(frozen=True)
class Index:
    """base[index], of an array or a pointer."""

    base: Expression
    index: Expression
    type: Type


@dataclass(frozen=True)
class Member:
    """struct.name; of a pointer that is followed it is printed as ->."""

    struct: Place
    name: str
    type: Type


@dataclass(frozen=True)
class AddressOf:
    place: Place


@dataclass(frozen=True)
class Sum:
    """A pointer moved by a number of elements."""

    pointer: Expression
    offset: Expression


@dataclass(frozen=True)
class Not:
    operand: Expression


@dataclass(frozen=True)
class Binary:
    """Of integers; == and != of pointers, too."""

    operator: str
    left: Expression
    right: Expression


Place = Variable | Deref | Index | Member
Expression = Number | Null | SizeOf | Place | AddressOf | Sum | Not | Binary


@dataclass(frozen=True, eq=False)
class Declare:
    """A local; without a value it has any."""

    variable: Variable
    value: Expression | None = None


@dataclass(frozen=True, eq=False)
class Assign:
    """Of a scalar or of a whole struct."""

    place: Place
    value: Expression


@dataclass(frozen=True, eq=False)
class Input:
    """A number from 0 to `most`, one less than a power of 2."""

    place: Place
    most: int


@dataclass(frozen=True, eq=False)
class Allocate:
    """place = malloc, calloc or, of what another pointer leads to, realloc, for so many elements of what place points to."""

    place: Place
    element: Type
    count: Expression
    function: str = "malloc"
    old: Expression | None = None


@dataclass(frozen=True, eq=False)
class Free:
    pointer: Expression


@dataclass(frozen=True, eq=False)
class Copy:
    """memcpy of so many elements."""

    to: Expression
    source: Expression
    element: Type
    count: int


@dataclass(frozen=True, eq=False)
class Fill:
    """memset of so many elements."""

    to: Expression
    byte: int
    element: Type
    count: int


@dataclass(frozen=True, eq=False)
class Call:
    place: Place | None
    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class If:
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, eq=False)
class While:
    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class For:
    """for (int variable = 0; variable < bound; variable++) body"""

    variable: Variable
    bound: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Block:
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Assert:
    condition: Expression


@dataclass(frozen=True, eq=False)
class Stop:
    """reach_error(), abort() or exit(0)."""

    function: str


@dataclass(frozen=True, eq=False)
class Leave:
    """break or continue, of the innermost loop."""

    word: str


@dataclass(frozen=True, eq=False)
class Return:
    value: Expression | None = None


Statement = (Declare | Assign | Input | Allocate | Free | Copy | Fill | Call | If | While | For | Block | Assert | Stop | Leave
             | Return)


@dataclass(frozen=True)
class Function:
    name: str
    result: Type | None
    parameters: tuple[Variable, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Program:
    """Structs with their members, globals with their first values, or None for zero, and functions, of which `main` is the last."""

    structs: Mapping[str, Mapping[str, Type]]
    globals: tuple[tuple[Variable, Expression | None], ...]
    functions: tuple[Function, ...]
    layout: Layout = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "layout", Layout(self.structs))


@dataclass(frozen=True)
class Layout:
    """Sizes and offsets in bytes, as the ABI of x86-64 has them."""

    structs: Mapping[str, Mapping[str, Type]]

    def size(self, type: Type) -> int:
        match type:
            case Word():
                return type.size
            case Pointer():
                return 8
            case Array():
                return type.length * self.size(type.element)
        return _up(max(o + self.size(t) for o, t in self.members(type).values()), self._alignment(type))

    def _alignment(self, type: Type) -> int:
        match type:
            case Array():
                return self._alignment(type.element)
            case Struct():
                return max(map(self._alignment, self.structs[type.name].values()))
        return self.size(type)

    def members(self, struct: Struct) -> dict[str, tuple[int, Type]]:
        """The members by name, each with where it begins."""
        found, end = dict[str, tuple[int, Type]](), 0
        for name, type in self.structs[struct.name].items():
            start = _up(end, self._alignment(type))
            found[name], end = (start, type), start + self.size(type)
        return found

    def scalars(self, type: Type, start: int = 0) -> list[tuple[int, Word | Pointer]]:
        """What a type consists of, each with where it begins."""
        match type:
            case Array():
                size = self.size(type.element)
                return [own for i in range(type.length) for own in self.scalars(type.element, start + i * size)]
            case Struct():
                return [own for offset, member in self.members(type).values() for own in self.scalars(member, start + offset)]
        return [(start, type)]


def _up(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment
