"""The representative: what differs is for him alone, straps, second copies, the journal."""

from typing import Any

from tests.operations.fixture_day import laid
from tests.plumbing.served_day import HERE, Serve, ServedDay

COUNT = f"/compliance/count/{HERE}"
DIRECT = f"{COUNT}/direct"


def discrepant(serve: Serve) -> ServedDay:
    day = serve("presented")
    day.day.recount(laid(n10000=-1))
    return day


def test_the_representative_alone_learns_which_denominations_differ(serve: Serve) -> None:
    day = discrepant(serve)
    tablet = day.tablet("B1")
    assert "Count and recount do not agree." in tablet.get("/compliance/").text
    page = tablet.get(COUNT)
    assert "$100 of banking currency" in page.text
    assert "Direct a strap recount" in page.text
    for said in ("short", "over", "100.00", "64,900"):
        assert said not in page.text
    page = day.tablet("B2").get(COUNT)
    assert "$100 of banking currency" not in page.text
    assert "shows to the representative in the room alone" in page.text
    day.tablet("B2").get(DIRECT, status=403)


def test_he_directs_straps_and_the_recount_says_so(serve: Serve) -> None:
    day = discrepant(serve)
    tablet = day.tablet("B1")
    page = tablet.send(DIRECT, status=422, reason="It differs", **day.signs("B1"))
    assert "Name at least one denomination." in page.text
    straps: dict[str, Any] = {"straps": ["banking_currency-currency--10000"]}
    page = tablet.send(DIRECT, status=422, **straps, **day.signs("B1"))
    assert "Say why the straps are to be counted." in page.text
    page = tablet.send(DIRECT, status=422, reason="It differs", **straps, **day.signs("S1"))
    assert "is not registered as Casino Compliance Representative" in page.text
    tablet.send(DIRECT, reason="It differs", **straps, **day.signs("B1"))
    page = tablet.get(COUNT)
    assert "Directed, note by note: $100 of banking currency." in page.text


def test_a_direction_before_any_discrepancy_is_warned_of_and_taken(serve: Serve) -> None:
    day = serve("presented")
    tablet = day.tablet("B1")
    assert "recorded with a warning" in tablet.get(DIRECT).text
    straps: dict[str, Any] = {"straps": ["banking_currency-currency--10000"]}
    tablet.send(DIRECT, reason="To be sure", **straps, **day.signs("B1"))


def test_when_a_representative_was_there_is_listed(serve: Serve) -> None:
    page = serve("presented").tablet("B1").get(COUNT)
    assert "Observed by a representative 1" in page.text
    assert "not signed off" in page.text
    page = serve("concluded").tablet("B1").get(COUNT)
    assert "Second copies" in page.text


def test_second_copies_are_his_own(serve: Serve) -> None:
    tablet = serve("concluded").tablet("B1")
    assert "not kept yet" in tablet.get(f"{COUNT}/copies").text
    tablet.get(f"{COUNT}/copies/BR-0001.pdf", status=404)
    page = serve("presented").tablet("B2").get(f"{COUNT}/copies")
    assert "released" in page.text or "not kept" in page.text


def test_the_journal_is_read_without_its_figures(serve: Serve) -> None:
    tablet = serve("concluded").tablet("B1")
    page = tablet.get("/compliance/journal")
    assert "count concluded" in page.text
    for figure in ("77,900", "7790000", "12,340", "1234000"):
        assert figure not in page.text
    page = tablet.get("/compliance/journal?words=BR-0001&day=2011-06-15")
    assert "count reports signed" not in page.text or "BR-0001" in page.text
    page = tablet.get("/compliance/journal?words=no%20such%20thing%20at%20all")
    assert "No entry fits." in page.text
    page = tablet.get("/compliance/journal?day=yesterday")
    assert "Enter a day such as 2011-06-14." in page.text
    tablet.get("/compliance/journal?before=abc&words=%25")
    older = tablet.get("/compliance/journal?before=20")
    assert "19" in older.text


def test_the_journal_goes_back_page_by_page(serve: Serve) -> None:
    page = serve("concluded").tablet("B1").get("/compliance/journal")
    ways = [a.attributes["href"] for a in page.all("a") if "before=" in a.attributes["href"]]
    assert len(ways) <= 1


def test_compliance_is_open_to_representatives_alone(serve: Serve) -> None:
    day = serve("presented")
    for badge in ("T1", "S1", "M1", "A1", "V1"):
        day.tablet(badge).get(COUNT, status=403)
        day.tablet(badge).get("/compliance/journal", status=403)


def test_surveillance_sees_states_and_people_and_never_a_figure(serve: Serve) -> None:
    day = discrepant(serve)
    tablet = day.tablet("V1")
    page = tablet.get("/surveillance/")
    assert "does not agree" in page.text
    assert "Person T1 (sample)" in page.text
    assert "What surveillance was told 2" in page.text
    for figure in ("77,900", "12,340", "$100"):
        assert figure not in page.text
    day.tablet("A1").get("/surveillance/", status=403)
    assert "No count is going on." in serve("concluded").tablet("V1").get("/surveillance/").text
