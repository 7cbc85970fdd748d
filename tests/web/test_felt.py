"""A recorded round as on the felt: what each seat staked, where it went, and the rule."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from countroom.inquiries import felt
from countroom.money import ZERO
from countroom.operations import secrecy
from countroom.stores import desk
from countroom.stores.desk import Secret
from countroom.stores.rounds import sha256_of
from tests.plumbing import playing
from tests.plumbing.web import Site, Tablet, serve_site

PIN = "8362"
ACCOUNTING, MANAGER, SURVEILLANCE, DEALER = "191", "192", "201", "101"


def served(folder: Path) -> Site:
    """What lies in a folder, before screens; everybody has one PIN."""
    site = serve_site(folder)
    site.clock.at = playing.a_house().property.bounds(playing.DAY)[1] + timedelta(hours=8)
    hashed = secrecy.hash_secret(PIN, secrecy.CHEAP)
    with site.database.write() as tx:
        for badge in (ACCOUNTING, MANAGER, SURVEILLANCE, DEALER):
            desk.save_secret(tx, Secret(badge, "pin", hashed, site.clock.at, None, None))
    return site


def tablet(site: Site, badge: str) -> Tablet:
    mine = Tablet(site)
    mine.post("/sign-in", {"badge": badge, "pin": PIN, "next": ""}, status=303)
    return mine


@pytest.fixture
def played(tmp_path: Path) -> Site:
    playing.a_played_day(tmp_path).close()
    return served(tmp_path)


def page_of(table: str, number: int | None = None) -> str:
    asked = "" if number is None else f"?round={number}"
    return f"/accounting/day/{playing.DAY.isoformat()}/felt/{table}{asked}"


@pytest.mark.parametrize("badge", [ACCOUNTING, SURVEILLANCE])
def test_every_game_s_round_lies_on_the_felt(played: Site, badge: str) -> None:
    mine = tablet(played, badge)
    for table in playing.a_house().tables:
        page = mine.get(page_of(table.code))
        assert f"{table.code}, round 1" in page.text
        assert "Seat" in page.text
        assert "by the book" in page.text
        sums = "What play moved since the drop before" in page.text
        assert sums == (badge == ACCOUNTING), "the win adds up from it"
        assert "Round 2" in page.text
    assert "Round 1" in mine.get(page_of("BA-201", 2)).text
    mine.get(page_of("BA-201", 100_000), status=404)
    mine.get(page_of("XX-9"), status=404)


def test_a_round_is_found_by_day_table_and_number(played: Site) -> None:
    mine = tablet(played, SURVEILLANCE)
    assert "A round on the felt" in mine.get("/accounting/rounds").text
    asked = f"/accounting/rounds?day={playing.DAY}&table=BA-201&round=2"
    mine.get(asked, status=303)
    assert mine.answer is not None
    assert mine.answer.headers["Location"] == page_of("BA-201", 2)
    page = mine.get("/accounting/rounds?day=<b>x</b>&table=XX&round=-1", status=422)
    for says in ("Write the gaming date", "Choose a table", "Write the number"):
        assert says in page.text
    assert page.one("input", name="day").attributes["value"] == "<b>x</b>"


def test_rounds_are_closed_to_others_and_before_the_conclusion(
    played: Site, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tablet(played, DEALER).get(page_of("BA-201"), status=403)
    folder = tmp_path_factory.mktemp("dropped")
    playing.dropped(folder)[0].close()
    site = served(folder)
    for badge in (ACCOUNTING, SURVEILLANCE):
        mine = tablet(site, badge)
        page = mine.get(page_of("BA-201"), status=403)
        assert "when the count of their day is concluded" in page.text


def _record_otherwise(site: Site, table: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Put changed rounds in place of those on record, digest and all: another's records."""
    path = next(site.settings.rounds.rglob(f"{table}.rounds.parquet"))
    kept = pq.read_table(path)
    columns = kept.to_pydict()
    change(columns)
    pq.write_table(kept.from_pydict(columns, schema=kept.schema), path)
    with closing(sqlite3.connect(site.settings.data / "countroom.db")) as raw, raw:
        raw.execute("DROP TRIGGER keep_rounds_file_update")
        raw.execute(
            "UPDATE rounds_file SET sha256 = ? WHERE path LIKE ?",
            (sha256_of(path), f"%{path.name}"),
        )


def test_what_was_recorded_otherwise_shows_beside_the_book(played: Site) -> None:
    numbers: list[int] = []

    def pays_too_much(columns: dict[str, Any]) -> None:
        row = next(n for n, paid in enumerate(columns["paid_tray_cents"]) if paid)
        columns["paid_tray_cents"][row] += 700
        numbers.append(columns["round"][row])

    _record_otherwise(played, "BA-201", pays_too_much)
    page = tablet(played, ACCOUNTING).get(page_of("BA-201", numbers[0]))
    assert "not by the book" in page.text
    assert "Recorded as paid tray" in page.text


def test_the_meters_add_up_to_what_the_house_won(played: Site) -> None:
    viewer = playing.viewer()
    day, rounds = playing.DAY, played.settings.rounds

    def at(number: int | None) -> felt.Round:
        return felt.on_felt(played.database, viewer, day, "BA-201", rounds, number)

    first = at(None)
    last = at(first.last)
    assert [meter.before for meter in first.meters] == [ZERO] * 4
    before = at(first.last - 1)
    assert [meter.after for meter in before.meters] == [meter.before for meter in last.meters]
    moved = {meter.name: meter.moved.cents for meter in last.meters}
    tray = sum(
        {("patron", "tray"): 1, ("tray", "patron"): -1}.get((move.from_, move.to), 0)
        * move.amount.cents
        for wager in last.wagers
        for move in wager.moves
    )
    assert moved["Tray"] == tray
