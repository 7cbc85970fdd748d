"""Chips on the books: stock, tie-out, differences in words; Counter Checks against the cage."""

from datetime import date

import pytest

from countroom.domain import chip_books
from countroom.domain.chip_books import Holding, Move
from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, PiecesKey
from countroom.domain.papers.chip_stock import StockMovement
from countroom.domain.papers.first_checks import CHECKS_LIMIT, AtTable, FirstChecks, differences
from countroom.errors import EntryError
from countroom.money import ZERO, Money
from countroom.regulations import CHIP_BOOKS, V_116

FIVE: PiecesKey = (Instrument.VALUE_CHIP, "main", 5_00)
RAKE: PiecesKey = (Instrument.RAKE_CHIP, "rake", 4_00)
DAY = date(2011, 6, 14)


def fives(count: int) -> tuple[Pieces, ...]:
    return (Pieces(Instrument.VALUE_CHIP, 5_00, count, "main"),)


MOVES = [
    (Move.RECEIVED, fives(1_000)),
    (Move.RELEASED, fives(600)),
    (Move.RETURNED, fives(50)),
    (Move.COUNTED, fives(30)),
    (Move.DESTROYED, fives(10)),
]


@pytest.mark.parametrize(("part", "held"), [("issued", 990), ("reserve", 440), ("bank", 580)])
def test_every_movement_adds_where_it_should(part: str, held: int) -> None:
    assert chip_books.moved(MOVES, part)[FIVE] == held
    assert all(move.says for move in Move)


def test_issued_is_racks_bank_reserve_and_outstanding() -> None:
    (five, rake) = chip_books.tie_out(
        [FIVE],
        issued={FIVE: 990},
        racks={FIVE: 300, RAKE: 20},
        bank={FIVE: 250},
        reserve={FIVE: 440},
    )
    assert (five.outstanding, five.outstanding_value, five.label) == (0, ZERO, "$5 main")
    assert rake == Holding(RAKE, issued=0, racks=20, bank=0, reserve=0)
    assert rake.outstanding == -20


@pytest.mark.rule(CHIP_BOOKS)
def test_more_chips_than_were_issued_are_a_finding() -> None:
    even, over = Holding(FIVE, 10, 4, 3, 3), Holding(RAKE, 1_000, 2_234, 0, 0)
    (finding,) = chip_books.too_many([even, over])
    assert finding.sentence == "$4 rake: 1,234 pieces more than were issued."


@pytest.mark.rule(CHIP_BOOKS)
def test_case_E10_a_count_of_the_bank_is_short_or_over_in_words() -> None:
    compared = chip_books.compare(fives(90), {FIVE: 100, RAKE: -5})
    found = chip_books.bank_findings("BK-0002", compared)
    assert [finding.sentence for finding in found] == [
        "$5 main in the chip bank: short 50.00.",
        "$4 rake in the chip bank: over 20.00.",
    ]
    assert chip_books.bank_findings("BK-0002", chip_books.compare(fives(90), {FIVE: 90})) == ()
    assert compared[0].label == "$5 main"


@pytest.mark.rule(CHIP_BOOKS)
def test_chips_counted_in_the_boxes_come_back_to_the_bank() -> None:
    assert chip_books.back_findings("C", {RAKE: 90}, {RAKE: 90}) == ()
    found = chip_books.back_findings("C", {RAKE: 90}, {RAKE: 88, FIVE: 1})
    assert [finding.sentence for finding in found] == [
        "$4 rake: 90 counted in C, 88 back in the chip bank: short 8.00.",
        "$5 main: 0 counted in C, 1 back in the chip bank: over 5.00.",
    ]


def test_a_reserve_gives_no_more_than_it_holds() -> None:
    assert chip_books.lacking(fives(10), {FIVE: 10}) == {}
    assert chip_books.lacking(fives(11), {FIVE: 10}) == {
        "$5 main": "$5 main: the reserve holds 10."
    }
    assert chip_books.lacking(fives(1), {}) == {"$5 main": "$5 main: the reserve holds 0."}


def test_a_movement_says_how_many_and_why() -> None:
    with pytest.raises(EntryError) as wrong:
        StockMovement(Move.RECEIVED, (), ZERO, " ")
    assert set(wrong.value.fields) == {"pieces", "remark"}
    assert StockMovement(Move.RECEIVED, fives(2), Money(10_00), "From the maker.").count == ""


# ------------------------------------------------------------------ what the cage first recorded


@pytest.mark.rule(V_116)
def test_checks_entered_are_the_checks_that_the_cage_first_recorded() -> None:
    first = FirstChecks(
        DAY, (AtTable("BJ-101", 2, Money(3_000_00)), AtTable("CR-1", 1, Money(100)))
    )
    same = (AtTable("CR-1", 1, Money(100)), AtTable("BJ-101", 2, Money(3_000_00)))
    assert differences(first, same) == ()
    one_less = (AtTable("BJ-101", 1, Money(1_000_00)), AtTable("CR-1", 1, Money(100)))
    (found,) = differences(first, one_less)
    assert (found.rule, found.where) == (V_116, "BJ-101")
    assert "recorded 2 Counter Checks for 3,000.00" in found.sentence
    assert "entered 1 for 1,000.00: short 2,000.00" in found.sentence
    more = (*same, AtTable("MS-1", 1, Money(5_00)))
    (found,) = differences(first, more)
    assert "recorded 0" in found.sentence
    assert "over 5.00" in found.sentence


@pytest.mark.parametrize(("checks", "cents"), [(0, 100), (1, 0), (CHECKS_LIMIT + 1, 100)])
def test_a_table_has_a_number_and_a_total(checks: int, cents: int) -> None:
    with pytest.raises(EntryError, match="how many checks"):
        FirstChecks(DAY, (AtTable("BJ-101", checks, Money(cents)),))
