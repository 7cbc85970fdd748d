"""Playing, settling and reconciling from the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from countroom.cli import main
from countroom.engine.games import GAMES
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
    assert "most likely: 3 of $25 main, or 15 of $5 main fewer" in found.output
    assert "is not in the box" in found.output
    assert "beyond 25.00. (V-111" in found.output
    assert "most likely: 7 of $0.50 main more" in found.output
    assert "pairs of causes were tried" in found.output
    plain = json.loads(reconcile(tmp_path, "--format", "json").output)
    whys = {table["table"]: table["why"] for table in plain["tables"]}
    assert whys["MS-101"] is None
    assert whys["BA-201"]["reasons"][0]["causes"][0]["cause"] == "pieces_short"


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


@pytest.mark.parametrize("game", GAMES)
def test_the_format_is_described_and_its_sample_settles(tmp_path: Path, game: str) -> None:
    described = json.loads(run("settle", "--schema", game).output)
    rows = described["examples"]
    assert {row["round"] for row in rows} == {1, 2, 3}
    for row in rows:
        assert set(described["required"]) <= set(row) <= set(described["properties"])
        assert [name for name in row if not fits(described["properties"][name], row[name])] == []
    file = str(tmp_path / "sample.parquet")
    assert f"{len(rows)} wagers" in run("settle", "--sample", game, file).output
    assert pq.read_table(file).column_names == list(rows[0])
    assert run("settle", file).exit_code == 0
    assert run("settle", "--sample", game, file).exit_code == 2


def fits(asked: dict[str, Any], value: object) -> bool:
    """Whether a value is as its part of the schema wants it."""
    if "enum" in asked:
        return value in asked["enum"]
    if asked["type"] == "integer":
        return type(value) is int and asked.get("minimum", value) <= value <= asked.get(
            "maximum", value
        )
    return type(value) is {"string": str, "boolean": bool}[asked["type"]]


def test_a_game_that_is_none_has_no_format(tmp_path: Path) -> None:
    for asked in (("--schema", "whist"), ("--sample", "whist", str(tmp_path / "a.parquet"))):
        found = run("settle", *asked)
        assert found.exit_code == 2
        assert "There is no game whist." in found.output
    assert run("settle").exit_code == 2
    assert run("settle", "--sample", "poker").exit_code == 2


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


def _first(columns: dict[str, Any], fits: Callable[[dict[str, Any]], bool]) -> int:
    rows = range(len(columns["round"]))
    return next(
        row for row in rows if fits({name: values[row] for name, values in columns.items()})
    )


def _wrong_payout(columns: dict[str, Any]) -> str:
    row = _first(columns, lambda each: each["paid_tray_cents"] > 0)
    columns["paid_tray_cents"][row] += 500
    return f"round {columns['round'][row]}, seat {columns['seat'][row]}, "


def _dropped_vig_cent(columns: dict[str, Any]) -> str:
    row = _first(columns, lambda each: each["vig_collected_cents"] > 0)
    columns["vig_collected_cents"][row] -= 1
    return f"round {columns['round'][row]}, seat {columns['seat'][row]}, banker"


def _coupon_paid_twice(columns: dict[str, Any]) -> str:
    used = _first(columns, lambda each: each["coupon_dropped"])
    again = _first(
        columns,
        lambda each: (
            each["round"] > columns["round"][used]
            and each["wager"] == "player"
            and each["collected_cents"] >= columns["coupon_cents"][used]
            and not each["coupon_cents"]
        ),
    )
    for name in ("coupon_serial", "coupon_cents", "coupon_dropped"):
        columns[name][again] = columns[name][used]
    return f"round {columns['round'][again]}, seat {columns['seat'][again]}, player"


def _dragon_7_paid_as_a_win(columns: dict[str, Any]) -> str:
    row = _first(
        columns,
        lambda each: (
            each["wager"] == "banker"
            and each["pushed_cents"] > 0
            and each["banker_3"] >= 0
            and not each["void_reason"]
            and sum(_points(each[f"banker_{k}"]) for k in (1, 2, 3)) % 10 == 7
            and sum(_points(each[f"player_{k}"]) for k in (1, 2, 3)) % 10 < 7
        ),
    )
    columns["paid_tray_cents"][row] = columns["pushed_cents"][row]
    columns["pushed_cents"][row] = 0
    return f"round {columns['round'][row]}, seat {columns['seat'][row]}, banker"


def _points(card: int) -> int:
    """What a card counts at baccarat; no card counts nothing."""
    return 0 if card < 0 else [2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1][card // 4]


@pytest.mark.parametrize(
    ("table", "plant", "lines"),
    [
        ("MS-101", _wrong_payout, 1),
        ("BA-201", _dropped_vig_cent, 1),
        ("MS-102", _coupon_paid_twice, 1),
        ("MS-102", _dragon_7_paid_as_a_win, 2),
    ],
)
def test_settle_finds_what_was_planted_and_nothing_else(
    tmp_path: Path, table: str, plant: Callable[[dict[str, Any]], str], lines: int
) -> None:
    a_played_day(tmp_path).close()
    files = sorted((tmp_path / "rounds").rglob("*.rounds.parquet"))
    where: list[str] = []
    spoilt = next(path for path in files if path.name.startswith(table))
    _spoiled(spoilt, lambda columns: where.append(plant(columns)))
    found = run("settle", *(str(path) for path in files))
    assert found.exit_code == 1
    listed = [line for line in found.output.splitlines() if line.startswith("  round")]
    assert len(listed) == lines
    assert all(line.startswith(f"  {where[0]}") for line in listed)
    assert found.output.count(" 0 disagreements, 0 refused") == len(files) - 1


def test_settle_lists_every_disagreement(tmp_path: Path) -> None:
    a_played_day(tmp_path).close()
    path = next((tmp_path / "rounds").rglob("MS-101.rounds.parquet"))

    def change(columns: dict[str, Any]) -> None:
        columns["vig_charged_cents"] = [7] * len(columns["round"])

    found = run("settle", _spoiled(path, change))
    assert found.exit_code == 1
    wagers = pq.read_metadata(path).num_rows
    assert found.output.count("vig_charged_cents 0.07, by the book 0.00") == wagers > 200
    assert found.output.endswith(f"  {wagers:,} wagers, {wagers:,} disagreements, 0 refused\n")


def test_settle_refuses_what_is_no_file_of_rounds(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no rounds", encoding="utf-8")
    found = run("settle", str(other), str(tmp_path / "gone.parquet"))
    assert found.exit_code == 2
    assert "not a file of recorded rounds" in found.output
    assert "There is no such file" in found.output


# --- edges -------------------------------------------------------------------------------


def test_edges_are_written_for_people_and_for_programs() -> None:
    answer = run("edge", "sic_bo", "--format", "json")
    assert answer.exit_code == 0
    found = json.loads(answer.output)
    assert set(found) == {"game", "rules", "bets"}
    small = next(bet for bet in found["bets"] if bet["bet"] == "small")
    assert (small["fraction"], small["method"], small["standard_error"]) == ("1/36", "exact", None)
    assert set(small) == {
        *("bet", "rules", "paytable", "edge", "fraction", "method", "standard_error", "counts")
    }
    text = run("edge", "sic_bo")
    assert text.exit_code == 0
    assert "small: 0.027778 = 1/36" in text.output
    assert len(text.output.splitlines()) == len(found["bets"])


def test_edges_of_a_house_s_own_rules(tmp_path: Path) -> None:
    own = dict(next(iter(GAMES["ez_baccarat"].EXAMPLES.values())))
    file = tmp_path / "own.toml"
    file.write_text("\n".join(f"{name} = {json.dumps(value)}" for name, value in own.items()))
    found = run("edge", "ez_baccarat", "--rules", str(file), "--format", "json")
    assert found.exit_code == 0
    assert {bet["bet"] for bet in json.loads(found.output)["bets"]} >= {"banker", "dragon_7"}
    file.write_text("decks = 8\n")
    refused = run("edge", "ez_baccarat", "--rules", str(file))
    assert refused.exit_code == 2
    assert "tie_odds is missing: the Rules Submission must state it" in refused.output
    file.write_text("decks = = 8\n")
    assert "not a file of rules" in run("edge", "ez_baccarat", "--rules", str(file)).output
    gone = run("edge", "ez_baccarat", "--rules", str(tmp_path / "gone.toml"))
    assert gone.exit_code == 2
    assert "There is no such file." in gone.output


def test_a_game_that_is_none_has_no_edges() -> None:
    found = run("edge", "whist")
    assert found.exit_code == 2
    assert "There are no edges of whist." in found.output
