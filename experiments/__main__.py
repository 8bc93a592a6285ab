"""The benchmark harness: what is measured, measured, and what the records say."""

from __future__ import annotations

import importlib
import signal
import sys
import traceback
from collections.abc import Sequence

import click

from synth.errors import SynthError

_COMMANDS = {"list": "experiments.harness.commands:listing", "run": "experiments.harness.commands:run",
             "report": "experiments.reports.commands:report", "compare": "experiments.reports.commands:compare",
             "plot": "experiments.reports.commands:plot"}
_WRONG, _UNUSABLE, _INTERRUPTED = 1, 2, 130


class _Front(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=_Front, context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 120})
def front() -> None:
    """Measure synth and its rivals, and turn the records into tables and pictures.

    Exit status: 0; 1 where an answer is wrong, or with --fail-on-worse anything got worse; 2 for unusable input or options; 130
    when interrupted. A run that was interrupted, or killed, goes on with --resume.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on `arguments` (default: those of the process); its exit status. SIGTERM is taken as an interruption."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return int(front.main(arguments, prog_name="python -m experiments", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return _INTERRUPTED
    except (SynthError, OSError) as error:
        click.echo(str(error), err=True)
    except Exception:
        traceback.print_exc()
    return _UNUSABLE


if __name__ == "__main__":
    sys.exit(main())
