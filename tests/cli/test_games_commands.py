"""Playing, settling and reconciling from the command line."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from countroom.cli import main
from countroom.operations.play import Disturbance, load
from tests.plumbing.playing import DAY, NEXT, a_played_day, counted, dropped, loaded, played_wrong


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def reconcile(data: Path, *more: str) -> Result:
    return run("reconcile", "--data", str(data), "--day", DAY.isoformat(), *more)


def test_a_day_that_agrees_exits_0_in_every_format(tmp_path: Path) -> None:
    a_played_day(tmp_path).close()
    text = reconcile(tmp_path)
    assert text.exit_code == 0
    assert "Variance of the day: even." in text.output
    assert "MS-101" in text.output
    answer = reconcile(tmp_path, "--format", "json")
    found = json.loads(answer.output)
    assert (found["gaming_date"], found["complete"]) == (DAY.isoformat(), True)
    assert found["variance_cents"] == 0
    sheet = reconcile(tmp_path, "--format", "csv")
    assert sheet.exit_code == 0
    assert len(sheet.output.splitlines()) == 1 + len(found["tables"])


def test_a_day_that_differs_exits_1_and_says_why(tmp_path: Path) -> None:
    disturb = (
        Disturbance("BA-201", "chip_gone", 2_500, 3),
        Disturbance("MS-102", "coupon_gone"),
        Disturbance("PK-301", "slip_wrong", 50, 7),
    )
    played_wrong(tmp_path, *disturb)[0].close()
    found = reconcile(tmp_path)
    assert found.exit_code == 1
    assert "Chips short 75.00." in found.output
    assert "perhaps: 3 of $25 main fewer" in found.output
    assert "is not in the box" in found.output
    assert "beyond 25.00. (V-111" in found.output
    assert "nothing on record explains it to the cent" in found.output


def test_an_incomplete_day_says_so(tmp_path: Path) -> None:
    counted(tmp_path).close()
    found = reconcile(tmp_path)
    assert "Not complete" in found.output
    assert "incomplete" in found.output
    next(tmp_path.rglob("MS-101.rounds.parquet")).unlink()
    assert "no rounds" in reconcile(tmp_path).output


@pytest.mark.parametrize(
    ("more", "says"),
    [(("--duty", "main_bank_cashier"), "not open to the duty"), ((), "concluded")],
)
def test_what_may_not_be_seen_exits_2(tmp_path: Path, more: tuple[str, ...], says: str) -> None:
    dropped(tmp_path)[0].close()
    found = reconcile(tmp_path, *more)
    assert found.exit_code == 2
    assert says in found.output


def test_play_plays_the_day_and_the_next_goes_on_from_it(tmp_path: Path) -> None:
    loaded(tmp_path).close()
    ask = ("play", "--data", str(tmp_path), "--seed", "3", "--rounds-per-hour", "2")
    first = run(*ask, "--day", DAY.isoformat())
    assert first.exit_code == 0
    assert "4 boxes of 2011-06-14 wait" in first.output
    truth = load(tmp_path, DAY)
    assert truth is not None
    assert len(truth.dropped) == 4
    again = run(*ask, "--day", DAY.isoformat())
    assert again.exit_code == 2
    assert f"not in {DAY.isoformat()}" in again.output
    assert run(*ask, "--day", NEXT.isoformat()).exit_code == 2


def test_settle_agrees_with_what_was_played(tmp_path: Path) -> None:
    a_played_day(tmp_path).close()
    files = sorted(str(path) for path in (tmp_path / "rounds").rglob("*.rounds.parquet"))
    found = run("settle", *files)
    assert found.exit_code == 0
    assert found.output.count("0 disagreements, 0 refused") == len(files) == 4


def _spoiled(path: Path, change: Any) -> str:
    table = pq.read_table(path)
    columns = table.to_pydict()
    change(columns)
    rewritten = table.from_pydict(columns, schema=table.schema)
    pq.write_table(rewritten, path)
    return str(path)


def test_settle_lists_what_is_not_by_the_book(tmp_path: Path) -> None:
    a_played_day(tmp_path).close()
    path = next((tmp_path / "rounds").rglob("MS-101.rounds.parquet"))

    def change(columns: dict[str, Any]) -> None:
        columns["collected_cents"][0] += 500
        columns["seat"][1] = 99

    found = run("settle", _spoiled(path, change))
    assert found.exit_code == 1
    assert "1 refused" in found.output
    assert "row 1: There is no such seat" in found.output
    assert "by the book" in found.output


def test_settle_does_not_list_without_end(tmp_path: Path) -> None:
    a_played_day(tmp_path).close()
    path = next((tmp_path / "rounds").rglob("MS-101.rounds.parquet"))

    def change(columns: dict[str, Any]) -> None:
        columns["vig_charged_cents"] = [7] * len(columns["round"])

    found = run("settle", _spoiled(path, change))
    assert found.exit_code == 1
    assert "more" in found.output.splitlines()[-1]


def test_settle_refuses_what_is_no_file_of_rounds(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no rounds", encoding="utf-8")
    found = run("settle", str(other), str(tmp_path / "gone.parquet"))
    assert found.exit_code == 2
    assert "not a file of recorded rounds" in found.output
    assert "There is no such file" in found.output
