"""The tool-info module of `synth prove` for BenchExec, in competitions and elsewhere: tool="experiments.tool_info.synth".

It needs nothing but BenchExec, and the repository on PYTHONPATH. `python -m benchexec.test_tool_info experiments.tool_info.synth`
there shows whether it works.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchexec import result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

_FALSE = {"safety": result.RESULT_FALSE_REACH, "termination": result.RESULT_FALSE_TERMINATION}
_SPARE = 1.0
_LEFT_OUT = {"timeout": result.RESULT_TIMEOUT, "memory": "OUT OF MEMORY"}
_UNUSABLE = 2


class Tool(BaseTool2):  # type: ignore[misc]  # BenchExec has no types
    """Verdicts of synth on C programs; its JSON output is read, its exit status where there is none."""

    def executable(self, tool_locator: Any) -> str:
        """The script `synth`."""
        return str(tool_locator.find_executable("synth", subdir="bin"))

    def version(self, executable: str) -> str:
        """What `synth --version` says."""
        return str(self._version_from_tool(executable)).rpartition(" ")[2]

    def name(self) -> str:
        """The tool's name."""
        return "synth"

    def cmdline(self, executable: str, options: Sequence[str], task: Any, rlimits: Any) -> list[str]:
        """`synth prove` on the task's program, with its property and data model, a little less time than there is, and JSON."""
        words = [executable, "prove", "--json", "--no-replay", *options]
        if "--allocation" not in options:  # the rules of SV-COMP: malloc and alloca always return a valid pointer
            words += ["--allocation", "succeeds"]
        if task.property_file and "--property" not in options:
            words += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: ILP32, LP64: LP64})
        if model and "--data-model" not in options:
            words += ["--data-model", model]
        seconds = min((limit for limit in (rlimits.walltime, rlimits.cputime) if limit), default=None)
        if seconds and "--timeout" not in options:
            words += ["--timeout", f"{seconds - min(_SPARE, seconds / 5):g}"]
        return [*words, task.single_input_file]

    def determine_result(self, run: Any) -> str:
        """The verdict: false where any property is violated, true where all hold; else why there is none."""
        verdicts = list(_verdicts(run.output))
        for verdict in verdicts:
            if verdict["verdict"] == "false":
                return str(_FALSE.get(verdict["property"], result.RESULT_FALSE_PROP))
        if verdicts and all(verdict["verdict"] == "true" for verdict in verdicts):
            return str(result.RESULT_TRUE_PROP)
        if verdicts:
            reasons = [_LEFT_OUT.get(str(verdict.get("reason")), result.RESULT_UNKNOWN) for verdict in verdicts
                       if verdict["verdict"] == "unknown"]
            return str(reasons[0])
        return f"{result.RESULT_ERROR} ({_complaint(run)})" if run.exit_code.value == _UNUSABLE else str(result.RESULT_ERROR)


def _verdicts(output: Any) -> Iterator[Mapping[str, Any]]:
    """The verdicts in the object of schema synth.verdict/2 among lines of output."""
    for line in output:
        if line.startswith("{"):
            try:
                record = json.loads(line)
            except ValueError:
                continue
            if record.get("schema") == "synth.verdict/2":
                yield from record["verdicts"]


def _complaint(run: Any) -> str:
    """Why a program was refused: what stands behind its place."""
    errors = [line.strip().partition("error: ")[2] for line in run.output if "error: " in line]
    return errors[-1][:80] if errors else "no output"
