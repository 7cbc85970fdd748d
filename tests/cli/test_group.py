"""The group of commands: help without weight, refusals in one sentence."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from countroom import __version__, paths
from countroom.cli import COMMANDS, group, main
from countroom.cli.options import place_options
from countroom.cli.test import Step, run, steps
from countroom.errors import AccessError
from tests.plumbing.source import ROOT


def test_help_lists_the_commands_and_imports_none_of_them() -> None:
    code = (
        "import sys; from countroom.cli import main; main(['--help'], standalone_mode=False);"
        "print([m for m in sys.modules if m.split('.')[0] in"
        " {'flask','sqlalchemy','numpy','rich','weasyprint','pyarrow'}"
        " or m.startswith('countroom.cli.')])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert all(name in answer.stdout for name in COMMANDS)
    assert answer.stdout.splitlines()[-1] == "['countroom.cli.group']"


def test_the_module_and_the_program_are_the_same() -> None:
    command = [sys.executable, "-m", "countroom", "--version"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert answer.stdout == f"countroom, version {__version__}\n"


def test_an_unknown_command_is_wrong_use() -> None:
    answer = CliRunner().invoke(main, ["shuffle"])
    assert answer.exit_code == 2
    assert "No such command 'shuffle'" in answer.output


@click.command("peek")
@place_options
def peek(data: object, database: str | None) -> None:
    """Look where one may not."""
    message = f"Nobody outside the room sees {data} at {database}."
    raise AccessError(message)


def test_a_refusal_is_one_sentence_and_exit_code_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(group.COMMANDS, "peek", (f"{__name__}:peek", "Look where one may not."))
    answer = CliRunner().invoke(main, ["peek", "--data", "d", "--database", "sqlite://"])
    assert answer.exit_code == 2
    assert answer.output == "countroom: Nobody outside the room sees d at sqlite://.\n"


def test_a_check_passes_on_what_it_prints_and_finds_the_closing_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    says = "print('one'); print('==== 3 passed, 1 skipped in 1.25s ====')"
    assert run(Step("tests", ("-c", says)), ROOT) == (0, "==== 3 passed, 1 skipped in 1.25s ====")
    assert "one\n" in capsys.readouterr().out
    assert run(Step("style", ("-c", "raise SystemExit(3)")), ROOT) == (3, "")


def test_all_adds_the_exhaustive_sets_and_the_benchmarks() -> None:
    usual = steps(everything=False, pytest_arguments=())
    everything = steps(everything=True, pytest_arguments=())
    assert [step.name for step in everything] == [*(step.name for step in usual), "benchmarks"]
    assert [step for step in usual if "--exhaustive" in step.command] == []
    assert [step.name for step in everything if "--exhaustive" in step.command] == ["tests"]


def test_the_command_ends_red_or_green_with_pytests_closing_line() -> None:
    these = "tests/unit/test_plumbing.py"
    green = CliRunner().invoke(main, ["test", "--", these, "-n0", "--collect-only"])
    assert green.exit_code == 0
    assert "All checks are green." in green.output
    assert "tests collected in" in green.output.splitlines()[-1]
    red = CliRunner().invoke(main, ["test", "--", "tests/of_nothing.py", "-n0"])
    assert red.exit_code == 1
    assert "Red: tests." in red.output


def test_every_folder_is_found() -> None:
    assert paths.checkout() == ROOT
    for folder in (paths.TEMPLATES, paths.STATIC, paths.MIGRATIONS):
        assert folder.parent == ROOT
        assert folder.is_dir()
