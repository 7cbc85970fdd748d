"""A rack against what it should hold: said once the slip is signed, over and short in words."""

import pytest

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.people import Role
from tests.plumbing import floor
from tests.plumbing.web import Site


def rack(hundreds: int, small: int) -> tuple[Pieces, ...]:
    return (
        Pieces(Instrument.VALUE_CHIP, 10_000, hundreds, "main"),
        Pieces(Instrument.VALUE_CHIP, 250, small, "main"),
    )


def closed_with(site: Site, opening: tuple[Pieces, ...], closing: tuple[Pieces, ...]) -> str:
    """What a floorperson reads on the closer of a table that took no fill and gave no credit."""
    floor.place_boxes(site)
    floor.signed_slip(site, SlipKind.OPENING, pieces=opening)
    name = floor.signed_slip(site, SlipKind.CLOSE, pieces=closing)
    return site.person(role=Role.FLOORPERSON).get(f"/pit/rack/{name}").text


def test_case_E9_seventy_expected_and_seventy_counted_is_no_difference(site: Site) -> None:
    text = closed_with(site, rack(0, 28), rack(0, 28))
    assert "Closer 70.00" in text
    assert "Closing difference even" in text
    assert "short" not in text
    assert "over" not in text.replace("moved over", "")


@pytest.mark.parametrize(
    ("closing", "says"),
    [(rack(0, 24), "short 10.00"), (rack(1, 28), "over 100.00")],
    ids=["short", "over"],
)
def test_case_E10_a_count_that_differs_is_taken_and_said_with_its_sign(
    site: Site, closing: tuple[Pieces, ...], says: str
) -> None:
    text = closed_with(site, rack(0, 28), closing)
    assert f"Closing difference {says}" in text
    counted = sum(entry.amount.cents for entry in closing)
    assert f"Closer {counted // 100}.00" in text
