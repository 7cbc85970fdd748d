"""What is typed into a cell, and what a line refuses."""

import pytest

from countroom.domain.denominations import (
    PIECES_LIMIT,
    Instrument,
    Line,
    Pool,
    Side,
    denomination_label,
    pieces_of_amount,
    pieces_typed,
)
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_36


@pytest.mark.parametrize(
    "typed", ["-1", "1.5", "1e3", "abc", "1_000", "+5", "٣", "0x1", "1,000", "½"]
)
def test_case_C3_each_wrong_quantity_is_refused_by_its_denomination(typed: str) -> None:
    with pytest.raises(EntryError) as refused:
        pieces_typed(typed, name="$20")
    assert refused.value.fields == {"$20": "$20: enter a whole number of pieces, 0 or more."}


@pytest.mark.parametrize("typed", ["9223372036854775808", "9223372036854775807", "10000000"])
def test_case_C5_more_than_fits_is_a_sentence_and_no_overflow(typed: str) -> None:
    with pytest.raises(EntryError, match="at most 9,999,999 pieces"):
        pieces_typed(typed, name="$20")


def test_case_C1_blank_is_not_entered_and_differs_from_zero() -> None:
    assert pieces_typed("  ", name="$20") is None
    assert pieces_typed("0", name="$20") == 0
    assert pieces_typed(" 012 ", name="$20") == 12


def test_a_serial_that_was_scanned_is_no_number_of_pieces() -> None:
    for scanned in ("000123", "0012", "M25-0000042", "0012\r\n"):
        with pytest.raises(EntryError, match=r"serial|whole number"):
            pieces_typed(scanned, name="$20")


@pytest.mark.rule(V_36)
def test_case_C6_an_amount_must_be_a_multiple() -> None:
    assert pieces_of_amount(Money(300_00), 100_00, name="$100 chips") == 3
    with pytest.raises(EntryError, match=r"250\.00 is not a multiple of \$100"):
        pieces_of_amount(Money(250_00), 100_00, name="$100 chips")
    with pytest.raises(EntryError, match="not a multiple"):
        pieces_of_amount(Money(-100_00), 100_00, name="$100 chips")
    with pytest.raises(EntryError, match="at most"):
        pieces_of_amount(Money((PIECES_LIMIT + 1) * 100), 100, name="$1 chips")


def test_case_C10_a_line_of_half_dollars_is_exact() -> None:
    line = Line(Side.COUNT, Instrument.VALUE_CHIP, 250, 3)
    assert line.amount == Money(750)
    assert Line(Side.CREDIT, Instrument.VALUE_CHIP, 250, 3, sign=-1).amount == Money(-750)


@pytest.mark.parametrize(
    "wrong",
    [
        {"denomination_cents": 0},
        {"pieces": -1},
        {"pieces": PIECES_LIMIT + 1},
        {"sign": 2},
        {"reference": "A1", "pieces": 2},
    ],
    ids=["no face", "fewer than none", "too many", "no sign", "one reference for two pieces"],
)
def test_a_line_that_cannot_be_is_a_bug(wrong: dict[str, object]) -> None:
    whole: dict[str, object] = {
        "side": Side.COUNT,
        "instrument": Instrument.CURRENCY,
        "denomination_cents": 100,
        "pieces": 1,
    }
    with pytest.raises(AssertionError):
        Line(**(whole | wrong))  # type: ignore[arg-type]


def test_denominations_and_pools_are_called_as_people_call_them() -> None:
    assert denomination_label(250) == "$2.50"
    assert denomination_label(500_000) == "$5,000"
    assert [pool.printed for pool in Pool if pool.is_banking] == [
        "Banking currency",
        "Chips found in banking boxes",
    ]
    assert len({pool.printed for pool in Pool}) == len(Pool)
