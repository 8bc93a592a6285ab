"""One run of a program, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from small_c.language import (
    INT,
    AddressOf,
    Allocate,
    Array,
    Assert,
    Assign,
    Binary,
    Block,
    Call,
    Copy,
    Declare,
    Deref,
    Expression,
    Fill,
    For,
    Free,
    If,
    Index,
    Input,
    Leave,
    Not,
    Null,
    Number,
    Place,
    Program,
    Return,
    SizeOf,
    Statement,
    Stop,
    Struct,
    Sum,
    Type,
    Variable,
    While,
)
from small_c.memory import NULL, Address, Choose, Ended, Memory, Unusable, Value

MOST_STEPS, MOST_CALLS = 5_000, 8
"""The longest run, and the most calls within each other, that are looked at."""

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b, "^": lambda a, b: a ^ b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


class Returned(Exception):
    """A function returns a value."""

    def __init__(self, value: Value | None) -> None:
        super().__init__()
        self.value = value


class Left(Exception):
    """A loop is left, or its round is."""


class Run:
    """A run whose choices `choose` makes; `come_to` is told the state at each loop head, and may end the run."""

    def __init__(self, program: Program, choose: Choose, come_to: Callable[[Hashable], None]) -> None:
        self._program, self._choose, self._come_to = program, choose, come_to
        self._functions = {own.name: own for own in program.functions}
        self._layout = program.layout
        self.memory = Memory(self._layout, choose)
        self._globals: dict[str, int] = {}
        self._locals: dict[str, int] = {}
        self._where: list[Statement] = []
        self.steps = 0

    def go(self) -> str:
        """Run the program; how it ends, in a word of `truth`."""
        try:
            for variable, _ in self._program.globals:
                number = self.memory.create(variable.name, self._layout.size(variable.type), lasting=True)
                self._globals[variable.name] = number
                self.memory.fill(self._whole(variable), variable.type, 0)
            for variable, value in self._program.globals:
                if value is not None:
                    self.memory.store(self._whole(variable), self._converted(self._value(value), variable.type))
            self._called("main", ())
        except Ended as ended:
            return ended.how
        return "end"

    def _called(self, name: str, arguments: Sequence[Expression]) -> Value | None:
        if sum(isinstance(own, Call) for own in self._where) > MOST_CALLS:
            raise Unusable("calls are too deep")
        function, outside = self._functions[name], self._locals
        inside: dict[str, int] = {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            number = self.memory.create(parameter.name, self._layout.size(parameter.type))
            inside[parameter.name] = number
            self._assigned(Address(number, 0, 1, self._layout.size(parameter.type)), argument, parameter.type)
        self._locals, result = inside, None
        try:
            self._block(function.body)
        except Returned as returned:
            result = returned.value
        finally:
            self._gone([own.name for own in function.parameters])
            self._locals = outside
        return result

    # -- statements --

    def _block(self, body: Sequence[Statement]) -> None:
        declared: list[str] = []
        try:
            for statement in body:
                self._statement(statement, declared)
        finally:
            self._gone(declared)

    def _gone(self, names: Sequence[str]) -> None:
        """The lives of locals end."""
        for name in names:
            self.memory.end(self._locals.pop(name))

    def _statement(self, statement: Statement, declared: list[str]) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unusable("a run is too long")
        match statement:
            case Declare():
                name, type = statement.variable.name, statement.variable.type
                self._locals[name] = self.memory.create(name, self._layout.size(type))
                declared.append(name)
                if statement.value is not None:
                    self._assigned(self._whole(statement.variable), statement.value, type)
            case Assign():
                value = None if isinstance(statement.place.type, Struct) else self._value(statement.value)
                to = self._place(statement.place)
                if value is None:
                    self.memory.copy(to, self._place(statement.value), statement.place.type)  # type: ignore[arg-type]
                else:
                    self.memory.store(to, self._converted(value, statement.place.type))
            case Input():
                self.memory.store(self._place(statement.place), self._choose("input", statement.most + 1))
            case Call():
                result = self._within(statement, lambda: self._called(statement.function, statement.arguments))
                if statement.place is not None:
                    assert result is not None
                    self.memory.store(self._place(statement.place), self._converted(result, statement.place.type))
            case If():
                self._block(statement.then if self._truth(statement.condition) else statement.otherwise)
            case While():
                self._within(statement, lambda: self._rounds(statement, lambda: self._truth(statement.condition), lambda: None))
            case For():
                self._within(statement, lambda: self._counted(statement))
            case Block():
                self._block(statement.body)
            case Return():
                raise Returned(None if statement.value is None else self._value(statement.value))
            case Leave():
                raise Left(statement.word)
            case Assert():
                if not self._truth(statement.condition):
                    raise Ended("assert")
            case Stop():
                raise Ended({"reach_error": "call"}.get(statement.function, statement.function))
            case _:
                self._allocated(statement)

    def _allocated(self, statement: Statement) -> None:
        """A statement that works on whole blocks of memory."""
        match statement:
            case Allocate():
                self.memory.store(self._place(statement.place), self._new(statement))
            case Free():
                self.memory.free(self._value(statement.pointer))
            case Copy():
                to, source = self._value(statement.to), self._value(statement.source)
                ways = [(self.memory.require(self.memory.moved(to, i)), self.memory.require(self.memory.moved(source, i)))
                        for i in range(statement.count)]
                if any(a.object == b.object for a, b in ways):
                    raise Unusable("memcpy within an object")
                for a, b in ways:
                    self.memory.copy(a, b, statement.element)
            case Fill():
                to = self._value(statement.to)
                for own in [self.memory.require(self.memory.moved(to, i)) for i in range(statement.count)]:
                    self.memory.fill(own, statement.element, statement.byte)

    def _new(self, statement: Allocate) -> Value:
        """What malloc and the like return."""
        size, count = self._layout.size(statement.element), self._number(statement.count)
        old = None if statement.old is None else self._value(statement.old)
        if not 0 <= count < 100:
            raise Unusable("allocates very much")
        if not self._choose("malloc", 2):
            return NULL
        number = self.memory.create("heap", count * size, heap=True)
        found = Address(number, 0, count, size)
        if statement.function == "calloc":
            for i in range(count):
                self.memory.fill(Address(number, 0, count, size, i), statement.element, 0)
        if old is not None:
            self.memory.resized(old, number)
        return found

    def _within(self, statement: Statement, action: Callable[[], Any]) -> Any:
        self._where.append(statement)
        try:
            return action()
        finally:
            self._where.pop()

    def _counted(self, statement: For) -> None:
        variable = statement.variable
        self._locals[variable.name] = self.memory.create(variable.name, INT.size)
        at = self._whole(variable)
        self.memory.store(at, 0)

        def goes_on() -> bool:
            return self._number(variable) < self._number(statement.bound)

        try:
            self._rounds(statement, goes_on, lambda: self.memory.store(at, INT.wrapped(self._number(variable) + 1)))
        finally:
            self._gone([variable.name])

    def _rounds(self, statement: While | For, goes_on: Callable[[], bool], step: Callable[[], None]) -> None:
        while True:
            self.steps += 1
            self._come_to((tuple(map(id, self._where)), self.memory.snapshot()))
            if not goes_on():
                return
            try:
                self._block(statement.body)
            except Left as left:
                if str(left) == "break":
                    return
            step()

    # -- objects --

    def _whole(self, variable: Variable) -> Address:
        number = self._locals.get(variable.name, self._globals.get(variable.name))
        assert number is not None, variable.name
        return Address(number, 0, 1, self._layout.size(variable.type))

    def _place(self, place: Place) -> Address:
        """The object that is accessed."""
        match place:
            case Variable():
                return self._whole(place)
            case Deref():
                return self.memory.require(self._value(place.pointer))
            case Index():
                return self.memory.require(self._element(place))
        around = self._place(place.struct)
        assert isinstance(place.struct.type, Struct)
        offset, type = self._layout.members(place.struct.type)[place.name]
        return Address(around.object, around.byte + offset, 1, self._layout.size(type))

    def _element(self, place: Index) -> Value:
        base = self._value(place.base)
        return self.memory.moved(base, self._number(place.index))

    def _assigned(self, to: Address, value: Expression, type: Type) -> None:
        if isinstance(type, Struct):
            self.memory.copy(to, self._place(value), type)  # type: ignore[arg-type]
        else:
            self.memory.store(to, self._converted(self._value(value), type))

    @staticmethod
    def _converted(value: Value, type: Type) -> Value:
        return type.wrapped(value) if isinstance(value, int) else value  # type: ignore[union-attr]

    # -- values --

    def _number(self, node: Expression) -> int:
        value = self._value(node)
        assert isinstance(value, int)
        return value

    def _truth(self, node: Expression) -> bool:
        value = self._value(node)
        return value != 0 if isinstance(value, int) else not self.memory.equal(value, NULL)

    def _value(self, node: Expression) -> Value:
        match node:
            case Number():
                return node.value
            case Null():
                return NULL
            case SizeOf():
                return self._layout.size(node.type)
            case AddressOf():
                return self._address(node.place)
            case Sum():
                return self.memory.moved(self._value(node.pointer), self._number(node.offset))
            case Not():
                return int(not self._truth(node.operand))
            case Binary():
                return self._binary(node)
        if isinstance(node.type, Array):
            at = self._place(node)
            return Address(at.object, at.byte, node.type.length, self._layout.size(node.type.element))
        return self.memory.load(self._place(node), node.type)  # type: ignore[arg-type]

    def _address(self, place: Place) -> Value:
        """&place, of which nothing is accessed."""
        match place:
            case Deref():
                return self._value(place.pointer)
            case Index():
                return self._element(place)
        try:
            return self._place(place)
        except Ended:
            raise Unusable("a part of what is not there") from None

    def _binary(self, node: Binary) -> int:
        match node.operator:
            case "&&":
                return int(self._truth(node.left) and self._truth(node.right))
            case "||":
                return int(self._truth(node.left) or self._truth(node.right))
        a, b = self._value(node.left), self._value(node.right)
        if isinstance(a, int) and isinstance(b, int):
            return INT.wrapped(int(_ARITHMETIC[node.operator](a, b)))
        return int(self.memory.equal(a, b) == (node.operator == "=="))
