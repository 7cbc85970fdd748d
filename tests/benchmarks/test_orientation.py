"""For orientation, without a budget: walking a larger database, and reconciling a played day."""

import time
from pathlib import Path
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from countroom.inquiries import reconcile
from countroom.inquiries.verification import verify
from countroom.operations import counting
from countroom.stores import journal
from tests.benchmarks.conftest import Show
from tests.plumbing import doing, playing, tablets
from tests.plumbing.tablets import TEAM, Room

BOXES: Final = 40
HEADS: Final = ["", "milliseconds", "each"]


def test_walking_everything_on_record(
    benchmark: BenchmarkFixture, tmp_path: Path, show: Show
) -> None:
    database = doing.open_database(f"sqlite:///{tmp_path / 'countroom.db'}", str(tmp_path))
    room = Room(database, BOXES)
    room.show_every_box()
    began = time.perf_counter()
    for box in room.boxes:
        here = {"count": room.count, "box": box}
        for save in range(tablets.SAVES):
            sheet = tablets.a_sheet(save)
            room.do(counting.save_draft, TEAM[0], revision=save, sheet=sheet, **here)
        room.do(counting.record_box, TEAM[0], revision=tablets.SAVES, **here)
    saved = time.perf_counter() - began
    with database.read() as tx:
        entries = journal.head(tx).seq
    began = time.perf_counter()
    found = benchmark.pedantic(verify, args=(database,), rounds=1)  # type: ignore[no-untyped-call]
    walked = time.perf_counter() - began
    database.close()
    assert found == []
    acts = BOXES * (tablets.SAVES + 1)
    show(
        f"{BOXES} boxes counted without a screen, then everything on record walked",
        HEADS,
        [
            [f"{acts} acts", f"{saved * 1000:.0f}", f"{saved / acts * 1000:.2f}"],
            [
                f"verify {entries} entries",
                f"{walked * 1000:.0f}",
                f"{walked / entries * 1000:.2f}",
            ],
        ],
    )


def test_reconciling_a_played_day(benchmark: BenchmarkFixture, tmp_path: Path, show: Show) -> None:
    database = playing.a_played_day(tmp_path)
    asked = (database, playing.viewer(), playing.DAY, tmp_path / "rounds")
    began = time.perf_counter()
    found = benchmark.pedantic(reconcile.day, args=asked, rounds=1)  # type: ignore[no-untyped-call]
    took = time.perf_counter() - began
    database.close()
    assert found["variance_cents"] == 0
    many = len(found["tables"])
    row = [f"{many} tables", f"{took * 1000:.0f}", f"{took / many * 1000:.1f}"]
    show("A played day reconciled with its rounds", HEADS, [row])
