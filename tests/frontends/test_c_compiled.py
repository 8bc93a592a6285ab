"""Expressions as Python functions have the values that they have."""

from random import Random

import pytest
from c_expressions import INTEGERS, Expressions, value
from sampled import some

from synth.frontends.c.expressions.compiled import compiled
from synth.frontends.c.expressions.expressions import Apply, Bits, Call, Cell, Literal, Read
from synth.frontends.c.expressions.meaning import Undefined, evaluate
from synth.frontends.c.expressions.types import BOOL, Floating, Integer, Model

INT, UNSIGNED = Model().integer("int"), Model().integer("unsigned int")
FLOATING = (Floating("float", 32), Floating("double", 64))


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_values_are_those_of_the_reference(seed: int) -> None:
    random = Random(seed)
    for types, operators in ((INTEGERS, ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")),
                             ((*FLOATING, INT, UNSIGNED), ("+", "-", "*", "/"))):
        made = Expressions(random, types, operators)
        for _ in range(60):
            expression = made.expression(random.randrange(1, 5))
            function = compiled(expression)
            for _ in range(5):
                cells = {cell: value(random, cell.type) for cell in made.cells}
                assert function(cells) == evaluate(expression, cells)


@pytest.mark.parametrize("operator", ["over+", "over*", "over<<", "mulhu"])
def test_operators_of_ours(operator: str) -> None:
    x, y = Cell("x", INT if operator != "mulhu" else UNSIGNED), Cell("y", INT if operator != "mulhu" else UNSIGNED)
    expression = Apply(x.type if operator == "mulhu" else BOOL, operator, (Read(x), Read(y)))
    for a, b in ((1, 2), (2**31 - 1, 1), (2**30, 31), (65536, 65536)):
        assert compiled(expression)({x: a, y: b}) == evaluate(expression, {x: a, y: b})


def test_bits() -> None:
    bits = Bits(UNSIGNED, Read(x := Cell("x", INT)))
    assert compiled(bits)({x: -1}) == 2**32 - 1
    assert compiled(Literal(INT, -3))({}) == -3
    with pytest.raises(Undefined):
        compiled(Call(INT, "f"))
    assert isinstance(bits.type, Integer)
