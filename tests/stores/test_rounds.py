"""Rounds in Parquet: written whole, read back the same, refused when another's."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from countroom.engine.dealing import BuyIn, EndOfDayDrop, Rounds, buy_in_columns, play
from countroom.engine.games import GAMES
from countroom.engine.records import resettle
from countroom.errors import EntryError
from countroom.stores import rounds
from tests.plumbing import felts

DAY = date(2026, 3, 1)


def a_period(game: str, table: str = "T-1") -> rounds.Period:
    return rounds.Period(
        table=table,
        game=game,
        rules=felts.rules(game),
        gaming_date=DAY,
        from_at=datetime(2026, 3, 1, 23, tzinfo=UTC),
        to_at=datetime(2026, 3, 2, 7, tzinfo=UTC),
        seed=1,
    )


def played(game: str) -> tuple[dict[str, Any], dict[str, Any], EndOfDayDrop]:
    coupons = tuple((f"MP-{n}", 2500) for n in range(9)) if game != "poker" else ()
    acts = list(play(felts.a_period(game, coupons=coupons, checks=(("CC-1", 50_000),))))
    batches = [act.columns for act in acts if isinstance(act, Rounds)]
    columns = {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}
    drop = acts[-1]
    assert isinstance(drop, EndOfDayDrop)
    return columns, buy_in_columns([act for act in acts if isinstance(act, BuyIn)]), drop


@pytest.mark.parametrize("game", GAMES)
def test_a_period_comes_back_as_it_was_written(game: str, tmp_path: Path) -> None:
    columns, buyins, drop = played(game)
    stored = rounds.write_period(tmp_path, a_period(game), columns, buyins)
    period, again = rounds.read_rounds(tmp_path / stored.rounds.path)
    assert period == a_period(game)
    assert set(again) == set(columns)
    for name, values in columns.items():
        assert again[name].dtype == values.dtype, name
        assert again[name].tolist() == values.tolist(), name
    assert stored.rounds.rows == len(columns["round"])
    assert stored.buyins.rows == len(buyins["at"])
    _, bought = rounds.read_buyins(tmp_path / stored.buyins.path)
    assert {name: values.tolist() for name, values in bought.items()} == {
        name: values.tolist() for name, values in buyins.items()
    }
    assert rounds.period_result(tmp_path, DAY, "T-1") == drop.result


def test_the_same_rounds_are_the_same_bytes(tmp_path: Path) -> None:
    columns, buyins, _ = played("baccarat")
    first = rounds.write_period(tmp_path / "a", a_period("baccarat"), columns, buyins)
    second = rounds.write_period(tmp_path / "b", a_period("baccarat"), columns, buyins)
    assert first == second
    path = tmp_path / "a" / first.rounds.path
    assert rounds.sha256_of(path) == first.rounds.sha256
    path.write_bytes(path.read_bytes() + b" ")
    assert rounds.sha256_of(path) != first.rounds.sha256


def test_writing_again_replaces_and_leaves_nothing_unfinished(tmp_path: Path) -> None:
    columns, buyins, _ = played("baccarat")
    rounds.write_period(tmp_path, a_period("baccarat"), columns, buyins)
    rounds.write_period(tmp_path, a_period("baccarat"), columns, buyins)
    assert sorted(path.name for path in (tmp_path / "2026-03-01").iterdir()) == [
        "T-1.buyins.parquet",
        "T-1.rounds.parquet",
    ]


@pytest.mark.parametrize("table", ["BJ 101/a", "..", "Tisch Ä"])
def test_a_tables_label_cannot_leave_the_folder(table: str, tmp_path: Path) -> None:
    path = rounds.period_path(tmp_path, DAY, table, "rounds")
    assert path.resolve().parent == (tmp_path / "2026-03-01").resolve()


def test_a_file_is_read_in_parts_of_whole_rounds(tmp_path: Path) -> None:
    columns, buyins, _ = played("mississippi_stud")
    stored = rounds.write_period(tmp_path, a_period("mississippi_stud"), columns, buyins)
    parts = list(rounds.read_round_batches(tmp_path / stored.rounds.path, 100))
    assert len(parts) > 3
    seen: list[int] = []
    for _, part in parts:
        assert not set(part["round"]) & set(seen)
        seen += part["round"].tolist()
    assert seen == columns["round"].tolist()
    one_round = {name: values[:1] for name, values in columns.items()}
    rounds.write_period(tmp_path, a_period("mississippi_stud", "T-2"), one_round, buyins)
    path = rounds.period_path(tmp_path, DAY, "T-2", "rounds")
    assert [part["round"].tolist() for _, part in rounds.read_round_batches(path, 1)] == [[1]]


def test_rows_within_one_round_wait_for_its_end(tmp_path: Path) -> None:
    columns, buyins, _ = played("mississippi_stud")
    columns = {name: values[:60] for name, values in columns.items()}
    stored = rounds.write_period(tmp_path, a_period("mississippi_stud"), columns, buyins)
    parts = rounds.read_round_batches(tmp_path / stored.rounds.path, 2)
    assert np.concatenate([part["round"] for _, part in parts]).tolist() == (
        columns["round"].tolist()
    )


def test_an_empty_period_is_a_file_too(tmp_path: Path) -> None:
    columns, buyins, _ = played("baccarat")
    empty = {name: values[:0] for name, values in columns.items()}
    none = {name: values[:0] for name, values in buyins.items()}
    stored = rounds.write_period(tmp_path, a_period("baccarat"), empty, none)
    assert rounds.period_result(tmp_path, DAY, "T-1").house_net_cents == 0
    assert list(rounds.read_round_batches(tmp_path / stored.rounds.path, 10)) == []


# --- what others wrote --------------------------------------------------------------------


def rewritten(path: Path, **described: object) -> Path:
    """Change what a file says it is of."""
    table = pq.read_table(path)
    given = json.loads((table.schema.metadata or {})[b"countroom"]) | described
    pq.write_table(table.replace_schema_metadata({"countroom": json.dumps(given)}), path)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    columns, buyins, _ = played("baccarat")
    stored = rounds.write_period(tmp_path, a_period("baccarat"), columns, buyins)
    return tmp_path / stored.rounds.path


@pytest.mark.parametrize(
    ("described", "says"),
    [
        ({"format": 2}, "format this version does not read"),
        ({"game": "whist"}, "game this version does not know"),
        ({"rules": {}}, "seats is missing"),
        ({"rules_sha256": ""}, "not those of its digest"),
        ({"gaming_date": "yesterday"}, "not a file of recorded rounds"),
        ({"from": 5}, "not a file of recorded rounds"),
    ],
)
def test_a_file_of_something_else_is_refused(
    file: Path, described: dict[str, object], says: str
) -> None:
    with pytest.raises(EntryError, match=says):
        rounds.read_rounds(rewritten(file, **described))


def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_text("nothing of the kind", encoding="utf-8")
    for read in (rounds.read_rounds, rounds.read_buyins):
        with pytest.raises(EntryError, match="not a file of recorded rounds"):
            read(path)
    with pytest.raises(EntryError, match="not a file of recorded rounds"):
        list(rounds.read_round_batches(path, 5))
    pq.write_table(pa.table({"round": [1]}), path)
    with pytest.raises(EntryError, match="not a file of recorded rounds"):
        rounds.read_rounds(path)
    with pytest.raises(FileNotFoundError):
        rounds.read_rounds(tmp_path / "none.parquet")


def test_a_file_of_rounds_is_no_file_of_buyins(file: Path) -> None:
    with pytest.raises(EntryError, match="The column cents is missing"):
        rounds.read_buyins(file)


def test_another_systems_types_are_read_and_its_gaps_refused_by_row(file: Path) -> None:
    table = pq.read_table(file).slice(0, 4)
    seats = pa.array([None, *table["seat"].to_pylist()[1:]], pa.int8())
    wagers = pa.array([*table["wager"].to_pylist()[:3], "whist"], pa.string())
    serials = pa.array([None] * 4, pa.string())
    for name, values in (("seat", seats), ("wager", wagers), ("coupon_serial", serials)):
        table = table.set_column(table.column_names.index(name), name, values)
    pq.write_table(table, file)
    period, columns = rounds.read_rounds(file)
    found = resettle(period.module, period.rules, columns)
    assert [(each.row, each.reason) for each in found.refused] == [
        (0, "There is no such seat at this table."),
        (3, "There is no such wager."),
    ]


def test_a_file_without_wagers_is_refused_by_its_columns(file: Path) -> None:
    table = pq.read_table(file).drop_columns(["wager", "void_reason"])
    pq.write_table(table, file)
    period, columns = rounds.read_rounds(file)
    with pytest.raises(EntryError, match="The column wager is missing"):
        resettle(period.module, period.rules, columns)
