"""``countroom test``: the gate, the same for a person and for the machine that guards main."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from countroom.errors import SettingsError
from countroom.paths import checkout

_CLOSING: Final = re.compile(r"^=+ .+ in [0-9.]+s.* =+$")
_LINT_IMPORTS: Final = "from importlinter.cli import lint_imports_command as c; c()"
_PURE: Final = "countroom/domain/*,countroom/engine/*"
REQUIRE_ALL: Final = "COUNTROOM_REQUIRE_ALL"
"""Set to 1, a missing browser or PostgreSQL fails the suite; otherwise those tests are skipped."""


@dataclass(frozen=True, slots=True)
class Step:
    """One check of the gate.

    Attributes:
        name: What the summary calls it.
        command: What this interpreter runs: a module or a line of code, and its arguments.
    """

    name: str
    command: tuple[str, ...]


def steps(*, everything: bool, pytest_arguments: tuple[str, ...]) -> list[Step]:
    """List the checks in the order they run: the quick ones first.

    Args:
        everything: Also walk the exhaustive sets and run the benchmarks.
        pytest_arguments: When given, only pytest runs, with these.
    """
    if pytest_arguments:
        return [Step("tests", ("-m", "pytest", *pytest_arguments))]
    suite = ("-m", "pytest", "-n", "auto", "--dist", "worksteal", "--cov", "--cov-report=")
    checks = [
        Step("style", ("-m", "ruff", "check")),
        Step("format", ("-m", "ruff", "format", "--check")),
        Step(
            "types",
            (
                "-m",
                "mypy",
            ),
        ),
        Step("imports", ("-c", _LINT_IMPORTS)),
        Step("tests", (*suite, *(["--exhaustive"] if everything else []))),
        Step("coverage", ("-m", "coverage", "report", "--fail-under=95")),
        Step("coverage of domain and engine", _pure_coverage()),
    ]
    if everything:
        checks.append(
            Step("benchmarks", ("-m", "pytest", "tests/benchmarks", "--benchmark-enable"))
        )
    return checks


def _pure_coverage() -> tuple[str, ...]:
    return ("-m", "coverage", "report", f"--include={_PURE}", "--fail-under=100")


def run(step: Step, root: Path) -> tuple[int, str]:
    """Run one check in ``root``, passing on what it prints.

    Returns:
        Its exit code, and pytest's closing line if it printed one.
    """
    click.secho(f"── {step.name}", bold=True)
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    environment.pop("FORCE_COLOR", None)
    closing = ""
    with subprocess.Popen(
        [sys.executable, *step.command],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            click.echo(line, nl=False)
            if _CLOSING.match(line.strip()):
                closing = line.strip()
    return process.returncode, closing


@click.command("test")
@click.option("--all", "everything", is_flag=True, help="Add the exhaustive sets and benchmarks.")
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def test(ctx: click.Context, *, everything: bool, pytest_arguments: tuple[str, ...]) -> None:
    """Check the program itself: style, types, imports, tests, coverage.

    Arguments after ``--`` go to pytest, which then runs alone.
    """
    root = checkout()
    if root is None:
        msg = "The checks are in the source: run this command in a checkout."
        raise SettingsError(msg)
    red: list[str] = []
    closing = ""
    for step in steps(everything=everything, pytest_arguments=pytest_arguments):
        code, line = run(step, root)
        closing = line if step.name == "tests" else closing
        if code != 0:
            red.append(step.name)
    click.echo(f"\nRed: {', '.join(red)}." if red else "\nAll checks are green.")
    if closing:
        click.echo(closing)
    ctx.exit(1 if red else 0)
