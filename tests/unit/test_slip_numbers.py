"""Every number of a series accounted for: from what is on record, and from what was said."""

from datetime import UTC, date, datetime

import pytest

from countroom.domain.slip_numbers import (
    EXCEPTIONS,
    Said,
    SlipNumber,
    Status,
    account,
    finding,
    read,
    stray,
)
from countroom.errors import EntryError
from countroom.regulations import V_20

AT = datetime(2011, 6, 15, 12, tzinfo=UTC)
DAY = date(2011, 6, 14)


def known(*numbers: int) -> list[SlipNumber]:
    return [
        SlipNumber("F", number, Status.ISSUED, "BJ-101", DAY, f"K{number}", AT)
        for number in numbers
    ]


def said(name: str, status: Status, table: str = "BJ-101") -> Said:
    return Said(name, status, table, DAY, "Looked twice.", "A1", AT)


@pytest.mark.rule(V_20)
def test_case_E4_a_number_never_issued_though_a_later_one_was_names_its_last_user() -> None:
    found = account(known(6, 7, 9), {}, after=5)
    assert [(one.name, one.status) for one in found] == [
        ("F-0006", Status.ISSUED),
        ("F-0007", Status.ISSUED),
        ("F-0008", Status.MISSING),
        ("F-0009", Status.ISSUED),
    ]
    gap = found[2]
    assert (gap.last, gap.says) == ("K7", "never issued, though a later number was")
    assert gap.status in EXCEPTIONS


def test_a_series_begins_at_one_and_may_be_empty() -> None:
    assert [one.name for one in account(known(2), {})] == ["F-0001", "F-0002"]
    assert account([], {}) == ()


def test_what_is_said_stands_over_the_record() -> None:
    table = said("F-0002", Status.MISSING, "")
    (first, second) = account(known(1, 2), {"F-0002": table})
    assert (first.status, second.status) == (Status.ISSUED, Status.MISSING)
    assert (second.table, second.says, second.last) == ("BJ-101", "Looked twice.", "K2")


@pytest.mark.rule(V_20)
def test_what_is_said_is_a_finding_of_its_table() -> None:
    sentences = [
        finding(said("F-0007", Status.MISSING)).sentence,
        finding(said("F-0006", Status.UNKNOWN)).sentence,
        finding(said("F-0005", Status.REUSED)).sentence,
    ]
    assert sentences == [
        "BJ-101: F-0007 is on record and not in the box. Looked twice.",
        "BJ-101: F-0006 lies in the box and is not on record. Looked twice.",
        "BJ-101: F-0005 was used twice. Looked twice.",
    ]
    assert finding(said("F-0007", Status.MISSING)).rule is V_20


def test_a_stray_is_a_number_of_its_own() -> None:
    one = stray(said("F-0006", Status.UNKNOWN))
    assert (one.series, one.number, one.last) == ("F", 6, "A1")


@pytest.mark.parametrize("typed", ["F0005", "X-0005", "F-0000", "", "F-5x", "F-1234567890"])
def test_what_is_no_number_of_a_series_is_refused(typed: str) -> None:
    with pytest.raises(EntryError, match="Write a number such as F-0005"):
        read(typed)


def test_a_number_is_read_as_it_is_typed() -> None:
    assert read(" is-12 ") == ("IS", 12)
