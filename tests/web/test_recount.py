"""The cage's recount: blind, whole, answered in a word; then its signature and the sealed money."""

from typing import Any

from countroom.domain.papers.presentation import PoolEntry
from tests.operations.fixture_day import laid
from tests.plumbing.served_day import HERE, Serve, ServedDay
from tests.plumbing.web import Page, Tablet

RECOUNT = f"/cage/recount/{HERE}"
SHEET = f"{RECOUNT}/sheet"


def typed(*entries: PoolEntry) -> dict[str, Any]:
    """What somebody types who counts these pools."""
    fields: dict[str, Any] = {}
    for entry in entries:
        middle = f"{entry.chip_set}-" if entry.chip_set else ""
        row = f"{entry.pool.value}-{entry.instrument.value}-{middle}{entry.denomination_cents}"
        if entry.straps:
            fields[f"grid.{row}.straps"] = str(entry.straps)
        fields[f"grid.{row}.loose"] = str(entry.loose)
    return fields


def begun(day: ServedDay) -> Tablet:
    tablet = day.tablet("M1")
    begin = f"{RECOUNT}/begin"
    tablet.post(begin, tablet.hidden(tablet.get(RECOUNT), begin))
    return tablet


def test_the_count_that_is_presented_waits_for_the_cage(serve: Serve) -> None:
    tablet = serve("presented").tablet("M1")
    assert "The money is presented: recount it." in tablet.get("/cage/recounts").text
    page = tablet.get(RECOUNT)
    assert "Begin the recount" in page.text
    assert "No figure of the count shows to you" in page.text


def test_who_is_not_signed_on_is_led_to_the_door(serve: Serve) -> None:
    page = serve("presented").tablet("C1").get(RECOUNT)
    assert "You are not signed on to this count." in page.text
    assert page.one("a", href=f"/count-room/{HERE}/sign-on").text == "Sign on to the room"


def test_a_recount_that_agrees_says_so_and_nothing_else(serve: Serve) -> None:
    tablet = begun(serve("presented"))
    tablet.send(SHEET, **typed(*laid()))
    page = tablet.get(RECOUNT)
    assert "AGREED" in page.text
    assert "DOES NOT AGREE" not in page.text
    assert "Sign the reports" in page.text


def test_case_B1_a_recount_that_differs_says_neither_how_much_nor_which_way(serve: Serve) -> None:
    tablet = begun(serve("presented"))
    page = tablet.send(SHEET, follow=True, status=200, **typed(*laid(n2000=-1)))
    assert "DOES NOT AGREE" in page.text
    assert "attempt 1" in page.text
    assert "What may happen next" in page.text
    for said in ("short", "over", "20.00", "$20", "77,900"):
        assert said not in page.text
    page = tablet.get(RECOUNT)
    assert "does not agree" in page.text
    assert "Begin the recount" in page.text


def test_the_sheet_holds_no_figure_of_the_count(serve: Serve) -> None:
    tablet = begun(serve("presented"))
    page = tablet.get(SHEET)
    values = [e.attributes.get("value", "") for e in page.all("input", class_="cell")]
    assert len(values) > 20
    assert not any(values)
    assert tablet.answer is not None
    for figure in ("77,900", "68,000", "9,900", "12,340", "7790000"):
        assert figure not in tablet.answer.text


def test_a_blank_denomination_is_named_and_the_rest_is_kept(serve: Serve) -> None:
    tablet = begun(serve("presented"))
    some = typed(*laid())
    del some["grid.banking_currency-currency-100.loose"]
    page = tablet.send(SHEET, status=422, **some)
    assert "$1 of banking currency is not entered." in page.text
    cell = page.one("input", name="grid.banking_currency-currency-10000.straps")
    assert cell.attributes["value"] == "6"


def test_straps_are_notes_only_and_odd_methods_are_refused(serve: Serve) -> None:
    tablet = begun(serve("presented"))
    page = tablet.get(SHEET)
    assert page.all("input", name="grid.rake_chips-rake_chip-rake-400.straps") == []
    row = "banking_currency-currency-10000"
    wrong: dict[str, Any] = {f"method.{row}": "eye|eye"}
    page = tablet.send(SHEET, status=422, **typed(*laid()), **wrong)
    assert "Choose how each denomination was counted." in page.text
    bulk: dict[str, Any] = {f"method.{row}": "bulk|bulk"}
    page = tablet.send(SHEET, status=409, **typed(*laid()), **bulk)
    assert "only full straps are counted in bulk" in page.text
    device: dict[str, Any] = {f"method.{row}": "bulk|device|CM-9"}
    page = tablet.send(SHEET, status=409, **typed(*laid()), **device)
    assert "not approved for the recount" in page.text
    fine: dict[str, Any] = {f"method.{row}": "bulk|device|CM-1"}
    tablet.send(SHEET, **typed(*laid()), **fine)


def test_what_is_typed_is_saved_and_stands_there_again(serve: Serve) -> None:
    day = serve("presented")
    tablet = begun(day)
    values = {"grid.banking_currency-currency-10000.straps": "6", "csrf_token": "x"}
    answer = tablet.json(f"{RECOUNT}/save", {"revision": 0, "values": values})
    assert answer["revision"] == 1
    assert answer["saved"].count(":") == 2
    page = tablet.get(SHEET)
    cell = page.one("input", name="grid.banking_currency-currency-10000.straps")
    assert cell.attributes["value"] == "6"
    tablet.json(f"{RECOUNT}/save", {"revision": 0, "values": values}, status=409)
    tablet.json(f"{RECOUNT}/save", {"values": 7}, status=422)


def test_directed_straps_are_counted_note_by_note(serve: Serve) -> None:
    day = serve("presented")
    tablet = begun(day)
    tablet.send(SHEET, **typed(*laid(n10000=-1)))
    day.day.now = day.site.clock.at
    day.day.direct(10_000)
    page = tablet.get(RECOUNT)
    assert "$100 of banking currency" in page.text
    tablet = begun(day)
    page = tablet.get(SHEET)
    assert "straps note by note" in page.text
    ways = page.one("select", name="method.banking_currency-currency-10000")
    assert "bulk" not in ways.text


def test_the_money_is_sealed_after_every_signature(serve: Serve) -> None:
    day = serve("agreed")
    tablet = day.tablet("M1")
    page = tablet.send(f"{RECOUNT}/seal", status=409, **day.signs("M1"))
    assert "Both reports carry every signature before money is sealed." in page.text
    day.day.sign_all()
    tablet = day.tablet("M1")
    assert "Seal the proceeds" in tablet.get(RECOUNT).text
    page = tablet.send(f"{RECOUNT}/seal", status=422, **day.signs("B1"))
    assert "is not registered as Main Bank Cashier" in page.text
    tablet.send(f"{RECOUNT}/seal", **day.signs("M1"))
    assert "proceeds sealed" in tablet.get(RECOUNT).text


def test_the_third_copy_is_the_cages_own_and_nothing_else(serve: Serve) -> None:
    day = serve("concluded")
    tablet = day.tablet("M1")
    page = tablet.get(f"{RECOUNT}/copies")
    assert "not kept yet" in page.text
    tablet.get(f"{RECOUNT}/copies/BR-0001.pdf", status=404)


def test_the_recount_is_open_to_cashier_and_cage_supervisor_alone(serve: Serve) -> None:
    day = serve("presented")
    for badge in ("T1", "B1", "K1", "A1"):
        day.tablet(badge).get(RECOUNT, status=403)
    page: Page = day.tablet("C1").get("/cage/recounts")
    assert "Count" in page.text
