"""kill -9 between and inside acts: nothing acknowledged is lost, nothing is half there.

Each test drives a gaming day in a process of its own, ends that process by its id, and holds
what is left against a day that was never disturbed, table by table.
"""

import random  # noqa: TID251 - seeded
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from countroom.domain.documents import Document
from countroom.inquiries import prints
from countroom.inquiries.verification import verify
from countroom.regulations import V_63
from countroom.reports.due import WITH_THE_COUNT
from countroom.stores import Tx, documents, proceeds
from countroom.stores.database import Database
from countroom.stores.documents import Kept
from tests.builders import COUNT
from tests.plumbing import count_day, doing, postgres
from tests.plumbing.forks import worker

pytestmark = pytest.mark.crash

ACTS: Final = range(len(count_day.STEPS))
CHANCE: Final = 20110614
SHARE: Final = 0.4
"""Of the acts that are killed at one moment in the suite; the exhaustive set kills at each."""


@dataclass(frozen=True)
class Place:
    """Where a day is recorded.

    Attributes:
        url: Address of the database, for the processes that will be killed.
        folder: Where the journal's anchor lies.
        database: The same database, opened here.
    """

    url: str
    folder: str
    database: Database

    def held(self) -> dict[str, str]:
        """What every table holds, once the database has undone what a dead process left."""
        with self.database.write():
            pass
        return count_day.snapshot(self.database)


@dataclass(frozen=True)
class Day:
    """An undisturbed day.

    Attributes:
        moments: Of each act, every moment at which its process could die.
        held: What the tables held before the first act, and after each.
    """

    moments: list[tuple[str, ...]]
    held: list[dict[str, str]]


@contextmanager
def a_place(kind: str, folder: Path) -> Iterator[Place]:
    with ExitStack() as stack:
        url = f"sqlite:///{folder / 'countroom.db'}"
        if kind == "postgresql":
            url = stack.enter_context(postgres.database())
        database = doing.open_database(url, str(folder))
        stack.callback(database.close)
        count_day.prepare(database)
        yield Place(url, str(folder), database)


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def kind(request: pytest.FixtureRequest) -> str:
    """Each of the two databases in turn."""
    return str(request.param)


@pytest.fixture(scope="module")
def day(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Day:
    """The day in a process that nobody kills."""
    with a_place(kind, tmp_path_factory.mktemp("undisturbed")) as place:
        before = place.held()
        with worker(doing.rehearse, place.url, place.folder) as process:
            told = process.rest()
            assert process.ended() == 0
        assert len(told) == len(ACTS)
    return Day([moments for moments, _ in told], [before, *(held for _, held in told)])


@pytest.fixture
def place(kind: str, tmp_path: Path) -> Iterator[Place]:
    with a_place(kind, tmp_path) as made:
        yield made


def _die(place: Place, day: Day, number: int, moment: str) -> None:
    """Kill a process at a moment of an act: all of it is there or nothing, as it should be."""
    with worker(doing.one_act, place.url, place.folder, number, moment) as process:
        assert process.rest() == [], f"act {number} was acknowledged and never reached {moment}"
        assert process.ended() == -9
    moments = day.moments[number]
    done = moments.index(moment) >= moments.index("committed 1")
    assert place.held() == day.held[number + done], (count_day.STEPS[number].name, moment)


def _go_on(place: Place, day: Day, number: int) -> None:
    """Send an act again under its key: it is done once, whatever became of the first try."""
    count_day.do(place.database, number)
    assert place.held() == day.held[number + 1]


def test_case_A5_a_process_that_dies_inside_an_act_leaves_all_of_it_or_nothing(
    place: Place, day: Day
) -> None:
    chance = random.Random(CHANCE)
    for number in ACTS:
        if chance.random() > SHARE:
            count_day.do(place.database, number)
            continue
        moments = day.moments[number]
        committed = moments.index("committed 1")
        early, late = moments[:committed], moments[committed:]
        _die(place, day, number, chance.choice(chance.choice([early, late])))
        _go_on(place, day, number)
    assert place.held() == day.held[-1]
    assert verify(place.database) == []


@pytest.mark.exhaustive
def test_every_moment_of_every_act(place: Place, day: Day) -> None:
    for number in ACTS:
        for moment in day.moments[number]:
            _die(place, day, number, moment)
            if moment.startswith("committed"):
                break
        assert verify(place.database) == []
        _go_on(place, day, number)


def _run(place: Place, day: Day, first: int, chance: random.Random) -> int:
    """Let a process work and kill it at any moment; tell the last act it acknowledged."""
    stop = min(first + chance.randint(1, 12), ACTS[-1])
    acknowledged = first - 1
    with worker(doing.acts, place.url, place.folder, first) as process:
        while acknowledged < stop:
            acknowledged, _ = process.next()
        time.sleep(chance.uniform(0, 0.02))
        process.kill()
        for number, _ in process.rest():
            acknowledged = number
    held = place.held()
    assert held in day.held[acknowledged + 1 : acknowledged + 3], acknowledged
    assert verify(place.database) == []
    return acknowledged


def _killed_again_and_again(place: Place, day: Day, seed: int) -> None:
    chance = random.Random(seed)
    acknowledged = -1
    while acknowledged < ACTS[-1]:
        acknowledged = _run(place, day, max(acknowledged, 0), chance)
    assert place.held() == day.held[-1]


def test_a_day_killed_again_and_again_comes_out_as_an_undisturbed_one(
    place: Place, day: Day
) -> None:
    _killed_again_and_again(place, day, CHANCE)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(20))
def test_twenty_days_killed_again_and_again(place: Place, day: Day, seed: int) -> None:
    _killed_again_and_again(place, day, seed)


@pytest.mark.rule(V_63)
def test_prints_that_were_signed_and_not_kept_are_due_and_made_after_the_crash(
    tmp_path: Path,
) -> None:
    with a_place("sqlite", tmp_path) as place:
        for number in range(count_day.SIGNED):
            count_day.do(place.database, number)
        for moment, left in (("commit 1", 2), ("committed 1", 1)):
            with worker(doing.keep_prints, place.url, place.folder, moment) as process:
                assert process.rest() == []
                assert process.ended() == -9
            assert len(prints.due(place.database, WITH_THE_COUNT)) == left
            assert verify(place.database) == []
        with worker(doing.keep_prints, place.url, place.folder, "") as process:
            assert process.next() == 1
        assert prints.due(place.database, WITH_THE_COUNT) == ()
        assert verify(place.database) == []
        with place.database.read() as tx:
            reports = proceeds.reports(tx, COUNT).values()
            kept = [(one.version_id, one.copy) for report in reports for one in _prints(tx, report)]
        assert len(kept) == len(set(kept)) == 6


def _prints(tx: Tx, report: Document) -> Sequence[Kept]:
    return documents.prints(tx, report.id)
