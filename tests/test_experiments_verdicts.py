"""The measurement of verdicts: what headers expect, what runs become, the lines of the table."""

import pathlib

from experiments import verdicts


def test_expectations_are_read_from_the_header_only(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "made.c"
    header = "/* A loop.\n *\n * expect termination: true\n */\n"
    file.write_text(header + "int main(void) { return 0; }\n/*\n * expect safety: true\n */\n", encoding="utf-8")
    assert verdicts.expected(file) == {"termination": "true"}


def test_outcomes_are_told_apart_and_counted() -> None:
    row = {"program": "own/made", "property": "safety", "expected": "true", "verdict": "true", "confirmed": True, "seconds": 1.0}
    assert verdicts.outcome(row) == "right"
    assert verdicts.outcome({**row, "confirmed": False}) == "unconfirmed"
    assert verdicts.outcome({**row, "verdict": "false"}) == "wrong"
    assert verdicts.outcome({**row, "verdict": "unknown"}) == "unknown"
    line, = verdicts.summary([row, {**row, "verdict": "unknown"}])
    assert (line["questions"], line["right"], line["unknown"], line["median s"]) == (2, 1, 1, "1.00")


def test_one_program_is_decided_and_confirmed(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "made.c"
    file.write_text("int main(void)\n{\n    unsigned x = 9;\n    while (x > 0) {\n        x = x - 1;\n    }\n    return 0;\n}\n",
                    encoding="utf-8")
    row = verdicts.decided(file, "termination", "true", 20.0)
    assert verdicts.outcome(row) == "right", row
