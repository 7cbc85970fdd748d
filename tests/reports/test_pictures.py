"""Pictures: what they show, that they print alike everywhere, and that nothing else is loaded."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from countroom.errors import NotFoundError
from countroom.money import Money
from countroom.paths import STATIC
from countroom.reports import gallery, pdf
from countroom.reports.pages import Page
from countroom.reports.pictures import (
    Bars,
    FloorMap,
    HeatMap,
    LimitLine,
    Look,
    Picture,
    Reading,
    Series,
    Tile,
    Unit,
    drawn,
    inline,
    shown,
)
from countroom.reports.plots import figure_text
from tests.reports.test_pdf import AT

LINE = LimitLine(
    name="hold",
    title="Hold",
    alt="Hold of three days.",
    unit=Unit.PERCENT,
    readings=(
        Reading("12 Jun", 14, 15, 5, 25),
        Reading("13 Jun", None),
        Reading("14 Jun", 42, 15, 5, 25, outside=True),
    ),
)
BARS = Bars(
    name="parts",
    title="Parts",
    alt="Three parts.",
    labels=("12 Jun", "13 Jun"),
    series=(Series("cash", (-25, 0)), Series("checks", (None, 100)), Series("chips", (5, 5))),
)
HEAT = HeatMap(
    name="hours",
    title="Hours",
    alt="Two days.",
    rows=("Mon", "Tue"),
    columns=("06", "07", "08"),
    values=((0, 100, None), (12_500, 3, 4)),
)
FLOOR = FloorMap(
    name="floor",
    title="Floor",
    alt="Two pits.",
    pits=(
        ("王小明", (Tile("BJ-101", "12,460", 1), Tile("BJ-102", "0", 0, Look.CLOSED))),
        ("محمد & Sons <b>x</b>", (Tile("PK-501", "1,482", 0.4, Look.STOP, "short 20.00"),)),
    ),
    says="Win",
)
EVERY = (LINE, BARS, HEAT, FLOOR)


def said(svg: bytes) -> str:
    """Every text of a picture: each stands beside its outlines."""
    return "\n".join(re.findall(r"<!-- (.*?) -->", svg.decode()))


@pytest.mark.parametrize("picture", EVERY, ids=lambda one: one.name)
def test_a_picture_is_one_svg_that_draws_itself_alike_and_takes_nothing_from_anywhere(
    picture: Picture,
) -> None:
    svg = drawn(picture)
    assert drawn(picture) == svg
    assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    links = re.findall(rb'(?:href|src)="([^"]*)"|url\(([^)]*)\)', svg)
    assert all((one or other).startswith(b"#") for one, other in links)
    assert b"<text" not in svg, "letters are outlines: no font is asked for"
    assert b"date" not in svg


def test_a_line_says_where_it_left_its_limits() -> None:
    texts = said(drawn(LINE))
    for text in ("found", "expected", "limits", "outside", "12 Jun", "40 %"):
        assert text in texts
    calm = LimitLine(name="hold", title="Hold", alt="", readings=LINE.readings[:2])
    assert "outside" not in said(drawn(calm))


def test_bars_are_told_apart_without_colour() -> None:
    svg = drawn(BARS)
    assert b"<pattern" in svg
    assert {"cash", "checks", "chips", "100"} <= set(said(svg).split("\n"))
    alone = Bars(name="one", title="", alt="", labels=("a",), series=(Series("cash", (1,)),))
    assert "cash" not in said(drawn(alone)), "one kind needs no legend"


def test_a_heat_map_says_what_the_darkest_is() -> None:
    assert "darkest: 12,500" in said(drawn(HEAT))
    assert drawn(HEAT).count(b"opacity: 0.96") == 1
    empty = HeatMap(
        name="none", title="", alt="", rows=("Mon",), columns=("06",), values=((None,),)
    )
    assert "darkest: 1" in said(drawn(empty))


def test_names_of_every_script_are_drawn_and_said_as_they_are() -> None:
    svg = drawn(FLOOR)
    texts = said(svg)
    assert "王小明" in texts
    assert "محمد" in texts
    assert "<b>" not in texts.replace("&lt;b>", ""), "a name is never markup"
    assert b"NotoSansCJK" in svg, "from a font that has the characters"


def test_on_a_screen_the_colours_are_the_tokens_of_light_and_dark() -> None:
    svg = shown(FLOOR)
    assert drawn(FLOOR) != svg
    assert b"@media (prefers-color-scheme:dark)" in svg
    used = set(re.findall(rb"var\(--([a-z-]+)\)", svg))
    assert {b"accent", b"stop", b"ink", b"quiet"} <= used
    sheet = (STATIC / "countroom.css").read_bytes()
    for name in used:
        for colour in re.findall(rb"--%s:(#[0-9a-f]{6});" % name, svg):
            assert b"--%s: %s;" % (name, colour) in sheet
    drawn_with = svg.split(b"</style>")[1]
    assert not re.search(rb"#[0-9a-f]{6};", drawn_with), "no colour outside the tokens"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (-12_500, Unit.DOLLARS, "-12,500"),
        (24.6, Unit.PERCENT, "25 %"),
        (3, Unit.PIECES, "3"),
        (2.5, Unit.PIECES, "2.5"),
    ],
)
def test_figures_beside_a_picture(value: float, unit: Unit, text: str) -> None:
    assert figure_text(value, unit) == text


def test_a_picture_prints_inside_a_report_and_brings_nothing_with_it() -> None:
    body = f'<img src="{inline(FLOOR)}" alt="{FLOOR.alt}">'
    page = Page(f"<!doctype html><html lang=en><title>t</title>{body}", AT)
    written = pdf.press(page)
    assert pdf.press(page) == written
    assert len(written) > len(pdf.press(Page(page.html.replace(body, "x"), AT)))


def test_whole_dollars_lose_the_cents_and_never_say_minus_nothing() -> None:
    assert gallery.whole_dollars(Money(-49)) == "0"
    assert gallery.whole_dollars(Money(150)) == "2"


def test_nothing_that_starts_loads_the_drawing_library() -> None:
    code = (
        "import sys, countroom.cli, countroom.web.app, countroom.reports.catalogue;"
        "print('matplotlib' in sys.modules)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False"


def test_a_picture_nobody_knows() -> None:
    with pytest.raises(NotFoundError, match="There are: "):
        gallery.picture("moon", None)  # type: ignore[arg-type]  # never looked at
