"""One table's period: when its win can be said, and what its papers say."""

from dataclasses import replace
from datetime import date

import pytest

from countroom.domain import canonical
from countroom.domain.findings import Finding
from countroom.domain.floor import TableKind
from countroom.domain.papers.box_count import DocumentsTally
from countroom.domain.revenue import Banking, Nonbanking
from countroom.domain.table_day import TableDay, crossed, noted, papers_found
from countroom.money import ZERO, Money
from countroom.regulations import V_13, V_23, V_25, V_110

DAY = TableDay(
    table="BJ-101",
    game="baccarat",
    kind=TableKind.BANKING,
    gaming_date=date(2011, 6, 14),
    period=7,
    opened=True,
    opening=Money(2_500_000),
    closing=Money(1_712_000),
    fills=Money(800_000),
    credits=Money(500_000),
    currency=Money(1_234_000),
    checks=Money(200_000),
    checks_complete=True,
)


def test_a_complete_banking_table_has_its_books() -> None:
    assert isinstance(DAY.books, Banking)
    assert DAY.books.win == Money(346_000)
    assert (DAY.complete, DAY.findings(), DAY.rake) == (True, (), ZERO)


@pytest.mark.parametrize(
    "changed", [{"opening": None}, {"closing": None}, {"checks_complete": False}]
)
def test_without_a_slip_or_its_checks_there_is_no_win(changed: dict[str, None]) -> None:
    assert not replace(DAY, **changed).complete  # type: ignore[arg-type]


def test_a_nonbanking_table_has_its_rake_at_once() -> None:
    table = replace(DAY, kind=TableKind.NONBANKING, value_chips=Money(5), rake_chips=Money(7))
    assert isinstance(table.books, Nonbanking)
    assert (table.books.win, table.rake) == (Money(12), Money(12))
    in_cash = replace(table, rake_in_cash=True)
    assert in_cash.rake == Money(1_234_012)
    assert in_cash.books is not None
    assert in_cash.books.win == in_cash.rake


@pytest.mark.rule(V_110)
def test_findings_begin_with_what_stands_before_the_win() -> None:
    other = Finding(V_13, "o1 opened short 20.00 against c0.", "o1")
    table = replace(DAY, checks_complete=False, notes=noted([other]))
    first, second = table.findings()
    assert (first.rule, second) == (V_110, other)


def test_a_stored_total_reads_back_as_it_was() -> None:
    table = replace(DAY, opening=None, notes=noted([crossed("F-0001")]))
    assert canonical.from_bytes(TableDay, canonical.to_bytes(table)) == table


@pytest.mark.rule(V_23)
def test_a_slip_that_crossed_a_drop_is_named() -> None:
    assert (crossed("F-0001").rule, crossed("F-0001").where) == (V_23, "F-0001")


@pytest.mark.rule(V_25)
def test_papers_in_the_box_are_the_slips_on_record() -> None:
    tally = DocumentsTally(fill_requests=2, fill_slips=1, credit_slips=1, openers=1)
    expected = {
        "fill_requests": ("FR-0001", "FR-0002"),
        "fill_slips": ("F-0001", "F-0002"),
        "credit_requests": ("CR-0001",),
        "credit_slips": ("C-0001",),
        "error_slips": ("EN-0001",),
    }
    found = papers_found(tally, expected=expected, table="BJ-101")
    assert {each.rule for each in found} == {V_25}
    assert [each.sentence for each in found] == [
        "BJ-101: 1 fill slips in the boxes, 2 on record (F-0001, F-0002): 1 of them not there.",
        "BJ-101: 0 requests for credit in the boxes, 1 on record (CR-0001): CR-0001 not there.",
        "BJ-101: 1 openers in the boxes, 0 on record: 1 more than on record.",
        (
            "BJ-101: 0 error notification slips in the boxes, 1 on record (EN-0001): "
            "EN-0001 not there."
        ),
    ]
