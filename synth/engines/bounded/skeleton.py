"""A program with holes, as Z3 constraints: which operator, which operands, which constants.

Selectors are one-hot Booleans, each group tied to a number in binary (after measurements: one-hot is the better encoding where a
query is unsatisfiable, the number makes "exactly one" and the order of instructions cheap). The selectors are shared by all
examples; `Skeleton.run` adds the values of one call.

Symmetry breaking never loses the last minimal program. Each constraint excludes either programs with an equal one that is
shorter (no dead code, no instruction twice, no instruction on constants alone, no a ∘ a that the table knows, no unit, no ∘∘a,
no chain (a ∘ c) ∘ d whose middle is used once), or all but one of a class of equal programs of one length: constants are sorted,
commutative operands ascend, and among the orders of the instructions the one with the least sequence of keys is kept, in which
independent neighbours ascend. In a grammar only those facts are used whose shorter term it has as well (see `Language`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any

import z3

from synth.engines.bounded.circuits import results
from synth.engines.bounded.language import Language, primitive
from synth.engines.bounded.places import Places
from synth.evaluation.smt import Smt
from synth.operators import Operator
from synth.program import Instruction, Program
from synth.specification import Function


class Choice:
    """One of `size` alternatives: a Boolean each (`picks`), exactly one of which holds, and its `number` of `bits` bits.

    Where `allowed` is given, the other alternatives are False.
    """

    def __init__(self, name: str, size: int, bits: int, allowed: Collection[int] | None = None) -> None:
        self.number = z3.BitVec(name, bits)
        self.picks = [z3.Bool(f"{name}.{i}") if allowed is None or i in allowed else z3.BoolVal(False) for i in range(size)]

    def constraints(self) -> list[Any]:
        """Exactly one alternative is picked."""
        return [z3.Or(self.picks), *(pick == (self.number == i) for i, pick in enumerate(self.picks))]

    def picked(self, model: Any) -> int:
        """The number of the alternative that holds in a model."""
        return int(model.eval(self.number, model_completion=True).as_long())


class Pool:
    """The `count` constants that all functions of a candidate share; fewer may be used.

    The used ones come first and ascend strictly, the others are 0: a set of constants has one representation.
    """

    def __init__(self, count: int, domain: Smt) -> None:
        self.domain = domain
        self.words = [domain.symbol(f"c{i}") for i in range(count)]

    def constraints(self, skeletons: Sequence[Skeleton]) -> list[Any]:
        """The order of the constants, where `skeletons` are all programs that draw on the pool."""
        used = [z3.Or([s.uses_constant(i) for s in skeletons]) for i in range(len(self.words))]
        idle = [z3.Or(use, word == 0) for use, word in zip(used, self.words, strict=True)]
        order = [z3.Implies(used[i], z3.And(used[i - 1], z3.ULT(self.words[i - 1], self.words[i]))) for i in range(1, len(used))]
        return idle + order


class Skeleton:
    """Every program of `language` for `function`, with the constants of `pool`, whose i-th instruction's operator is in `slots[i]`.

    Operands are numbered as in `Program`; the literals of the language are constants behind those of the pool. Operands that an
    operator does not have are 0.
    """

    def __init__(self, function: Function, slots: Sequence[Collection[Operator]], pool: Pool, language: Language) -> None:
        self.function, self.length, self.pool, self.language = function, len(slots), pool, language
        self.operators = tuple(op for op in language.operators if any(op in slot for slot in slots))
        self.arity = max((op.arity for op in self.operators), default=0)
        self.places = Places(function.name, language, function.arity, pool.words, slots)
        self.first = self.places.first
        bits = max(1, (self.first + max(self.length, 1) - 1).bit_length())
        count, name = len(self.operators), function.name
        allowed = [[number for number, op in enumerate(self.operators) if op in slot] for slot in slots]
        self.codes = [Choice(f"{name}/{i}", count, max(1, (count - 1).bit_length()), a) for i, a in enumerate(allowed)]
        self.operands = [[Choice(f"{name}/{i}/{k}", self.first + i, bits, self.places.possible(i, k)) for k in range(self.arity)]
                         for i in range(self.length)]
        self.result = Choice(f"{name}/result", self.first, bits, self.places.leaves(0))

    def choices(self) -> list[Choice]:
        """Every choice that a program of this skeleton makes."""
        if not self.length:
            return [self.result]
        return [choice for code, operands in zip(self.codes, self.operands, strict=True) for choice in (code, *operands)]

    def uses(self, later: int, earlier: int) -> Any:
        """Instruction `later` has the result of instruction `earlier` among its operands."""
        return z3.Or([operand.picks[self.first + earlier] for operand in self.operands[later]])

    def uses_constant(self, index: int) -> Any:
        """Some operand is constant `index` of the pool."""
        place = self.function.arity + index
        choices = [self.result] if not self.length else [o for operands in self.operands for o in operands]
        return z3.Or([choice.picks[place] for choice in choices])

    def constraints(self) -> list[Any]:
        """Well-formedness and symmetry breaking."""
        made = [c for choice in self.choices() for c in choice.constraints()] + self._literals() + self._derivations()
        for i in range(self.length):
            made += self._instruction(i)
        return made + self._dead_code() + self._order() + self._chains()

    def _literals(self) -> list[Any]:
        """What can be written is not found."""
        return [z3.Implies(self.uses_constant(i), word != literal)
                for i, word in enumerate(self.pool.words) for literal in self.language.literals]

    def _derivations(self) -> list[Any]:
        if not self.length:
            return self.places.result(self.result.picks)
        codes = [dict(zip(self.operators, code.picks, strict=True)) for code in self.codes]
        return self.places.constraints(codes, [[operand.picks for operand in operands] for operands in self.operands])

    def _found(self, i: int, k: int) -> Any:
        return z3.Or([self.operands[i][k].picks[place] for place in self.places.pool])

    def _constant(self, i: int, k: int) -> Any:
        return z3.Or(self.operands[i][k].picks[self.function.arity:self.first])

    def _instruction(self, i: int) -> list[Any]:
        made = []
        for op, pick in zip(self.operators, self.codes[i].picks, strict=True):
            if z3.is_false(pick):
                continue
            missing = [none for k in range(op.arity, self.arity) for none in self.operands[i][k].picks[:1]]
            made.append(z3.Implies(pick, z3.And(*missing, *self._facts(i, op))))
        return made

    def _facts(self, i: int, op: Operator) -> list[Any]:
        made: list[Any] = []
        operands, language = self.operands[i], self.language
        if language.folds(op):
            found = [z3.Or([self._found(i, k) for k in range(op.arity)])] if language.literals else []
            made.append(z3.Not(z3.And(*found, *(self._constant(i, k) for k in range(op.arity)))))
        if language.commutes(op):
            made.append(z3.ULE(operands[0].number, operands[1].number))
        if language.never_same(op):
            made.append(operands[0].number != operands[1].number)
        if language.chooses(op):
            made += [operands[1].number != operands[2].number, z3.Not(self._constant(i, 0))]
        return made + self._units(i, op)

    def _units(self, i: int, op: Operator) -> list[Any]:
        unit = self.language.unit(op)
        if unit is None:
            return []
        made: list[Any] = []
        literals = [self.places.pool.stop + n for n, literal in enumerate(self.language.literals) if literal == unit]
        for operand in self.operands[i][:2] if primitive(op).commutative else self.operands[i][1:2]:
            made += [z3.Implies(operand.picks[place], word != self.pool.domain.constant(unit))
                     for place, word in zip(self.places.pool, self.pool.words, strict=True)]
            made += [z3.Not(operand.picks[place]) for place in literals]
        return made

    def _dead_code(self) -> list[Any]:
        return [z3.Or([self.uses(j, i) for j in range(i + 1, self.length)]) for i in range(self.length - 1)]

    def _key(self, i: int) -> Any:
        return z3.Concat(self.codes[i].number, *(operand.number for operand in self.operands[i]))

    def _order(self) -> list[Any]:
        keys = [self._key(i) for i in range(self.length)]
        different = [a != b for a, b in combinations(keys, 2)]
        ascending = [z3.Or(self.uses(i + 1, i), z3.ULT(keys[i], keys[i + 1])) for i in range(self.length - 1)]
        return different + ascending

    def _chains(self) -> list[Any]:
        cancelling = [self.language.cancels(op) for op in self.operators]
        gathering = [self.language.gathers(op) and bool(self.pool.words) for op in self.operators]
        made = []
        for i, j in combinations(range(self.length), 2):
            for number in range(len(self.operators)):
                both = [self.codes[i].picks[number], self.codes[j].picks[number]]
                if any(map(z3.is_false, both)):
                    continue
                if cancelling[number]:
                    made.append(z3.Not(z3.And(*both, self.uses(j, i))))
                if gathering[number]:
                    constant = [z3.Or(self._found(s, 0), self._found(s, 1)) for s in (i, j)]
                    shared = [self.uses(k, i) for k in range(i + 1, self.length) if k != j]
                    made.append(z3.Implies(z3.And(*both, *constant, self.uses(j, i)), z3.Or(shared)))
        return made

    def run(self, domain: Smt, arguments: Sequence[Any], tag: str) -> tuple[Any, list[Any]]:
        """The result on symbolic `arguments`, and the constraints that define it; `tag` makes its names unique."""
        values, made = [*arguments, *self.pool.words, *map(domain.constant, self.language.literals)], list[Any]()
        if not self.length:
            result = domain.symbol(f"{tag}/result")
            return result, _selected(result, self.result.picks, values)
        for i in range(self.length):
            inputs = [domain.symbol(f"{tag}/{i}/{k}") for k in range(self.arity)]
            for word, operand in zip(inputs, self.operands[i], strict=True):
                made += _selected(word, operand.picks, values)
            values.append(domain.symbol(f"{tag}/{i}"))
            picks = [(pick, op) for pick, op in zip(self.codes[i].picks, self.operators, strict=True) if not z3.is_false(pick)]
            made += [z3.Implies(pick, values[-1] == result) for pick, result in results(domain, picks, inputs)]
        return values[-1], made

    def decode(self, model: Any) -> Program:
        """The program that a model describes, with all constants of the pool and all literals."""
        words = (int(model.eval(w, model_completion=True).as_long()) for w in self.pool.words)
        constants = (*words, *self.language.literals)
        if not self.length:
            return Program(self.function.arity, constants, (), self.result.picked(model))
        instructions = []
        for code, operands in zip(self.codes, self.operands, strict=True):
            op = self.operators[code.picked(model)]
            instructions.append(Instruction(op, tuple(operand.picked(model) for operand in operands[:op.arity])))
        return Program(self.function.arity, constants, tuple(instructions), self.first + self.length - 1)


def _selected(word: Any, picks: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    return [z3.Implies(pick, word == value) for pick, value in zip(picks, values, strict=True) if not z3.is_false(pick)]
