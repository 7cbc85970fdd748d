"""The command line is a named operator outside the room: no command prints a figure early."""

import sqlite3
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from countroom.cli import main
from countroom.cli.operator import OUTSIDE, operator
from countroom.domain.papers import PAPERS
from countroom.domain.people import CAGE_ROLES, Role
from countroom.regulations import V_64, V_66
from countroom.reports.catalogue import REPORTS
from tests.secrets import planted, world
from tests.secrets.house import DAY
from tests.secrets.planted import Secret

_COUNTED: Final = frozenset({Secret.COUNT, Secret.SECOND, Secret.DIFFERENCE, Secret.SUPPLEMENT})
_BEFORE: Final = ("C3", "C7", "C12")


def _said(data: Path, *arguments: str) -> tuple[int, frozenset[Secret]]:
    """Exit code of a command, and what it gave away, by every way out."""
    written = data.parent / "written"
    written.unlink(missing_ok=True)
    given = [str(written) if one == "FILE" else one for one in arguments]
    result = CliRunner().invoke(main, [*given, "--data", str(data)])
    assert result.exception is None or isinstance(result.exception, SystemExit), arguments
    out = result.stdout_bytes + result.stderr_bytes
    out += written.read_bytes() if written.exists() else b""
    kind = "application/pdf" if out.startswith(b"%PDF") else ""
    found = [planted.found_in(text) for text in planted.texts(out, kind)]
    return result.exit_code, frozenset().union(*found)


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The data folder of a state."""
    there = world.place(request.param, tmp_path / "data")
    there.site.database.close()
    return tmp_path / "data"


def _reports(duties: tuple[Role, ...], *, full: bool) -> Iterator[tuple[str, ...]]:
    kinds = ("csv", "json", "xlsx", "pdf") if full else ("csv",)
    names = (*REPORTS, *PAPERS) if full else (*REPORTS, "box_count", "recount", "unallocated")
    for duty, name, kind in product(duties, names, kinds):
        yield (
            "report",
            name,
            "--day",
            str(DAY),
            "--duty",
            duty.value,
            "--format",
            kind,
            "-o",
            "FILE",
        )


def _commands(duties: tuple[Role, ...], *, full: bool) -> Iterator[tuple[str, ...]]:
    yield from _reports(duties, full=full)
    for duty, kind in product(duties, ("text", "json", "csv")):
        yield "reconcile", "--day", str(DAY), "--duty", duty.value, "--format", kind
    yield ("verify",)
    yield "play", "--day", str(DAY), "--seed", "1"


def _hold_back(folder: Path, duties: tuple[Role, ...], *, full: bool) -> None:
    for command in _commands(duties, full=full):
        code, learnt = _said(folder, *command)
        assert not learnt - {Secret.RACK}, command
        asks = command[0] in {"report", "reconcile"} and command[1] not in PAPERS.keys() - REPORTS
        assert code == 2 or not asks, command


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("folder", _BEFORE, indirect=True)
def test_acceptance_3_no_command_prints_a_figure_before_the_conclusion(folder: Path) -> None:
    _hold_back(folder, (Role.ACCOUNTING, Role.CCR), full=False)
    refused = CliRunner().invoke(main, ["reconcile", "--day", str(DAY), "--data", str(folder)])
    assert "The day's win shows when its count is concluded." in refused.output


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "folder", [s for s in world.STATES if s not in {"C14", "second"}], indirect=True
)
def test_no_command_of_any_duty_prints_a_figure_in_any_state_before(folder: Path) -> None:
    _hold_back(folder, OUTSIDE, full=True)


@pytest.mark.rule(V_64)
@pytest.mark.parametrize("folder", ["C14"], indirect=True)
def test_after_the_conclusion_each_duty_is_told_what_is_its_own(folder: Path) -> None:
    for duty in (Role.ACCOUNTING, Role.INTERNAL_AUDIT, Role.CCR):
        asked = ("--day", str(DAY), "--duty", duty.value)
        assert Secret.COUNT in _said(folder, "report", "box_lines", *asked, "--format", "csv")[1]
        assert Secret.BOOKS in _said(folder, "reconcile", *asked, "--format", "json")[1]
    for duty in sorted(CAGE_ROLES):
        asked = ("--day", str(DAY), "--duty", duty.value)
        assert _said(folder, "report", "box_lines", *asked) == (2, frozenset())
        assert _said(folder, "report", "box_count", *asked) == (2, frozenset())
        assert _said(folder, "reconcile", *asked) == (2, frozenset())
    own = ("--day", str(DAY), "--duty", Role.MAIN_BANK_CASHIER.value)
    assert Secret.COUNT in _said(folder, "report", "banking_count", *own, "-o", "FILE")[1]


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("folder", ["second"], indirect=True)
def test_a_second_count_of_a_day_stays_closed_until_its_own_conclusion(folder: Path) -> None:
    asked = ("--day", str(DAY))
    for name in REPORTS:
        assert Secret.LATE not in _said(folder, "report", name, *asked, "--format", "csv")[1]
    assert Secret.LATE not in _said(folder, "reconcile", *asked, "--format", "json")[1]
    assert _said(folder, "verify") == (0, frozenset())


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("folder", ["C3"], indirect=True)
def test_an_account_named_like_a_badge_in_the_room_is_outside(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "B1")
    assert operator(Role.CCR).person.code != "B1"
    asked = ("--day", str(DAY), "--duty", Role.CCR.value, "--format", "csv")
    assert _said(folder, "report", "box_count", *asked) == (2, frozenset())


@pytest.mark.rule(V_66)
@pytest.mark.parametrize("folder", ["C7"], indirect=True)
def test_verify_names_what_was_changed_without_its_figures(folder: Path) -> None:
    with sqlite3.connect(folder / "countroom.db") as database:
        triggers = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'line'"
        ).fetchall()
        for (name,) in triggers:
            database.execute(f'DROP TRIGGER "{name}"')
        changed = database.execute(
            "UPDATE line SET pieces = pieces - 1, "
            "amount_cents = sign * (pieces - 1) * denomination_cents WHERE pieces = ?",
            (planted.HUNDREDS,),
        ).rowcount
    database.close()
    assert changed
    code, learnt = _said(folder, "verify")
    assert (code, learnt) == (1, frozenset())
