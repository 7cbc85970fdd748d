"""Every number of the worksheet opens to what is under it, down to the line and the round."""

import re
from typing import Final
from urllib.parse import urlsplit

import pytest

from countroom.domain.spans import Span
from tests.plumbing.served_day import Serve
from tests.plumbing.web import Tablet

DAY: Final = "/accounting/day/2011-06-14"
_AMOUNT: Final = re.compile(r"-?[0-9][0-9,]*\.[0-9]{2}")


def complete(serve: Serve) -> Tablet:
    day = serve("concluded")
    day.day.enter_checks()
    return day.tablet("A1")


def test_under_a_table_lie_its_slips_its_lines_and_its_checks(serve: Serve) -> None:
    tablet = complete(serve)
    text = tablet.get(f"{DAY}/figures/BJ-101").text
    assert "Win 3,460.00 Drop 14,340.00 Hold 24.13%" in text
    assert "Currency 12,340.00" in text
    assert "BC-0001 1101 currency 100.00 88 8,800.00" in text
    assert "Fills 8,000.00" in text
    assert "F-0001" in text
    assert "Counter Checks 2,000.00" in text
    assert "No form of this table and date is void." in text
    poker = tablet.get(f"{DAY}/figures/PK-501").text
    assert "Rake chips 720.00" in poker
    assert "Value chips 762.00" in poker
    tablet.get(f"{DAY}/figures/XX-1", status=404)
    tablet.get(f"{DAY}/rounds/XX-1", status=404)
    text = tablet.get(f"{DAY}/rounds/BJ-101", status=404).text
    assert "No rounds of BJ-101 are on record" in text
    assert "Rounds 0" in tablet.get(f"{DAY}/rounds/PK-502").text, "it was never open"


@pytest.mark.parametrize("span", list(Span))
def test_every_figure_of_the_worksheet_is_a_way_in(serve: Serve, span: Span) -> None:
    tablet = complete(serve)
    page = tablet.get(f"{DAY}/worksheet/{span.value}")
    ways = {urlsplit(one.attributes["href"]).path for one in page.all("a")}
    inside = sorted(way for way in ways if "/figures/" in way or f"/{span.value}/" in way)
    assert len(inside) >= (4 if span is Span.DAY else 14)
    for way in inside:
        text = tablet.get(way).text
        assert _AMOUNT.search(text)
    line = tablet.get(f"{DAY}/worksheet/{span.value}/house/banking/banking").text
    assert "2011-06-14 BJ-101 25,000.00 8,000.00 5,000.00 12,340.00 2,000.00 14,340.00" in line
    tablet.get(f"{DAY}/worksheet/{span.value}/table/banking/XX-1", status=404)
    tablet.get(f"{DAY}/worksheet/{span.value}/table/nonbanking/BJ-101", status=404)


def test_a_day_with_open_checks_opens_what_there_is(serve: Serve) -> None:
    tablet = serve("concluded").tablet("A1")
    text = tablet.get(f"{DAY}/figures/BJ-101").text
    assert "Win — Drop — Hold —" in text
    assert "Counter Checks 0.00" in text
    line = tablet.get(f"{DAY}/worksheet/day/table/banking/BJ-101").text
    assert "2011-06-14 BJ-101 — — —" in line


def test_before_the_conclusion_nothing_opens(serve: Serve) -> None:
    tablet = serve("agreed").tablet("A1")
    ways = ("figures/BJ-101", "rounds/BJ-101", "worksheet/day/house/banking/banking")
    for way in ways:
        text = tablet.get(f"{DAY}/{way}", status=403).text
        assert "shows when its count is concluded" in text
        assert "12,340" not in text


def test_a_line_leads_to_its_form(serve: Serve) -> None:
    tablet = complete(serve)
    page = tablet.get(f"{DAY}/figures/BJ-101")
    forms = {one.attributes["href"] for one in page.all("a") if "/form/" in one.attributes["href"]}
    assert f"{DAY}/form/BC-0001" in forms
    for way in sorted(forms):
        tablet.get(way)
