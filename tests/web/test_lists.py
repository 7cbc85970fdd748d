"""Every list on a page as a file: the same page, the same people, numbers as numbers."""

import csv
import io
import json
import re

import pytest

from countroom.money import Money
from countroom.web.lists import grid_of
from countroom.web.tables import Cell, Column, Listing, row
from tests.plumbing.served_day import Serve
from tests.plumbing.web import Site
from tests.reports.test_tables import sheet

DAY = "/accounting/day/2011-06-14"
LINK = re.compile(r'href="([^"]*[?&;]list=[^"]*)"')


def test_a_list_is_taken_away_as_it_stands_on_the_screen(serve: Serve) -> None:
    day = serve("concluded")
    tablet = day.tablet("A1")
    page = tablet.get("/accounting/series")
    links = [
        link.attributes["href"] for link in page.all("a") if "list=" in link.attributes["href"]
    ]
    assert links, "the register of numbers is a list"
    for link in links:
        answer = tablet.client.get(link)
        assert answer.status_code == 200, link
        assert "attachment" in answer.headers["Content-Disposition"]
    as_csv, as_xlsx, as_json = links[:3]
    lines = list(csv.reader(io.StringIO(tablet.client.get(as_csv).text)))
    shown = [cell.text for cell in page.all("th") if cell.attributes.get("scope") == "row"]
    assert [line[0] for line in lines[1:]] == shown[: len(lines) - 1]
    assert sheet(tablet.client.get(as_xlsx).data)["A1"] == ("s", lines[0][0])
    rows = json.loads(tablet.client.get(as_json).data)[
        as_json.partition("list=")[2].partition("&")[0]
    ]
    assert [next(iter(one.values())) for one in rows] == [line[0] for line in lines[1:]]


def test_who_may_not_see_a_page_gets_no_list_of_it(serve: Serve) -> None:
    day = serve("agreed")
    path = f"{DAY}?list=banking&as=csv"
    day.tablet("A1").get(path, status=404)  # the page says that it is too early
    day.tablet("K1").get(path, status=403)


@pytest.mark.parametrize("query", ["list=nothing&as=csv", "list=people&as=exe", "list=&as="])
def test_what_is_no_list_is_not_found(site: Site, query: str) -> None:
    page = site.person("190").get(f"/admin/people?{query}", status=404)
    assert "There is no list" in page.text


def test_figures_are_figures_and_names_are_texts() -> None:
    listing = Listing(
        id="made",
        title="Made",
        columns=(Column("Box"), Column("Win", right=True), Column("Win", right=True), Column("")),
        rows=(
            row("007", Money(-150_000), 1_200, Cell("1,200")),
            row("=1+1", Cell("-1,500.00", "/x"), Cell("1,200", look="look"), ""),
            row("", Cell("not yet"), Cell("n/a"), ""),
        ),
    )
    grid = grid_of(listing)
    assert grid.columns == ("box", "win", "win_3", "column_4")
    assert grid.rows[0] == ("007", Money(-150_000), 1_200, "1,200")
    assert grid.rows[1] == ("=1+1", Money(-150_000), 1_200, "")
    assert grid.rows[2] == ("", "not yet", "n/a", "")
