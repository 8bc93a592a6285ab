"""Random C programs do what gcc makes them do."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from c_systems import run
from random_c import Generator

from synth.frontends.c.load import load_text
from synth.transition import Kind, TransitionSystem

WIDTHS = {"int": 32, "unsigned": 32, "short": 16, "unsigned char": 8, "signed char": 8, "long": 64, "unsigned long long": 64,
          "_Bool": 1}

CORNERS = (0, 1, 2, 3, 127, 128, 255, 2**31, 2**32 - 1, 2**63)

HARNESS = """
#include <stdio.h>
#include <stdlib.h>
static unsigned long long given[512];
static void told(const char *what) { printf("%s\\n", what); exit(0); }
static unsigned long long read(int number) { fprintf(stderr, "in%d ", number); return given[number]; }
#define __VERIFIER_assert(c) do { if (!(c)) { printf("fail %d\\n", __LINE__); exit(0); } } while (0)
#define abort() told("exit")
"""


def compiled(text: str, inputs: list[str], folder: pathlib.Path) -> pathlib.Path:
    body = text.replace("__VERIFIER_assert(sum != expected());", 'printf("sum %u\\n", sum);')
    functions = "\n".join(f"{kind} in{i}(void) {{ return ({kind})read({i}); }}" for i, kind in enumerate(inputs))
    main = ("int main(int argc, char **argv) { for (int i = 1; i < argc; i++) given[i - 1] = strtoull(argv[i], 0, 10); "
            "main_(); return 0; }")
    source = folder / "program.c"
    source.write_text(HARNESS + functions + "\n#line 1\n" + body.replace("int main(void)", "int main_(void)") + main)
    subprocess.run(["gcc", "-w", "-O0", "-fwrapv", "-o", str(folder / "program"), str(source)], check=True)
    return folder / "program"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc compiles the reference")
@pytest.mark.parametrize("seed", range(60))
def test_random_programs_agree_with_gcc(seed: int, tmp_path: pathlib.Path) -> None:
    random = Random(seed)
    types = ("int", "unsigned") if seed % 3 == 0 else tuple(WIDTHS)
    generator = Generator(random, types)
    text = generator.program()
    binary = compiled(text, generator.inputs, tmp_path)
    program = load_text(text, "program.c")
    for _ in range(6):
        given = [random.choice([*CORNERS, random.getrandbits(64)]) for _ in generator.inputs]
        ran = subprocess.run([str(binary), *map(str, given)], capture_output=True, text=True, check=True)
        answer, read = ran.stdout.split(), list[str]()
        words = {f"in{i}": int(bool(g)) if kind == "_Bool" else g % (1 << WIDTHS[kind])
                 for i, (g, kind) in enumerate(zip(given, generator.inputs, strict=True))}
        assert told(program.system, words, answer) == answer, text
        run(program.system, {**words, "expected": int(answer[1]) if answer[0] == "sum" else 0}, program.readings, read)
        assert Counter(r for r in read if r.startswith("in")) <= Counter(ran.stderr.split()), text


def told(system: TransitionSystem, words: Mapping[str, int], answer: list[str]) -> list[str]:
    """What the system says where gcc's program says `answer`."""
    if answer[0] != "sum":
        place = run(system, {**words, "expected": 0})
        return ["exit"] if place.kind is Kind.EXIT else ["fail", str(place.line)]
    right, wrong = (run(system, {**words, "expected": (int(answer[1]) + i) % 2**32}) for i in range(2))
    good = right.kind is Kind.ERROR and right.text == "sum != expected()" and wrong.kind is Kind.EXIT
    return answer if good else [str(right), str(wrong)]
