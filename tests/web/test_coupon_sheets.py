"""Coupons printed in house, on the screen: once, and void with two people."""

from pathlib import Path
from typing import Any

import zxingcpp

from countroom.domain.people import Role
from tests.plumbing import prints
from tests.plumbing.web import badge_of, build_site, pin_of, staffed_house
from tests.web.test_coupons import CONTROLS, DESIGN, signs, where


def test_a_sheet_is_recorded_printed_once_and_voided_by_two(tmp_path: Path) -> None:
    site = build_site(tmp_path / "data", of=staffed_house(coupons=(DESIGN,), controls=(CONTROLS,)))
    tablet = site.person(role=Role.FINANCE_SUPERVISOR)
    typed: dict[str, Any] = {"design": "MP25", "serials": "A-0001 to A-0003"}
    tablet.send("/finance/sheets", **typed, **signs(Role.FINANCE_SUPERVISOR))
    sheet = where(tablet)
    assert "not printed yet" in tablet.get(sheet).text
    hidden = tablet.hidden(tablet.get(sheet), f"{sheet}/coupons.pdf")
    tablet.post(f"{sheet}/coupons.pdf", hidden, status=200)
    assert tablet.answer is not None
    pictures = prints.pictures(tablet.answer.data, dots=200)
    read = [one.text for picture in pictures for one in zxingcpp.read_barcodes(picture)]
    assert sorted(read) == ["A-0001", "A-0002", "A-0003"]
    tablet.post(f"{sheet}/coupons.pdf", hidden, status=409)
    assert "This sheet is printed." in tablet.get(sheet).text
    badge = badge_of(Role.FINANCE)
    second: dict[str, Any] = {"second_badge": badge, "second_pin": pin_of(badge)}
    tablet.send(f"{sheet}/void", reason="The paper jammed.", **second)
    assert "void" in tablet.get("/finance/sheets").text
    tablet.send("/finance/sheets", status=422, **typed, **signs(Role.FINANCE_SUPERVISOR))
