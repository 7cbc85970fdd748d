"""The group of commands: its table, its help, and how a refusal leaves the program."""

import importlib
from typing import Final

import click

from countroom import __version__
from countroom.errors import CountroomError

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": (
        "countroom.cli.demo:demo",
        "From a bare machine to a running casino, with days in it.",
    ),
    "serve": (
        "countroom.cli.serve:serve",
        "Serve the screens on this machine; a TLS proxy stands before it in a house.",
    ),
    "property": (
        "countroom.cli.house:property_group",
        "Put a house on record, or change it by date.",
    ),
    "migrate": (
        "countroom.cli.records:migrate",
        "Bring the database to the shape of this program.",
    ),
    "verify": (
        "countroom.cli.verify:verify",
        "Check that what is on record is what was recorded.",
    ),
    "play": (
        "countroom.cli.play:play",
        "Play a gaming day on every table, from its last drop to the next, through the operations.",
    ),
    "settle": (
        "countroom.cli.settle:settle",
        "Settle files of rounds again and list each place where the record is not by the book.",
    ),
    "edge": (
        "countroom.cli.edge:edge",
        "Reckon what each wager of a game costs its patron, by the engine's own settling.",
    ),
    "reconcile": (
        "countroom.cli.reconcile:reconcile",
        "Compare what each table won with the games that were played on it.",
    ),
    "report": (
        "countroom.cli.report:report",
        "Write a report of a gaming date: any report, or any form by its code.",
    ),
    "pack": (
        "countroom.cli.pack:pack",
        "Write everything of a gaming date into one ZIP: reports, forms, kept prints, an index.",
    ),
    "replay": (
        "countroom.cli.replay:replay",
        "Write a count act by act: who, what, when, with the figures as they were then.",
    ),
    "backup": ("countroom.cli.records:backup", "Write a backup while the house goes on."),
    "restore": ("countroom.cli.records:restore", "Bring a backup back into an empty place."),
    "test": (
        "countroom.cli.test:test",
        "Check the program itself: style, types, imports, tests, coverage.",
    ),
}
"""Command name to (module and attribute, the sentence that ``--help`` shows)."""


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command called ``cmd_name``, or answer None if there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name][0].split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command), f"{module}:{attribute} is no command"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write names and sentences from the table, importing none of the commands."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, says) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a refusal becomes one sentence and exit code 2."""
        try:
            return super().invoke(ctx)
        except CountroomError as refusal:
            click.echo(f"countroom: {refusal.message}", err=True)
            ctx.exit(2)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 found differences, 2 wrong use or not allowed.",
)
@click.version_option(__version__, prog_name="countroom")
def main() -> None:
    """The count room: the drop counted, the win proved, the games settled."""
