"""Nonvalue chips of a wheel: colours, marked stacks, the log of discrepancies."""

from datetime import date

import pytest

from countroom.domain.floor import ChipKind, ChipSet
from countroom.domain.wheel_chips import (
    PIECES_LIMIT,
    Colour,
    Counted,
    Mark,
    check_colours,
    colours_of,
    discrepancies,
)
from countroom.errors import EntryError
from countroom.money import ZERO, Money
from countroom.regulations import IMPRESSMENT


def counted(number: int, **colours: int) -> Counted:
    made = tuple(Colour(code, 300, there) for code, there in colours.items())
    return Counted(f"RI-{number:04d}", date(2011, 6, 13 + number), "RO-421", made)


def test_the_colours_of_a_wheel_are_its_nonvalue_sets() -> None:
    main = ChipSet("main", "House chips", ChipKind.VALUE, (Money(5_00),))
    red = ChipSet("red", "Red", ChipKind.NONVALUE, ())
    assert colours_of([main, red]) == (red,)


def test_a_chip_is_worth_its_share_of_the_marked_stack() -> None:
    assert Mark(Money(20_00)).chip == Money(1_00)
    assert Mark(Money(5_00)).chip == Money(25)
    assert Mark(Money(10_00), chips=10).chip == Money(1_00)


@pytest.mark.parametrize(("stack", "chips"), [(0, 20), (-20_00, 20), (20_01, 20), (20_00, 0)])
def test_a_mark_is_whole_cents_a_chip(stack: int, chips: int) -> None:
    with pytest.raises(EntryError, match="whole cents a chip"):
        Mark(Money(stack), chips)


@pytest.mark.parametrize(("imprest", "there"), [(0, 1), (300, -1), (PIECES_LIMIT + 1, 1)])
def test_a_colour_says_how_many_belong_and_how_many_are_there(imprest: int, there: int) -> None:
    with pytest.raises(EntryError, match="red: enter how many"):
        Colour("red", imprest, there)


def test_every_colour_is_counted_once() -> None:
    check_colours(("red", "blue"), ("blue", "red"))
    with pytest.raises(EntryError) as wrong:
        check_colours(("red", "red", "pink"), ("red", "blue"))
    assert set(wrong.value.fields) == {"red", "pink", "blue"}


@pytest.mark.rule(IMPRESSMENT)
def test_the_log_says_what_is_missing_and_since_when() -> None:
    found = discrepancies(
        [
            counted(1, red=300, blue=298),
            counted(2, red=300, blue=295),
            counted(3, red=301, blue=295),
            counted(4, red=300, blue=300),
        ]
    )
    assert all(entry.finding.rule == IMPRESSMENT for entry in found)
    assert [entry.finding.sentence for entry in found] == [
        "RO-421, blue: 2 missing of 300.",
        "RO-421, blue: 5 missing of 300. Since RI-0001: 3 lost.",
        "RO-421, red: 1 too many of 300. Since RI-0002: 1 come back.",
        "RO-421, blue: 5 missing of 300. Since RI-0002: no change.",
        "RO-421, red: all 300 there. Since RI-0003: 1 lost.",
        "RO-421, blue: all 300 there. Since RI-0003: 5 come back.",
    ]
    assert Mark(Money(20_00)).stack > ZERO
