"""Coupons at a table: one scan, one answer, one redemption; what the box then says of them."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from countroom.domain.denominations import Instrument
from countroom.domain.floor import TableKind
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.papers.box_count import BoxCount, CouponFound
from countroom.domain.people import Role
from countroom.domain.terms import CouponKind, RulesSubmission
from countroom.errors import AccessError, CountroomError, EntryError, NotFoundError, RuleError
from countroom.inquiries import coupon_exceptions
from countroom.operations import outcomes
from countroom.operations.acts import Act, Done
from countroom.operations.coupons import redeeming
from countroom.regulations import V_93, V_99, V_100, V_101, V_102, V_104, Rule
from countroom.stores import coupon_plays
from countroom.stores.house import house_at
from tests.plumbing import floor
from tests.plumbing.web import Site, build_site, staffed_house
from tests.web.test_coupons import CONTROLS, DESIGN, asked, received, sign, signs, where

OTHER = replace(DESIGN, code="MP10", serial_prefix="B-", expires=date(2011, 6, 13))
DIRECT = replace(DESIGN, code="DB25", serial_prefix="D-", kind=CouponKind.DIRECT_BET)
MAIN = replace(DESIGN, code="MP5", serial_prefix="C-", wagers=("third",))


POKER = tuple(
    Pieces(instrument, cents, 0, of)
    for instrument, cents, of in (
        (Instrument.VALUE_CHIP, 10_000, "main"),
        (Instrument.VALUE_CHIP, 250, "main"),
        (Instrument.RAKE_CHIP, 400, "rake"),
        (Instrument.RAKE_CHIP, 200, "rake"),
    )
)


IN_BOX = BoxCount(
    "2011-06-14/1",
    "9",
    "",
    "mississippi_stud",
    TableKind.BANKING,
    (),
    coupons=(CouponFound("A-0001", 25_00),),
)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """An open table, and 200 coupons given to marketing."""
    house = staffed_house(coupons=(DESIGN, OTHER, MAIN, DIRECT), controls=(CONTROLS,))
    made = build_site(tmp_path / "data", of=house)
    floor.open_table(made)
    received(made)
    name = asked(made)
    sign(made, name, Role.FINANCE_SUPERVISOR)
    tablet = made.person(role=Role.FINANCE_SUPERVISOR)
    tablet.send(
        f"/finance/issue/{name.rpartition('/')[2]}",
        serials="A-0001 to A-0200",
        voids="A-0900: torn",
        **signs(Role.FINANCE_SUPERVISOR),
    )
    sign(made, where(tablet), Role.MARKETING_SUPERVISOR)
    return made


def redeem(site: Site, serial: str, role: Role = Role.DEALER, **changed: Any) -> Done:
    said: dict[str, Any] = {"table": "MS-101", "wager": "ante", "seat": 1, "chips_cents": 2_500}
    site.clock.on(seconds=1)
    return floor.do(site, redeeming.redeem, role, serial=serial, **(said | changed))


def refused(rule: Rule, says: str, site: Site, serial: str, **changed: Any) -> None:
    with pytest.raises(RuleError, match=says) as refusal:
        redeem(site, serial, **changed)
    assert refusal.value.rule is rule


@pytest.mark.rule(V_93)
def test_what_is_not_to_be_redeemed_is_refused_at_once_and_says_why(site: Site) -> None:
    redeem(site, "A-0001\r\n")
    refused(V_93, "already redeemed at MS-101, 2011-06-14", site, "A-0001", seat=2)
    refused(V_93, "expired on 2011-06-13", site, "B-0001")
    refused(V_93, "voided", site, "A-0900")
    refused(V_93, "never issued", site, "A-0500")
    refused(V_93, "no coupon of this house", site, "X-1")
    for wrong in ("?", "A-0002A-0002", "A-02", "\x1dA-0002"):
        with pytest.raises(EntryError) as entry:
            redeem(site, wrong)
        assert "serial" in entry.value.fields


@pytest.mark.rule(V_99)
@pytest.mark.rule(V_100)
@pytest.mark.rule(V_101)
@pytest.mark.rule(V_102)
def test_where_and_on_how_much_a_coupon_may_lie(site: Site) -> None:
    refused(V_100, "chips worth less", site, "A-0001", chips_cents=2_499)
    refused(V_102, "lay on third, where it may not", site, "A-0001", wager="third")
    refused(V_102, "lay on ante, where it may not", site, "C-0001")
    redeem(site, "D-0001", chips_cents=0)
    redeem(site, "A-0001")
    refused(V_101, "one too many", site, "A-0002", same_round=True)
    redeem(site, "A-0002", same_round=True, seat=2)
    redeem(site, "A-0003")
    with pytest.raises(EntryError, match="from 1"):
        redeem(site, "A-0004", seat=0)
    with pytest.raises(AccessError):
        redeem(site, "A-0004", Role.FINANCE)
    with pytest.raises(EntryError, match="PK-301 is closed"):
        redeem(site, "A-0004", table="PK-301")
    floor.signed_slip(site, SlipKind.OPENING, table="PK-301", pieces=POKER)
    refused(V_99, "nonbanking table", site, "A-0004", table="PK-301", wager="pot")
    with site.database.read() as tx:
        played = coupon_plays.of_day(tx, date(2011, 6, 14))
    assert [(one.play.serial, one.play.round, one.play.seat) for one in played] == [
        ("D-0001", 1, 1),
        ("A-0001", 2, 1),
        ("A-0002", 2, 2),
        ("A-0003", 3, 1),
    ]


@pytest.mark.rule(V_93)
def test_case_F3_two_tablets_in_the_same_second_are_one_redemption_at_the_table(
    site: Site,
) -> None:
    both, answers = Barrier(2), []

    def scan(seat: int) -> None:
        both.wait()
        try:
            said: dict[str, Any] = {"table": "MS-101", "wager": "ante", "chips_cents": 2_500}
            done = floor.do(site, redeeming.redeem, Role.DEALER, serial="A-0001", seat=seat, **said)
            answers.append(done.says)
        except CountroomError as no:
            answers.append(no.message)

    tablets = [Thread(target=scan, args=(seat,)) for seat in (1, 2)]
    for tablet in tablets:
        tablet.start()
    for tablet in tablets:
        tablet.join()
    assert sorted(answer.partition(":")[0] for answer in answers) == [
        "Coupon A-0001 is not redeemed",
        "Coupon A-0001 is redeemed at MS-101",
    ]


def test_a_coupon_goes_back_where_its_round_is_void_and_is_played_again(site: Site) -> None:
    redeem(site, "A-0001")

    def back(reason: str = "Misdeal.", role: Role = Role.FLOORPERSON) -> Done:
        site.clock.on(seconds=1)
        return floor.do(site, redeeming.give_back, role, serial="A-0001", reason=reason)

    with pytest.raises(AccessError):
        back(role=Role.DEALER)
    with pytest.raises(EntryError, match="Say why"):
        back(" ")
    back()
    with pytest.raises(NotFoundError):
        back()
    redeem(site, "A-0001")


@pytest.mark.rule(V_104)
def test_the_count_agrees_with_the_table_and_what_lies_in_no_box_is_named(site: Site) -> None:
    redeem(site, "A-0001")
    with site.database.read() as tx:
        (odd,) = [
            one for one in coupon_exceptions.of_day(tx, date(2011, 6, 14)) if one.rule is V_104
        ]
    assert odd.says == "A-0001: redeemed at MS-101 and found in no box"
    assert odd.kind == "coupon not dropped"

    said: list[tuple[str, str]] = []

    def look(act: Act) -> Done:
        for table in ("MS-101", "MS-102", ""):
            found = outcomes._earlier(act, replace(IN_BOX, table=table), {"9"})
            said.extend((table, one.text(date(2011, 6, 14))) for one in found.values())
        return act.seal("looked", "x", done=Done("looked"))

    floor.do(site, look, Role.DEALER)
    assert said == [("MS-102", "at MS-101")]


def test_one_coupon_a_wager_where_the_filed_rules_say_so(site: Site) -> None:
    with site.database.read() as tx:
        house = house_at(tx, site.clock())
    at = house.table("MS-101")
    assert redeeming._one_a_round(house, at)
    others = tuple(one for one in house.rules if one.game != at.game)
    old = replace(house, rules=(RulesSubmission(at.game, {"coupons_per": "wager"}), *others))
    assert not redeeming._one_a_round(old, at)


def test_the_dealer_has_his_answer_on_the_same_page(site: Site) -> None:
    tablet = site.person(role=Role.DEALER)
    assert "Scan a coupon" in tablet.get("/pit/table/MS-101").text
    path = "/pit/table/MS-101/coupon"
    assert "No coupon was redeemed at this table" in tablet.get(path).text
    typed: dict[str, Any] = {"serial": "A-0001", "seat": "2", "chips": "25", "wager": "ante"}
    tablet.send(path, **typed)
    page = tablet.get(path)
    assert "Coupon A-0001 is redeemed at MS-101: drop it" in page.text
    page = tablet.send(path, status=409, **typed)
    assert "not redeemed: already redeemed at MS-101" in page.text
    page = tablet.send(path, status=422, **{**typed, "chips": "abc"})
    assert page.one("input", name="serial").attributes["value"] == "A-0001"
    page = tablet.send(path, status=409, **{**typed, "serial": "A-0002", "chips": "5"})
    assert "chips worth less than it" in page.text
    tablet.get("/pit/coupon/A-0001/back", status=403)
    floorperson = site.person(role=Role.FLOORPERSON)
    floorperson.send("/pit/coupon/A-0001/back", reason="Misdeal.")
    assert "given back" in floorperson.get(path).text
    floorperson.send("/pit/coupon/A-0001/back", status=404, reason="Again.")
    floorperson.get("/pit/table/MS-999/coupon", status=404)
