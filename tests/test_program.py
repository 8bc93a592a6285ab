"""Programs as values: normal form, listing, and the same meaning in every language they are emitted in."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable

import pytest
import z3

from synth.errors import InputError
from synth.evaluation.integers import run_program
from synth.evaluation.sampling import corner_words
from synth.frontends.emit import c_function, identifiers, python_function, smtlib_function
from synth.operators import WORD_OPERATORS, Operator, operator
from synth.program import Instruction, Program, constant_program, constant_text, operand_names, parse_listing

WIDTHS = (1, 3, 8, 12, 16, 32, 48, 64)
SEEDS = range(40)


def random_program(rng: random.Random, width: int, operators: tuple[Operator, ...] = WORD_OPERATORS) -> Program:
    inputs = rng.randint(1, 3)
    constants = tuple(rng.choice((rng.getrandbits(width), rng.choice(corner_words(width)), -1)) for _ in range(rng.randint(0, 3)))
    instructions: list[Instruction] = []
    for _ in range(rng.randint(0, 6)):
        op, known = rng.choice(operators), inputs + len(constants) + len(instructions)
        instructions.append(Instruction(op, tuple(rng.randrange(known) for _ in range(op.arity))))
    return Program(inputs, constants, tuple(instructions), inputs + len(constants) + len(instructions) - 1)


def random_rows(rng: random.Random, inputs: int, width: int) -> list[tuple[int, ...]]:
    corners = corner_words(width)
    return [tuple(rng.choice((rng.getrandbits(width), rng.choice(corners))) for _ in range(inputs)) for _ in range(25)]


@pytest.mark.parametrize("width", WIDTHS)
def test_normal_form_means_the_same(width: int) -> None:
    for seed in SEEDS:
        rng = random.Random(seed)
        program = random_program(rng, width)
        normal = program.normalise(width)
        assert normal.length <= program.length
        assert normal.normalise(width) == normal
        for row in random_rows(rng, program.inputs, width):
            assert run_program(normal, row, width) == run_program(program, row, width), (seed, program)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_listing_reads_back(width: int) -> None:
    for seed in SEEDS:
        program = random_program(random.Random(seed), width).normalise(width)
        for parameters in ((), ("t0", "left", "x'")[: program.inputs]):
            again = parse_listing(program.listing(parameters, width), program.inputs, parameters)
            assert again.normalise(width) == program, seed


@pytest.mark.parametrize("width", WIDTHS)
def test_c_compiles_and_agrees(width: int, compile_c: Callable[[str], ctypes.CDLL]) -> None:
    programs = [random_program(random.Random(seed), width) for seed in SEEDS]
    library = compile_c("\n".join(c_function(p, f"p{i}", width) for i, p in enumerate(programs)))
    for i, program in enumerate(programs):
        function = getattr(library, f"p{i}")
        function.restype = kind = getattr(ctypes, f"c_uint{next(w for w in (8, 16, 32, 64) if w >= width)}")
        function.argtypes = [kind] * program.inputs
        for row in random_rows(random.Random(i), program.inputs, width):
            assert function(*row) == run_program(program, row, width), (i, program)


@pytest.mark.parametrize("width", WIDTHS)
def test_python_text_agrees(width: int) -> None:
    for seed in SEEDS:
        rng = random.Random(seed)
        program = random_program(rng, width)
        space: dict[str, Callable[..., int]] = {}
        exec(python_function(program, "found", width), space)
        for row in random_rows(rng, program.inputs, width):
            assert space["found"](*row) == run_program(program, row, width), (seed, program)


@pytest.mark.parametrize("width", [1, 8, 32])
def test_smtlib_text_agrees(width: int) -> None:
    for seed in SEEDS:
        rng = random.Random(seed)
        program = random_program(rng, width)
        claims = []
        for row in random_rows(rng, program.inputs, width)[:4]:
            applied = "(found " + " ".join(f"(_ bv{word} {width})" for word in row) + ")"
            claims.append(f"(assert (= {applied} (_ bv{run_program(program, row, width)} {width})))")
        solver = z3.Solver()
        solver.from_string(smtlib_function(program, "found", width) + "\n".join(claims))
        assert solver.check() == z3.sat, (seed, program)


def test_floating_point_in_c_and_python(compile_c: Callable[[str], ctypes.CDLL]) -> None:
    steps = (("fadd", (0, 1)), ("fdiv", (2, 1)), ("fsub", (3, 0)))
    program = Program(2, (), tuple(Instruction(operator(name), operands) for name, operands in steps), 4)
    space: dict[str, Callable[..., int]] = {}
    exec(python_function(program, "found", 32), space)
    function = compile_c(c_function(program, "found", 32)).found
    function.restype, function.argtypes = ctypes.c_uint32, [ctypes.c_uint32] * 2
    rng = random.Random(1)
    for row in [*random_rows(rng, 2, 32), (0x7F800000, 0xFF800000), (0x3F800000, 0), (1, 0x80000001), (0x7FC00001, 5)]:
        assert space["found"](*row) == function(*row) == run_program(program, row, 32), row


def test_floating_point_at_a_width_without_a_c_type_is_an_input_error() -> None:
    with pytest.raises(InputError, match="no floating-point type of 16 bits"):
        c_function(Program(2, (), (Instruction(operator("fadd"), (0, 1)),), 2), "f", 16)


def test_c_is_readable() -> None:
    program = Program(2, (1,), (Instruction(operator("sub"), (0, 2)), Instruction(operator("and"), (0, 3))), 4)
    assert c_function(program, "f", 32, ("word", "other")) == (
        "uint32_t f(uint32_t word, uint32_t other)\n{\n    (void)other;\n"
        "    uint32_t t0 = word - 1u;\n    uint32_t t1 = word & t0;\n    return t1;\n}\n")


def test_a_predicate_returns_0_or_1(compile_c: Callable[[str], ctypes.CDLL]) -> None:
    masked = Program(1, (6,), (Instruction(operator("and"), (0, 1)),), 2)
    compared = Program(1, (6,), (Instruction(operator("ult"), (0, 1)),), 2)
    text = c_function(masked, "masked", 32, ["x"], True)
    assert "return t0 != 0;" in text and "return t0;" in c_function(compared, "compared", 32, ["x"], True)
    assert "return x != 0;" in c_function(Program(1, (6,), (Instruction(operator("ult"), (0, 1)),), 0), "given", 32, ["x"], True)
    function = compile_c(text).masked
    assert [function(x) for x in (0, 1, 2, 4, 6, 8)] == [0, 0, 1, 1, 1, 0]


def test_a_constant_function_without_words_compiles(compile_c: Callable[[str], ctypes.CDLL]) -> None:
    function = compile_c(c_function(constant_program(-1), "w", 64)).w
    function.restype = ctypes.c_uint64
    assert function() == 2**64 - 1


def test_names_that_c_or_python_reserve_are_changed() -> None:
    assert identifiers(["x'", "x_", "if", "lambda", "t0", "9", "int"]) == ["x_", "x__", "if_", "lambda_", "t0_", "_9", "int_"]


def test_equal_programs_have_one_normal_form() -> None:
    add, neg = operator("add"), operator("neg")
    one = Program(2, (3,), (Instruction(neg, (1,)), Instruction(add, (0, 3))), 4)
    other = Program(2, (9, 3), (Instruction(add, (0, 3)), Instruction(neg, (1,)), Instruction(add, (5, 0))), 6)
    assert one.normalise(8) == other.normalise(8)


def test_a_malformed_program_cannot_be_built() -> None:
    for operands in ((0,), (0, 1), (0, -1)):
        with pytest.raises(ValueError, match="not well formed"):
            Program(1, (), (Instruction(operator("add"), operands),), 1)
    with pytest.raises(ValueError, match="does not exist"):
        Program(1, (), (), 1)


def test_constants_are_shown_as_people_write_them() -> None:
    shown = [constant_text(c, 32) for c in (0, 31, -1, 0xFFFFFFF0, 0x80000000, 1023, 1024)]
    assert shown == ["0", "31", "-1", "-16", "0x80000000", "1023", "0x400"]


def test_results_are_named_apart_from_parameters() -> None:
    program = Program(1, (), (Instruction(operator("neg"), (0,)),), 1)
    assert operand_names(program, ("t0",)) == ["t0", "t_0"]


@pytest.mark.parametrize(("text", "message"), [
    ("t0 = nand x, y\nreturn t0", "1: error: unknown operator nand"),
    ("t0 = add x\nreturn t0", "1: error: add takes 2 operands, not 1"),
    ("t0 = popcount x\nreturn t0", "unknown operator popcount"),
    ("t0 = add x, q\nreturn t0", "1: error: unknown operand 'q'"),
    ("t0 = neg x\nt1 = add t0, t2\nt2 = neg x\nreturn t2", "2: error: t2 is used before it is computed"),
    ("t0 = neg x", "its only return"), ("", "its only return"), ("return x\nreturn y", "its only return"),
    ("hello", "is no instruction"),
])
def test_a_malformed_listing_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_listing(text, 2)
