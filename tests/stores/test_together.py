"""Acts kept together: each sees those before it, nobody else does, and all are kept or none."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from countroom.errors import CountroomError
from countroom.inquiries.verification import verify
from countroom.stores import journal
from countroom.stores.database import Database
from tests.plumbing import count_day, doing


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = doing.open_database(f"sqlite:///{tmp_path / 'countroom.db'}", str(tmp_path))
    count_day.prepare(opened)
    yield opened
    opened.close()


def head(database: Database) -> int:
    with database.read() as tx:
        return journal.head(tx).seq


def elsewhere(database: Database) -> int:
    """What another thread sees."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(head, database).result()


def test_they_are_the_same_acts_as_one_by_one(database: Database, tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    alone = doing.open_database(
        f"sqlite:///{tmp_path / 'alone' / 'countroom.db'}", str(tmp_path / "alone")
    )
    count_day.prepare(alone)
    with database.together():
        for number in range(count_day.SIGNED):
            count_day.do(database, number)
    for number in range(count_day.SIGNED):
        count_day.do(alone, number)
    assert count_day.snapshot(database) == count_day.snapshot(alone)
    assert database.anchored() == alone.anchored()
    assert verify(database) == []
    alone.close()


def test_nobody_else_sees_them_before_the_end(database: Database) -> None:
    before = head(database)
    with database.together():
        count_day.do(database, 0)
        with database.together():  # part of the larger one
            count_day.do(database, 1)
        assert head(database) == before + 2
        assert elsewhere(database) == before
    assert elsewhere(database) == head(database) == before + 2


def test_an_error_undoes_all_of_them_and_nothing_is_remembered(database: Database) -> None:
    before = count_day.snapshot(database)

    def interrupted() -> None:
        with database.together():
            for number in range(6):
                count_day.do(database, number)
            msg = "the light went out"
            raise ValueError(msg)

    with pytest.raises(ValueError, match="the light went out"):
        interrupted()
    assert count_day.snapshot(database) == before
    for number in range(8):
        count_day.do(database, number)
    assert verify(database) == []


def test_an_act_that_was_refused_is_not_passed_over(database: Database) -> None:
    before = head(database)

    def passed_over() -> None:
        with database.together():
            count_day.do(database, 0)
            with pytest.raises(CountroomError):
                count_day.do(database, 8)  # out of turn

    with pytest.raises(AssertionError, match="undoes those before it"):
        passed_over()
    assert head(database) == before
