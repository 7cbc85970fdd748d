"""What is kept in memory of the transitions is what lies on record, whoever added what."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from countroom.domain.people import Role
from countroom.errors import NotFoundError
from countroom.operations.acts import Act, Done, Who, perform
from countroom.stores import Tx, migrating, recall, states
from countroom.stores.database import Database
from tests.builders import DROP
from tests.plumbing import doing
from tests.plumbing.houses import a_person

WHO = Who(a_person("1", Role.DEALER), Role.DEALER)


@pytest.fixture
def here(database_url: str, tmp_path: Path) -> Iterator[Database]:
    database = doing.open_database(database_url, str(tmp_path))
    migrating.migrate(database)
    yield database
    database.close()


@pytest.fixture
def there(here: Database, database_url: str, tmp_path: Path) -> Iterator[Database]:
    """The same database in another process, as far as memory goes."""
    assert here.url
    database = doing.open_database(database_url, str(tmp_path))
    yield database
    database.close()


def move(act: Act, *, subject: str, to: str) -> Done:
    act.move("thing", subject, to)
    assert act.state("thing", subject) == to
    return act.seal("moved", subject, done=Done(to))


def move_and_fail(act: Act, *, subject: str, to: str) -> Done:
    act.move("thing", subject, to)
    assert everything(act.tx) == {"a|1": to}
    msg = "no"
    raise NotFoundError(msg)


def do(database: Database, subject: str, to: str) -> None:
    perform(database, move, who=WHO, now=DROP, subject=subject, to=to)


def everything(tx: Tx) -> dict[str, str]:
    """Where the things stand, as every question tells it."""
    current = states.current(tx, "thing", prefix="a|")
    for subject, moved in current.items():
        assert states.last(tx, "thing", subject) == moved
        assert states.history(tx, "thing", subject)[-1] == moved
        assert states.history_from(tx, "thing", subject, moved.seq) == [moved]
        assert states.last_into(tx, "thing", subject, moved.to_state) == moved
    return {subject: moved.to_state for subject, moved in current.items()}


def seen(database: Database) -> dict[str, str]:
    with database.read() as tx:
        return everything(tx)


def test_what_another_process_adds_is_seen_at_once(here: Database, there: Database) -> None:
    assert seen(here) == seen(there) == {}
    do(here, "a|1", "x")
    do(there, "a|2", "x")
    assert seen(here) == seen(there) == {"a|1": "x", "a|2": "x"}
    do(there, "a|1", "y")
    do(there, "b|1", "y")
    assert seen(here) == seen(there) == {"a|1": "y", "a|2": "x"}


def test_what_is_undone_is_never_remembered(here: Database) -> None:
    with pytest.raises(NotFoundError):
        perform(here, move_and_fail, who=WHO, now=DROP, subject="a|1", to="x")
    assert seen(here) == {}
    do(here, "a|2", "y")
    assert seen(here) == {"a|2": "y"}


def test_a_reader_sees_one_picture_and_leaves_no_old_one_behind(
    here: Database, there: Database
) -> None:
    do(here, "a|1", "x")
    with here.read() as tx:
        assert everything(tx) == {"a|1": "x"}
        do(there, "a|1", "y")
        assert seen(here) == {"a|1": "y"}
        states.last(tx, "thing", "a|2")
        if here.is_sqlite:
            assert everything(tx) == {"a|1": "x"}
    assert seen(here) == {"a|1": "y"}
    do(there, "a|2", "z")
    assert seen(here) == {"a|1": "y", "a|2": "z"}


def test_what_did_not_change_is_not_read_again(here: Database) -> None:
    do(here, "a|1", "x")
    do(here, "a|2", "x")
    seen(here)
    read: list[str] = []

    def note(*event_: object) -> None:
        read.append(str(event_[2]))

    event.listen(here.engine, "before_cursor_execute", note)
    seen(here)
    assert read == []  # how far the tables have come is asked of the driver itself


def test_memory_is_bounded(here: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "_KEPT", 3)
    for number in range(5):
        do(here, f"a|{number}", "x")
    assert len(seen(here)) == 5
    assert seen(here) == {f"a|{number}": "x" for number in range(5)}


def test_a_long_history_is_read_whole(here: Database) -> None:
    for number in range(40):
        do(here, "a|1", f"s{number}")
    with here.read() as tx:
        assert len(states.history_from(tx, "thing", "a|1", 3)) == 38
