"""Printed coupons: every code read back from the rendered picture, and what stands on each."""

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from math import hypot

import pypdfium2
import pytest
import zxingcpp

from countroom.domain.coupon_lots import read_ranges
from countroom.domain.papers._coupons import lots
from countroom.domain.papers.coupon_sheet import MOST, CouponSheet, of_design
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError
from countroom.money import Money
from countroom.reports import coupon_sheets, pdf
from tests.plumbing import prints

DESIGN = CouponDesign(
    "MP25",
    "Match Play 25",
    Money(25_00),
    ("blackjack",),
    serial_prefix="M25-",
    expires=date(2011, 12, 31),
    restrictions="Blackjack main wager only",
    terms="Pays even money. Dropped when the wager settles.",
)
AT = datetime(2011, 6, 14, 16, 0, tzinfo=UTC)
SERIALS = tuple(f"M25-{number:07d}" for number in range(41, 51))
_CHIPS_MM = 22
_POINTS_A_MM = 72 / 25.4


def a_sheet(typed: str = "M25-0000041 to M25-0000050", **changed: object) -> CouponSheet:
    made = of_design(DESIGN, "Test House (sample)", lots("MP25", DESIGN.value, read_ranges(typed)))
    return replace(made, **changed)  # type: ignore[arg-type]


@cache
def written() -> bytes:
    return pdf.press(coupon_sheets.page(a_sheet(), form="MP-0001", at=AT))


def test_every_code_of_the_rendered_sheet_reads_back_as_its_serial() -> None:
    pictures = prints.pictures(written(), dots=200)
    read = [found.text for picture in pictures for found in zxingcpp.read_barcodes(picture)]
    assert len(pictures) == 2
    assert sorted(read) == list(SERIALS)


def test_each_coupon_bears_the_six_items() -> None:
    text = " ".join(prints.text(written()).split())
    for item in (
        "Test House (sample)",
        "$25",
        "Blackjack main wager only",
        "Not valid after December 31, 2011.",
        "Chips here",
    ):
        assert text.count(item) == len(SERIALS), item
    for serial in SERIALS:
        assert text.count(serial) == 1


def test_chips_never_cover_the_value() -> None:
    document = pypdfium2.PdfDocument(written())
    try:
        text = document[0].get_textpage()
        values, chips = _boxes(text, "$25"), _boxes(text, "Chips here")
    finally:
        document.close()
    assert len(values) == len(chips) == 8
    for left, bottom, right, top in values:
        assert top - bottom > 8 * _POINTS_A_MM  # a camera above the table reads it
        for chip in chips:
            x, y = (chip[0] + chip[2]) / 2, (chip[1] + chip[3]) / 2
            nearest = hypot(x - min(max(x, left), right), y - min(max(y, bottom), top))
            assert nearest > _CHIPS_MM * _POINTS_A_MM


def _boxes(text: pypdfium2.PdfTextPage, word: str) -> list[tuple[float, float, float, float]]:
    finder, found = text.search(word), []
    while (place := finder.get_next()) is not None:
        corners = [text.get_charbox(n) for n in range(place[0], place[0] + place[1])]
        lows, highs = [(c[0], c[1]) for c in corners], [(c[2], c[3]) for c in corners]
        box = (*map(min, zip(*lows, strict=True)), *map(max, zip(*highs, strict=True)))
        found.append(box)
    return found


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert pdf.press(coupon_sheets.page(a_sheet(), form="MP-0001", at=AT)) == written()


def test_what_does_not_expire_says_so() -> None:
    assert a_sheet(expires=None).expiry == "Does not expire."


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        ("", "Enter the serials"),
        (f"M25-0000001 to M25-{MOST + 1:07d}", "at most 2,000"),
    ],
)
def test_a_sheet_has_coupons_and_not_too_many(sheet: str, says: str) -> None:
    with pytest.raises(EntryError, match=says):
        a_sheet(sheet)
