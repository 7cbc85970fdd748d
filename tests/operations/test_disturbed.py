"""Disturbed days in small: some single ones, a pair, and none at all."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from countroom.domain.explaining import signs
from countroom.operations.play import Disturbance
from tests.disturbances import judge
from tests.disturbances.chance import Chance
from tests.disturbances.library import LIBRARY
from tests.disturbances.world import World, main_box, read, reboxed, recounted, rewritten
from tests.plumbing import playing


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("undisturbed")
    database = playing.a_played_day(folder)
    yield read(database, folder / "rounds")
    database.close()


def test_a_day_that_nobody_disturbed_raises_no_alarm(world: World) -> None:
    assert judge.false_alarms([world]) == 0


SURE = (
    "money.note_gone",
    "money.digits_exchanged",
    "money.boxes_exchanged",
    "money.coupon_in_other_box",
    "money.check_gone",
    "money.check_elsewhere",
    "papers.chip_gone",
    "papers.slip_not_in_system",
    "papers.fill_as_credit",
    "papers.closing_wrong",
    "felt.paid_twice",
    "felt.round_twice",
    "felt.round_missing",
    "felt.rake_in_rack",
)


def test_what_was_done_is_detected_located_and_named_first(world: World) -> None:
    found = list(judge.singles([world], {name: LIBRARY[name] for name in SURE}))
    assert {name for one in found for name in one.names} == set(SURE)
    assert [one.says for one in found if not (one.detected and one.located and one.first)] == []


def test_whatever_is_done_is_detected_and_located(world: World) -> None:
    """Every disturbance of the library that this house has something for."""
    found = list(judge.singles([world], LIBRARY))
    assert [one.names for one in found if not (one.detected and one.located)] == []
    assert sum(one.place > 0 for one in found) >= 0.9 * len(found)


def test_two_things_at_one_table_are_told_together(world: World) -> None:
    table = world.tables["MS-101"]
    box = main_box(table)
    hundred = next(line for line in box.money if line.pieces)
    chip = next(line for line in table.closing.lines if line.cents == 2_500)
    after = recounted(table, chip, chip.pieces - 1)
    after = reboxed(after, box, money=rewritten(box.money, hundred, hundred.pieces - 1))
    rng = Chance(1)
    first = LIBRARY["papers.chip_gone"](world, rng)
    assert first is not None
    one = replace(first, signs=frozenset({("MS-101", "cash"), ("MS-101", "chips")}))
    wanted = replace(one, look=frozenset({f"box {box.number}", table.closing.name}))
    found = judge.judge(("two",), world.put(after), [wanted])
    assert found.first
    assert found.says.count("pieces_short") == 2


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        (Disturbance("MS-101", "coupon_gone"), "coupon"),
        (Disturbance("MS-101", "check_gone"), "check"),
        (Disturbance("BA-201", "slip_gone"), "paper"),
        (Disturbance("BA-201", "note_extra", 10_000, 1), "cash"),
    ],
)
def test_a_day_that_goes_wrong_through_the_operations_reads_as_one_in_memory(
    tmp_path: Path, wrong: Disturbance, part: str
) -> None:
    database, _ = playing.played_wrong(tmp_path, wrong)
    found = signs.of_day(read(database, tmp_path / "rounds").day)
    assert set(found) == {wrong.table}
    assert part in {sign.what for sign in found[wrong.table]}
    database.close()
