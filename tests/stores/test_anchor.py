"""The journal's anchor beside the database: the newest head, and nothing else counts as one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from countroom.inquiries.verification import verify
from countroom.regulations import V_71
from countroom.stores import journal
from countroom.stores.database import Database
from tests.plumbing import count_day, doing


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = doing.open_database(f"sqlite:///{tmp_path / 'countroom.db'}", str(tmp_path))
    count_day.prepare(opened)
    yield opened
    opened.close()


def _anchor(database: Database) -> Path:
    assert database.anchor is not None
    return database.anchor


@pytest.mark.rule(V_71)
@pytest.mark.parametrize("torn", [b"7", b"seven eight\n", b"\xff\xfe 3"])
def test_an_anchor_that_cannot_be_read_is_named_and_the_next_act_drops_a_new_one(
    database: Database, torn: bytes
) -> None:
    _anchor(database).write_bytes(torn)
    (finding,) = verify(database)
    assert finding.text() == "the journal's anchor: cannot be read"
    _anchor(database).write_bytes(b"")
    assert verify(database) == []
    count_day.do(database, 0)
    with database.read() as tx:
        assert database.anchored() == journal.head(tx)


def test_the_anchor_is_always_of_one_length(database: Database) -> None:
    lengths = set()
    for number in range(5):
        count_day.do(database, number)
        lengths.add(_anchor(database).stat().st_size)
    assert len(lengths) == 1
    assert _anchor(database).stat().st_mode & 0o077 == 0


@pytest.mark.rule(V_71)
def test_a_tail_that_was_cut_off_shows_though_acts_follow(database: Database) -> None:
    for number in range(5):
        count_day.do(database, number)
    head = database.anchored()
    assert head is not None
    ahead = f"{head.seq + 3:>20} {head.digest}\n"  # as if three more acts had been there
    _anchor(database).write_text(ahead, encoding="ascii")
    count_day.do(database, 5)
    assert [finding.says for finding in verify(database)] == ["the newest entries were removed"]
