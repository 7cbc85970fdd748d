"""A count again, act by act: every act of it, the figures as they were then, for whom."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from countroom.cli import main
from countroom.cli.operator import operator
from countroom.domain.people import Role
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import replay
from countroom.inquiries.report_trail import Names
from countroom.money import Money
from countroom.operations import signing
from countroom.regulations import V_64, V_66
from countroom.reports.replay_text import text
from countroom.stores.database import Database
from tests.operations.fixture_day import COUNT
from tests.plumbing import reported
from tests.plumbing.reported import Folders


@pytest.fixture
def database(folders: Folders) -> Iterator[Database]:
    found = reported.opened(folders.concluded)
    yield found
    found.close()


def test_every_act_of_the_count_is_there_in_order(database: Database) -> None:
    found = replay.of_count(database, operator(Role.INTERNAL_AUDIT), COUNT)
    acts = [step.act for step in found.steps]
    assert [step.seq for step in found.steps] == sorted(step.seq for step in found.steps)
    assert acts.count("box recorded") == 6
    assert acts.count("recount submitted") == 2
    assert acts.count("count reports signed") == 6
    assert acts[-1] == "count concluded"
    assert not {"Counter Check entered", "fill requested"} & set(acts)
    recorded = [step for step in found.steps if step.act == "box recorded"]
    assert [step.recorded for step in recorded] == [1, 2, 3, 4, 5, 6]
    assert recorded[0].counted == Money(12_340_00)
    assert recorded[0].changed == ()  # what was typed before stays with whoever typed it
    (made,) = recorded[0].made
    assert (made.title, made.box, made.total) == ("Box Count", "1101", Money(12_340_00))
    assert [one.memo for one in made.figures].count(True) >= 1


def test_what_was_changed_shows_as_it_was_and_again_as_it_became(
    folders: Folders, tmp_path: Path
) -> None:
    day = reported.going_on(folders.signed, folders.signed_at, tmp_path)
    day.do(signing.reopen, "S1", count=COUNT, reason="a strap", representative=day.proof("B1"))
    reported.change_a_box(day)
    with day.database.read() as tx:
        steps = list(replay._steps(tx, COUNT, Names(day.house)))
    first = next(step for step in steps if step.act == "box recorded")
    (changed,) = [step for step in steps if step.act == "box changed"]
    (before,), (after,) = first.made, [one for one in changed.made if one.box == "1101"]
    assert (before.total, before.version) == (Money(12_340_00), 1)
    assert (after.total, after.version) == (Money(12_341_00), 2)
    assert after.reason == "one stuck to another"
    assert changed.changed[0] == "$1 currency: 20 to 21"
    day.database.close()


@pytest.mark.rule(V_66)
@pytest.mark.rule(V_64)
def test_nobody_replays_it_before_the_conclusion_and_the_cage_never(
    folders: Folders, database: Database
) -> None:
    earlier = reported.opened(folders.counting)
    for duty in Role:
        with pytest.raises(AccessError):
            replay.of_count(earlier, operator(duty), COUNT)
    earlier.close()
    for duty in (Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR, Role.MARKETING):
        with pytest.raises(AccessError):
            replay.of_count(database, operator(duty), COUNT)
    with pytest.raises(NotFoundError):
        replay.of_count(database, operator(Role.CCR), "2011-06-14/9")


def test_as_text_it_can_be_read_without_the_program(database: Database, folders: Folders) -> None:
    found = replay.of_count(database, operator(Role.CCR), COUNT)
    told = text(found)
    assert told.startswith("Sample Casino. Count 2011-06-14/1, act by act: ")
    assert "88 x $100 currency" in told
    assert "so far: 1 box, 12,340.00" in told
    assert "so far: 6 boxes, " in told
    assert "(memo)" in told
    assert "signed BR-0001: ccr" in told
    data = str(folders.concluded)
    said = CliRunner().invoke(main, ["replay", COUNT, "--duty", "ccr", "--data", data])
    assert (said.exit_code, said.output) == (0, told)
    refused = CliRunner().invoke(main, ["replay", COUNT, "--data", str(folders.counting)])
    assert refused.exit_code == 2
    assert "12,340" not in refused.output
