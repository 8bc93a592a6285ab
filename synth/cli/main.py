"""The front door: which word is a command, what each error looks like, and the exit status of everything."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from synth import __version__
from synth.cli.check import check
from synth.cli.completion import specifications
from synth.cli.exits import MEANING, Exit
from synth.cli.export import export
from synth.cli.listing import listing
from synth.cli.prove import prove
from synth.cli.slh import slh
from synth.cli.solve import solve
from synth.cli.standard_input import shown
from synth.errors import SynthError
from synth.solver.allocation import keep_freed_memory


class Front(click.Group):
    """A group whose commands share the name space with specifications: a first word that is no command is one to solve."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if args and args[0] not in own and args[0] not in self.commands:
            args = ["solve", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, what may stand for SPEC, and the options, which may stand before it."""
        if incomplete.startswith("-"):
            return solve.shell_complete(click.Context(solve, parent=ctx), incomplete)
        return [*super().shell_complete(ctx, incomplete), *specifications(ctx, None, incomplete)]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("synth", "SPEC [OPTIONS]")
        formatter.write_usage("synth", "COMMAND [ARGS]...", prefix="       ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        solve.format_options(ctx, formatter)
        self.format_commands(ctx, formatter)
        with formatter.section("Exit status"):
            formatter.write_dl([(str(int(status)), meaning) for status, meaning in MEANING.items()])


@click.group(cls=Front, context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 120})
@click.version_option(__version__, "--version", "-V", prog_name="synth")
def front() -> None:
    """Find the shortest program that satisfies SPEC for all inputs, and prove it.

    SPEC is a Python file with a specification, the name of a bundled one (see `synth list`), a C file with a function `check` (.c),
    a SyGuS-IF file (.sl), which is answered in the syntax of that standard, or a quantified Boolean formula (.qdimacs); - is what
    stdin gives, in any of these languages. The answer goes to stdout, progress and logs go to stderr.
    """


for _command in (solve, prove, slh, check, export, listing):
    front.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on `arguments` (default: those of the process) and return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return int(front.main(words or ["--help"], prog_name="synth", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        return Exit.UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return Exit.INTERRUPTED
    except SystemExit:  # click met a closed pipe; its own status, 1, would say that no solution exists
        return Exit.UNUSABLE
    except Exception as error:
        _tell(error, "--debug" in words)
        return Exit.UNUSABLE


def _tell(error: Exception, debug: bool) -> None:
    if debug:
        traceback.print_exception(error)
    elif isinstance(error, (SynthError, OSError)):
        click.echo(shown(str(error)), err=True)
    else:
        click.echo(f"internal error: {type(error).__name__}: {error}\nPlease report it with the output of --debug.", err=True)


def run() -> None:
    """The `synth` script."""
    keep_freed_memory()
    sys.exit(main())
