"""Programs by chance: mostly what people write, such as blocks that are allocated, filled and freed, lists and walks over them, and
some of it done wrongly."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

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
    Function,
    If,
    Index,
    Input,
    Leave,
    Member,
    Not,
    Null,
    Number,
    Place,
    Pointer,
    Program,
    Return,
    Statement,
    Stop,
    Sum,
    Variable,
    While,
)
from small_c.scope import LINK, NODE, Scope

Statements = list[Statement]


def made(seed: int) -> Program:
    """The program of a seed."""
    return _Maker(Random(f"small C {seed}")).program()


class _Maker(Scope):
    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.globals: list[tuple[Variable, Expression | None]] = []
        self.functions: list[Function] = []
        self.owners: list[Variable] = []
        self.endless = self.chance(0.5)

    def program(self) -> Program:
        for _ in range(self.random.randrange(1, 4)):
            self._global()
        for _ in range(self.random.choice((0, 1, 1, 2))):
            makers = (self._recursive, self._counting, self._helper, self._returning, self._setting)
            self.functions.append(self.random.choice(makers)())
        main = Function("main", INT, (), (*self._main(), Return(Number(0))))
        return Program({"S": self.members}, tuple(self.globals), (*self.functions, main))

    def _global(self) -> None:
        type = self.random.choice((self.word, Array(self.word, self.random.randrange(2, 4)), Pointer(self.word), NODE, LINK, LINK))
        value: Expression | None = None
        if isinstance(type, Pointer) and self.chance(0.3):
            others = [own for own, _ in self.globals if own.type == type.target]
            value = AddressOf(self.random.choice(others)) if others else None
        own = self.fresh("g", type)
        self.globals.append((own, value))
        self.visible.append(own)

    # -- functions --

    def _recursive(self) -> Function:
        """Calls itself for one less."""
        n, p, r = self.fresh("n", self.word), self.fresh("p", Pointer(self.word)), self.fresh("r", self.word)
        name = self.fresh("f", INT).name
        with self.block(n, p):
            before = [Assign(Deref(p, self.word), self.number())] if self.chance(0.5) else []
            last = Return(self.number())
        calls = Call(r, name, (Binary("-", n, Number(1)), p if self.chance(0.7) else AddressOf(n)))
        body = (If(Binary("==", n, Number(0)), (last,)), *before, Declare(r), calls, Return(Binary("+", r, n)))
        return Function(name, self.word, (n, p), body)

    def _counting(self) -> Function:
        """The length of a list, or the sum of its numbers."""
        s, r = self.fresh("s", LINK), self.fresh("r", self.word)
        name, there = self.fresh("f", INT).name, Deref(s, NODE)
        more = self.random.choice((Number(1), Member(there, "v", self.word)))
        body = (If(Not(s), (Return(Number(0)),)), Declare(r), Call(r, name, (Member(there, "n", LINK),)),
                Return(Binary("+", r, more)))
        return Function(name, self.word, (s,), body)

    def _helper(self) -> Function:
        own = (self.fresh("a", self.word), self.fresh("p", Pointer(self.word)), self.fresh("s", self.random.choice((LINK, NODE))))
        with self.block(*own):
            body = self.statements(1, 2)
            return Function(self.fresh("f", INT).name, self.word, own, (*body, Return(self.number())))

    def _returning(self) -> Function:
        """A pointer to a global, to a new block, to its parameter's object, or, wrongly, to a local."""
        s, m = self.fresh("s", LINK), self.fresh("m", LINK)
        with self.block(s):
            new = (Declare(m), Allocate(m, NODE, Number(1)), If(m, tuple(self._filled(m))), Return(m))
            local = self.fresh("t", NODE)
            wrong = (Declare(local), Assign(Member(local, "v", self.word), Number(1)), Return(AddressOf(local)))
            body = self.random.choice((new, new, (Return(self.pointer(NODE)),), wrong if self.chance(0.5) else new))
        return Function(self.fresh("f", INT).name, LINK, (s,), body)

    def _setting(self) -> Function:
        """Sets a pointer that it gets a pointer to, or frees what that leads to."""
        q = self.fresh("q", Pointer(LINK))
        to = Deref(q, LINK)
        with self.block():
            set_ = (Assign(to, self.pointer(NODE)),)
        freed = (Free(to), Assign(to, Null())) if self.chance(0.7) else (Free(to),)
        return Function(self.fresh("f", INT).name, None, (q,), self.random.choice((set_, freed)))

    def _main(self) -> Statements:
        found: Statements = []
        for _ in range(self.random.choice((0, 1, 1, 2))):
            own = self.fresh("k", self.word)
            found += [Declare(own), Input(own, self.random.choice((1, 1, 3)))]
            self.visible.append(own)
        for type in (self.word, Pointer(self.word), LINK, Array(self.word, 2), NODE):
            if self.chance(0.6):
                found += self._local(self.fresh("x", type))
        found += self.statements(2, self.random.randrange(2, 6))
        return found + self._cleaned()

    def _local(self, own: Variable) -> Statements:
        """A local with a first value, in most cases."""
        self.visible.append(own)
        if isinstance(own.type, Array):
            return [Declare(own), Fill(own, 0, self.word, own.type.length)]
        if own.type == NODE:
            values = [Assign(Member(own, name, type), Null() if isinstance(type, Pointer) else self.number(0))
                      for name, type in self.members.items() if not isinstance(type, Array)]
            return [Declare(own), *values] if not self.careless() else [Declare(own)]
        if self.careless():
            return [Declare(own)]
        self.visible.remove(own)
        value = self.pointer(own.type.target) if isinstance(own.type, Pointer) else self.number(0)
        self.visible.append(own)
        return [Declare(own, value)]

    def _cleaned(self) -> Statements:
        """What was allocated is freed, in most cases."""
        found: Statements = []
        for own in dict.fromkeys(self.owners):
            if own not in self.visible or self.chance(0.2):
                continue
            if own.type == LINK and self.chance(0.5):
                t = self.fresh("t", LINK)
                found.append(While(own, (Declare(t, Member(Deref(own, NODE), "n", LINK)), Free(own), Assign(own, t))))
            else:
                found.append(Free(own))
        return found

    # -- statements --

    def statements(self, depth: int, most: int) -> Statements:
        """Some statements in a row, deeper ones with others in them."""
        makers: list[Callable[[int], Statements]] = [
            self._assert, self._assert, self._error, self._free, self._copy, self._push,
            *(own for own in (self._assign, self._point, self._write, self._allocate, self._call) for _ in range(2))]
        if depth:
            makers += [self._walk, self._escape, *(own for own in (self._if, self._for, self._wait) for _ in range(2))]
        found: Statements = []
        for _ in range(self.random.randrange(1, most + 1)):
            found += self.random.choice(makers)(depth)
        return found

    def _inner(self, depth: int, *variables: Variable) -> tuple[Statement, ...]:
        with self.block(*variables):
            return tuple(self.statements(depth - 1, 2))

    def _guarded(self, pointer: Expression, *statements: Statement) -> Statements:
        """Statements that follow a pointer, which is mostly tested before."""
        return list(statements) if self.careless() or isinstance(pointer, AddressOf) else [If(pointer, statements)]

    def _assign(self, depth: int) -> Statements:
        places = [own for own in self.numbers() if own not in self.loops]
        return [Assign(self.random.choice(places), self.number())] if places else []

    def _point(self, depth: int) -> Statements:
        places = self.pointers()
        if not places:
            return []
        own = self.random.choice(places)
        assert isinstance(own.type, Pointer)
        if own.type == LINK and self.chance(0.2) and self.of(LINK):
            other = self.random.choice(self.of(LINK))
            link = Member(Deref(other, NODE), "n", LINK)
            return self._guarded(other, Assign(link, own) if self.chance(0.5) else Assign(own, link))
        return [Assign(own, self.pointer(own.type.target))]

    def _write(self, depth: int) -> Statements:
        """A number that a pointer leads to is written, read, or both."""
        if not self.pointers():
            return []
        pointer = self.random.choice(self.pointers())
        there = self.random.choice(self.through(pointer))
        targets: list[Place] = [there, *(own for own in self.numbers() if own not in self.loops)]
        to = self.random.choice(targets[:1] * 2 + targets)
        return self._guarded(pointer, Assign(to, self.number() if to == there else there))

    def _filled(self, link: Variable) -> Statements:
        """A new struct gets values."""
        there = Deref(link, NODE)
        links = [Null(), *self.of(LINK)]
        found: Statements = [Assign(Member(there, "v", self.word), self.number(0))]
        if not self.careless():
            found.append(Assign(Member(there, "n", LINK), self.random.choice(links)))
        if "p" in self.members and not self.careless():
            found.append(Assign(Member(there, "p", Pointer(self.word)), self.pointer(self.word)))
        return found

    def _allocate(self, depth: int) -> Statements:
        owned = [own for own in self.visible if isinstance(own.type, Pointer)
                 and own.type.target in (self.word, NODE) and own not in self.loops]
        if not owned:
            return []
        own = self.random.choice(owned)
        assert isinstance(own.type, Pointer)
        element, count = own.type.target, self.random.choice((1, 1, 2, 2, 3))
        self.owners.append(own)
        if self.chance(0.15):
            t = self.fresh("t", own.type)
            new = Allocate(t, element, Number(count), "realloc", own)
            return [Declare(t), new, If(t, (Assign(own, t),))]
        function = self.random.choice(("malloc", "malloc", "calloc"))
        before: Statements = [Free(own)] if self.chance(0.2) else []
        allocated = Allocate(own, element, Number(count), function)
        if self.chance(0.5):
            end = self.random.choice((Return(Number(0)), Stop("abort"), Stop("exit"))) if depth == 2 else Stop("abort")
            return [*before, allocated, If(Not(own), (end,)), *self._used(own, count)]
        return [*before, allocated, *self._guarded(own, *self._used(own, count))]

    def _used(self, own: Variable, count: int) -> Statements:
        """A block is filled."""
        if own.type == LINK:
            return self._filled(own) if count == 1 or self.chance(0.5) else [Fill(own, 0, NODE, count)]
        if self.chance(0.4):
            i = self.fresh("i", INT)
            return [For(i, Number(count), (Assign(Index(own, i, self.word), self.random.choice((i, Number(1)))),))]
        if self.chance(0.4):
            return [Fill(own, self.random.choice((0, 0, 1)), self.word, count)]
        return [Assign(Index(own, Number(count if self.careless() else self.random.randrange(count)), self.word), self.number())]

    def _free(self, depth: int) -> Statements:
        if not self.owners or self.chance(0.3):
            return []
        own = self.random.choice(self.owners)
        if own not in self.visible:
            return []
        return [Free(own)] if self.careless() else [Free(own), Assign(own, Null())]

    def _assert(self, depth: int) -> Statements:
        return [Assert(self.condition() if self.chance(0.5) else Binary("<=", self.number(0), Number(self.random.choice((4, 9)))))]

    def _error(self, depth: int) -> Statements:
        return [If(self.condition(), (Stop(self.random.choice(("reach_error", "reach_error", "abort"))),))]

    def _call(self, depth: int) -> Statements:
        if not self.functions:
            return []
        called = self.random.choice(self.functions)
        arguments = tuple(self._argument(p) for p in called.parameters)
        if any(own is None for own in arguments):
            return []
        targets = [own for own in self.visible if own.type == called.result and own not in self.loops]
        place = self.random.choice(targets) if targets and self.chance(0.9) else None
        call = Call(place, called.name, tuple(own for own in arguments if own is not None))
        first = called.parameters[1] if len(called.parameters) > 1 else None
        tested = call.arguments[1] if first is not None else None
        return [call] if tested is None or self.careless() or isinstance(tested, (AddressOf, Null)) else self._guarded(tested, call)

    def _argument(self, parameter: Variable) -> Expression | None:
        if parameter.type == NODE:
            return self.random.choice(self.of(NODE)) if self.of(NODE) else None
        if parameter.type == Pointer(LINK):
            return AddressOf(self.random.choice(self.of(LINK))) if self.of(LINK) else None
        if isinstance(parameter.type, Pointer):
            return self.pointer(parameter.type.target)
        few = [own for own in self.of(self.word) if own.name.startswith("k")]
        return self.random.choice([*few, Number(self.random.randrange(4))])

    def _copy(self, depth: int) -> Statements:
        """A struct is copied, as such or by memcpy; or an array is."""
        sides = self.arrays(self.word)
        if len(sides) > 1 and self.chance(0.5):
            to, source = self.random.sample(sides, 2)
            return [Copy(to, source, self.word, 3 if self.careless() else 2)]
        to, source = self.pointer(NODE), self.pointer(NODE)
        if Null() in (to, source) or to == source or any(isinstance(own, Sum) for own in (to, source)):
            return []
        assigned = Assign(_followed(to), _followed(source))
        inner = Copy(to, source, NODE, 1) if self.chance(0.3) else assigned
        return [own for own in self._guarded(to, *self._guarded(source, inner))]

    def _push(self, depth: int) -> Statements:
        """A new struct goes to the front of a list."""
        heads = self.of(LINK)
        if not heads:
            return []
        head, m = self.random.choice(heads), self.fresh("m", LINK)
        self.owners.append(head)
        there = Deref(m, NODE)
        linked = (Assign(Member(there, "v", self.word), self.number(0)), Assign(Member(there, "n", LINK), head), Assign(head, m))
        return [Declare(m), Allocate(m, NODE, Number(1)), If(m, linked)]

    def _if(self, depth: int) -> Statements:
        other = self._inner(depth) if self.chance(0.3) else ()
        return [If(self.condition(), self._inner(depth), other)]

    def _for(self, depth: int) -> Statements:
        i = self.fresh("i", INT)
        few = [own for own in self.of(self.word) if own.name.startswith("k")]
        bound = self.random.choice([*few, Number(2), Number(self.random.randrange(1, 4))])
        with self.block():
            self.loops.append(i)
            body = tuple(self.statements(depth - 1, 2))
            if self.chance(0.2):
                body = (*body, If(self.condition(0), (Leave(self.random.choice(("break", "continue"))),)))
        return [For(i, bound, body)]

    def _walk(self, depth: int) -> Statements:
        """Over a list, to its end, if it has one; or over an array."""
        places = [own for own in self.numbers() if own not in self.loops]
        if self.of(LINK) and self.chance(0.6):
            w = self.fresh("w", LINK)
            here = Deref(w, NODE)
            done = [Assign(self.random.choice(places), Member(here, "v", self.word))] if places else []
            step = Assign(w, Member(here, "n", LINK))
            return [Declare(w, self.random.choice(self.of(LINK))), While(w, (*done, step))]
        if not self.arrays(self.word):
            return []
        own, w = self.random.choice(self.arrays(self.word)), self.fresh("w", Pointer(self.word))
        assert isinstance(own.type, Array)
        end = Sum(own, Number(own.type.length + self.careless()))
        body = (Assign(Deref(w, self.word), self.number()), Assign(w, Sum(w, Number(1))))
        return [Declare(w, own), While(Binary("!=", w, end), body)]

    def _wait(self, depth: int) -> Statements:
        """A loop that goes round in few states, which may have no end."""
        own = self.fresh("y", self.word)
        step = self.random.choice((1, 2, 2, 3)) if self.endless else 1
        changed = Assign(own, Binary("&", Binary("+", own, Number(step)), Number(3)))
        until = Binary("!=", own, Number(self.random.randrange(1, 4)))
        body: list[Statement] = list(self._inner(depth)) if self.chance(0.5) else []
        if self.endless and self.chance(0.5):
            body.append(If(self.condition(), (changed,)))
        else:
            body.append(changed)
        return [Declare(own, Number(0)), While(until, tuple(body))]

    def _escape(self, depth: int) -> Statements:
        """A block whose local a pointer leads to, mostly only as long as it lives."""
        targets = self.of(Pointer(self.word))
        if not targets:
            return []
        own, t = self.random.choice(targets), self.fresh("t", self.word)
        inner = self._inner(depth, t)
        after = () if self.careless() else (Assign(own, Null()),)
        return [Block((Declare(t, self.number(0)), Assign(own, AddressOf(t)), *inner, *after))]


def _followed(pointer: Expression) -> Place:
    return pointer.place if isinstance(pointer, AddressOf) else Deref(pointer, NODE)
