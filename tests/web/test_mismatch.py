"""A rack that differed from its slip, as accounting resolves it."""

from pathlib import Path

from tests.plumbing import playing
from tests.web.test_felt import ACCOUNTING, served, tablet

TABLE = "BA-201"


def test_a_mismatch_stands_on_both_days_until_accounting_resolves_it(tmp_path: Path) -> None:
    playing.a_mismatch(tmp_path).close()
    site = served(tmp_path)
    site.clock.at = playing.a_house().property.bounds(playing.NEXT)[1].replace(hour=20)
    mine = tablet(site, ACCOUNTING)
    days = [f"/accounting/day/{day.isoformat()}" for day in (playing.DAY, playing.NEXT)]
    for day in days:
        assert "short 50.00 against" in mine.get(day).text
    why = mine.get(f"{days[0]}/why/{TABLE}")
    (to,) = [
        link.attributes["href"]
        for link in why.all("a")
        if "/mismatch/" in link.attributes.get("href", "")
    ]
    page = mine.get(to)
    assert "EN-0001" in page.text
    assert "Neither slip changes." in page.text
    assert "Say what was found." in mine.send(to, status=422).text
    mine.send(to, reason="Two chips lay below the tray")
    for day in days:
        assert "short 50.00 against" not in mine.get(day).text
        assert "Two chips lay below the tray" in mine.get(f"{day}/why/{TABLE}").text
    assert "Two chips lay below the tray" in mine.get(to).text
    mine.get(f"{days[0]}/mismatch/IS-0001", status=404)
