"""A rack that differs at opening, on the screens; and closed tables without a slip."""

from datetime import timedelta
from typing import Any

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.opening import Action
from countroom.domain.people import Role
from tests.plumbing import floor
from tests.plumbing.web import Site, Tablet, badge_of, pin_of

FEWER: dict[str, Any] = {
    "grid.value_chip-main-10000.racks": "1",
    "grid.value_chip-main-10000.pieces": "19",
    "grid.value_chip-main-250.pieces": "40",
}
SHORT = (Pieces(Instrument.VALUE_CHIP, 10_000, 119, "main"), floor.RACK[1])
COUNT = "/pit/table/MS-101/count/opening"


def signs(role: Role) -> dict[str, Any]:
    return {"badge": badge_of(role), "pin": pin_of(badge_of(role))}


def where(tablet: Tablet) -> str:
    assert tablet.answer is not None
    return str(tablet.answer.location)


def counted(tablet: Tablet) -> str:
    tablet.send(COUNT, **FEWER)
    slip = where(tablet)
    for role in (Role.DEALER, Role.FLOORPERSON):
        page = tablet.get(slip)
        assert "differs" not in page.text
        assert "12,100.00" not in page.text
        tablet.send(slip, **signs(role))
    return slip


def told(site: Site, **changed: str) -> dict[str, Any]:
    """Everybody was told this minute."""
    wall = site.clock().astimezone(floor.zone(site))
    found = {role.value: badge_of(role) for role in Action.REGULATOR.told}
    return found | {f"{name}_at": f"{wall:%H:%M}" for name in found} | changed


def test_a_rack_that_differs_opens_with_a_second_count_and_an_error_slip(site: Site) -> None:
    floor.open_table(site)
    floor.signed_slip(site, SlipKind.CLOSE)
    tablet = site.person(role=Role.FLOORPERSON)
    first = counted(tablet)
    page = tablet.get(first)
    assert "IS-0003 differs from IS-0002" in page.text
    assert "By how much shows when the rack was counted a second time" in page.text
    assert "short" not in page.text
    assert "12,100.00" not in page.text
    tablet.get(f"{first}/error", status=403)
    assert "IS-0003 differs: count again" in tablet.get("/pit/").text
    second = counted(tablet)
    page = tablet.get(f"{second}/error")
    assert "short 100.00" in page.text
    assert "the regulator has a copy" in page.text
    assert page.one("input", name="floorperson").attributes["value"] == badge_of(Role.FLOORPERSON)
    refused = tablet.send(f"{second}/error", status=422, **told(site, ccr_at="25:00"))
    assert "write the time as 14:05" in refused.text
    refused = tablet.send(f"{second}/error", status=422, **told(site, ccr=badge_of(Role.DEALER)))
    assert "Casino Compliance Representative: tell one at once" in refused.text
    tablet.send(f"{second}/error", **told(site))
    error = where(tablet)
    assert "Sign EN-0001: Dealer or Boxperson next." in tablet.get("/pit/table/MS-101").text
    for role in (Role.DEALER, Role.FLOORPERSON, Role.SECURITY, Role.SURVEILLANCE):
        own = site.person(role=role)
        assert "Sign EN-0001" in own.get("/").text
        assert "short 100.00" in own.get(error).text
        own.send(error, **signs(role))
    assert "MS-101 opened with IS-0004" in tablet.get(error).text
    slip = tablet.get(second).text
    assert "EN-0001" in slip
    assert "Opening difference short 100.00" in slip
    assert "open since" in tablet.get("/pit/table/MS-101").text
    pdf = tablet.client.get("/pit/print/EN-0001.pdf")
    assert pdf.data.startswith(b"%PDF")


def test_what_is_told_a_minute_ago_may_be_yesterday_and_not_tomorrow(site: Site) -> None:
    floor.open_table(site)
    floor.signed_slip(site, SlipKind.CLOSE)
    name = [floor.signed_slip(site, SlipKind.OPENING, pieces=SHORT) for _ in range(2)][-1]
    tablet = site.person(role=Role.FLOORPERSON)
    later = site.clock() + timedelta(hours=1)
    wall = later.astimezone(floor.zone(site))
    late = told(site, ccr_at=f"{wall:%H:%M}")
    refused = tablet.send(f"/pit/rack/{name}/error", status=422, **late)
    assert "told after the first count" in refused.text


def test_an_error_slip_is_voided_by_two(site: Site) -> None:
    floor.open_table(site)
    floor.signed_slip(site, SlipKind.CLOSE)
    name = [floor.signed_slip(site, SlipKind.OPENING, pieces=SHORT) for _ in range(2)][-1]
    error = f"/pit/error/{floor.made_error_slip(site, name)}"
    tablet = site.person(role=Role.FLOORPERSON)
    badge = badge_of(Role.DEALER)
    other = {"second_badge": badge, "second_pin": pin_of(badge)}
    refused = tablet.send(f"{error}/void", status=422, **other)  # type: ignore[arg-type]
    assert "Say why the error slip is voided." in refused.text
    tablet.send(f"{error}/void", reason="The officer was not told", **other)  # type: ignore[arg-type]
    assert "The officer was not told" in tablet.get(error).text
    assert f"{name} differs: make the Error Notification Slip." in tablet.get("/pit/").text
    tablet.get("/pit/error/IS-0001", status=404)
    tablet.get("/pit/rack/IS-0001/error", status=404)


def test_closed_tables_without_a_slip_of_the_day_are_listed(site: Site) -> None:
    floor.place_boxes(site)
    tablet = site.person(role=Role.FLOORPERSON)
    page = tablet.get("/pit/unopened")
    assert "2 without one" in page.text
    assert "never counted" in page.text
    floor.signed_slip(site, SlipKind.CLOSED_DAILY)
    page = tablet.get("/pit/unopened")
    assert "MS-101" not in page.text
    floor.signed_slip(site, SlipKind.OPENING)
    assert "1 without one" in tablet.get("/pit/unopened").text


def test_a_shift_slip_names_its_shift_and_box(site: Site) -> None:
    floor.open_table(site)
    tablet = site.person(role=Role.DEALER)
    whole = FEWER | {"grid.value_chip-main-10000.pieces": "20"}
    tablet.send("/pit/table/MS-101/count/shift", incoming="007", shift="Swing", **whole)
    slip = where(tablet)
    for role in (Role.DEALER, Role.FLOORPERSON):
        tablet.send(slip, **signs(role))
    page = tablet.get(slip)
    assert "Swing" in page.text
    assert "into box 007" in page.text
    assert "slip 2 of its day" in page.text
    assert "Closing difference even" in page.text


def test_a_small_difference_asks_for_no_more_than_floor_and_security(site: Site) -> None:
    floor.open_table(site)
    floor.signed_slip(site, SlipKind.CLOSE)
    one_less = (floor.RACK[0], Pieces(Instrument.VALUE_CHIP, 250, 39, "main"))
    name = [floor.signed_slip(site, SlipKind.OPENING, pieces=one_less) for _ in range(2)][-1]
    tablet = site.person(role=Role.FLOORPERSON)
    page = tablet.get(f"/pit/rack/{name}/error")
    assert "short 2.50" in page.text
    assert "noted on this slip" in page.text
    typed = {field.attributes.get("name") for field in page.all("input")}
    assert {"floorperson", "security", "security_at"} <= typed
    assert typed.isdisjoint({"surveillance", "ccr", "ccr_at"})
    some = {n: v for n, v in told(site).items() if n in typed}
    tablet.send(f"/pit/rack/{name}/error", **some)
    assert "EN-0001" in tablet.get(where(tablet)).text


def test_a_closed_table_is_counted_from_its_page_in_the_window(site: Site) -> None:
    floor.place_boxes(site)
    site.clock.at = site.clock.at.replace(hour=10)
    tablet = site.person(role=Role.DEALER)
    page = tablet.get("/pit/table/MS-101")
    assert "Daily slip: the window is open until" in page.text
    first = page.one("a", **{"class": "button button-act"})
    assert first.attributes["href"] == "/pit/table/MS-101/count/closed_daily"
