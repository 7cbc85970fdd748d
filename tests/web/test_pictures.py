"""Pictures on accounting's pages: what they show, and that they keep the house's secrets."""

from countroom.reports.gallery import PICTURES
from tests.plumbing.served_day import Serve

DAY = "/accounting/day/2011-06-14"


def test_before_the_conclusion_no_picture_is_drawn(serve: Serve) -> None:
    tablet = serve("agreed").tablet("A1")
    for name in PICTURES:
        page = tablet.get(f"{DAY}/pictures/{name}.svg", status=403)
        assert "shows when its count is concluded" in page.text
        assert tablet.answer is not None
        assert "<svg" not in tablet.answer.text


def test_the_floor_hangs_on_the_day_and_is_drawn_from_its_figures(serve: Serve) -> None:
    day = serve("concluded")
    day.day.enter_checks()
    tablet = day.tablet("A1")
    hung = tablet.get(DAY).one("img", src=f"{DAY}/pictures/floor.svg")
    assert hung.attributes["alt"].startswith("Win of 6 tables, pit by pit: none of those")
    tablet.get(f"{DAY}/pictures/floor.svg")
    answer = tablet.answer
    assert answer is not None
    assert answer.content_type == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    for text in ("BJ-101", "3,460", "-10,095", "closed"):
        assert f"<!-- {text} -->" in answer.text


def test_the_watching_shows_every_list_and_opens_each_table(serve: Serve) -> None:
    day = serve("concluded")
    day.day.enter_checks()
    tablet = day.tablet("A1")
    page = tablet.get(f"{DAY}/watch")
    assert (
        "4 banking tables, 5 table days, 5 of them without rounds or not reckoned yet" in page.text
    )
    assert "BJ-101 0 of 1" in page.text
    for name in ("hold", "parts", "hours"):
        page.one("img", src=f"{DAY}/pictures/{name}.svg")
        tablet.get(f"{DAY}/pictures/{name}.svg")
    page = tablet.get(f"{DAY}/watch/BJ-101")
    assert "2011-06-14 14,340.00 3,460.00 24.13% — — — — not reckoned" in page.text
    page.one("img", src=f"{DAY}/pictures/hold.BJ-101.svg")
    tablet.get(f"{DAY}/pictures/hold.BJ-101.svg")
    tablet.get(f"{DAY}/watch/PK-501", status=404)
    tablet.get(f"{DAY}/pictures/hold.PK-501.svg", status=404)


def test_a_picture_that_nobody_draws_leads_nowhere(serve: Serve) -> None:
    page = serve("concluded").tablet("A1").get(f"{DAY}/pictures/moon.svg", status=404)
    assert "There is no picture moon" in page.text
