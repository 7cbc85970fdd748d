"""Finance's books of coupons: each day processed, each month counted, each quarter reported."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from countroom.domain.access import Viewer
from countroom.domain.coupon_calendar import month_of, quarter_of, spans
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.coupon_redeemed import FoundCoupon, by_denomination, exceptions, footnote
from countroom.domain.house import House
from countroom.domain.papers.coupon_processing import Redeemed
from countroom.domain.people import Role
from countroom.domain.terms import PrintedItem
from countroom.errors import AccessError, EntryError, RepeatError, RuleError
from countroom.inquiries import coupon_books, coupons_due
from countroom.inquiries import coupons as coupon_inquiries
from countroom.money import Money
from countroom.operations.coupons import destructions, inventories, processing, quarters, signing
from countroom.operations.coupons.days import DayTyped
from countroom.operations.coupons.inventories import Found
from countroom.operations.play import count_day, play_day
from countroom.operations.play import coupons as played
from countroom.operations.play import programme as seldom
from countroom.operations.play.stage import Stage
from countroom.regulations import V_91, V_97, V_98
from countroom.stores import coupon_counts, coupons, documents
from countroom.stores.database import Database
from tests.builders import DAY, a_database, a_house
from tests.plumbing import playing
from tests.plumbing.couponing import FINANCE, MARKETER, SUPERVISOR, Programme
from tests.plumbing.houses import with_one_changed

TODAY = datetime.fromisoformat("2011-06-16T15:00:00+00:00")


def check_entry(field: str, refused: pytest.ExceptionInfo[EntryError]) -> str:
    return refused.value.fields[field]


# -------------------------------------------------------------------- a day that was really played


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A played day whose coupons were given out by marketing, counted and processed."""
    where = tmp_path_factory.mktemp("programme")
    house = playing.a_house()
    approved = with_one_changed(
        house.coupons,
        1,
        approved=date(2011, 1, 3),
        reference="BCC-20",
        printed=tuple(PrintedItem),
    )
    database = playing.loaded(where, replace(house, coupons=approved))
    begins, ends = house.property.bounds(playing.DAY)
    played.hand_out(database, playing.DAY, quantity=500, at=begins)
    truth = play_day(database, where / "rounds", playing.plan())
    played.close_day(database, playing.DAY, left=60, kept=20, at=ends - timedelta(minutes=30))
    count_day(database, truth)
    played.process_day(database, playing.DAY, at=ends + timedelta(hours=8))
    yield database
    database.close()


def test_coupons_played_on_a_day_were_given_out_and_are_cancelled(day: Database) -> None:
    with day.read() as tx:
        found = coupon_counts.found(tx, playing.DAY, playing.DAY)
        held = coupons.held(tx)
        (form,) = documents.find(tx, paper="coupon_processing")
        (closed,) = documents.find(tx, paper="coupon_day")
    assert {one.remark for one in found} == {"redeemed"}
    assert held.quantity("MP20", CouponPlace.REDEEMED) == len(found) > 0
    assert held.quantity("MP20", CouponPlace.DISTRIBUTED) == 440 - len(found)
    assert held.quantity("MP20", CouponPlace.MARKETING) == 20
    assert sum(one.quantity for one in form.content.cancelled) == len(found)
    assert form.content.exceptions == ()
    (entry,) = closed.content.entries
    assert (entry.distributed, entry.returned, entry.retained) == (440, 40, 20)


def test_a_redeemed_coupon_tells_its_whole_life(day: Database) -> None:
    with day.read() as tx:
        one = coupon_counts.found(tx, playing.DAY, playing.DAY)[0]
    finance = playing.viewer(Role.FINANCE)
    life = coupon_inquiries.life(day, finance, TODAY, one.serial)
    assert [step.form for step in life.steps] == ["MR-0001", "MI-0001", "MD-0001", "MX-0001"]
    assert life.now == "redeemed and cancelled"
    (find,) = life.finds
    assert (find.box, find.says, find.day) == (one.box, "redeemed", playing.DAY)
    assert coupon_inquiries.life(day, finance, TODAY, "X-1").finds == ()


@pytest.mark.rule(V_98)
def test_a_quarter_is_what_its_concluded_counts_hold_and_is_reported_when_it_is_over(
    day: Database,
) -> None:
    with day.read() as tx:
        found = coupon_counts.found(tx, playing.DAY, playing.DAY)
    finance = playing.viewer(Role.FINANCE_SUPERVISOR)
    content = coupon_books.quarter(day, finance, playing.DAY)
    assert (content.quarter, content.days) == ("2011-Q2", 1)
    assert content.total.cents == 2_000 * len(found)
    assert len(coupon_books.found_on(day, finance, playing.DAY)) == len(found)
    with pytest.raises(AccessError, match="count is concluded"):
        coupon_books.found_on(day, finance, playing.NEXT)
    with pytest.raises(AccessError, match="not open"):
        coupon_books.quarter(day, playing.viewer(Role.DEALER), playing.DAY)

    def acts(now: datetime) -> list[str]:
        return [one.act for one in coupons_due.due(day, finance, now)]

    assert "Report 2011-Q2 to the Bureau" not in acts(TODAY)
    house = playing.a_house()
    later = TODAY + timedelta(days=20)
    assert "Report 2011-Q2 to the Bureau" in acts(later)
    supervisor = (Role.FINANCE_SUPERVISOR, 0)
    stage = Stage(day, house, TODAY)

    def report(at: datetime = later) -> str:
        who, proof = stage.who(*supervisor), stage.proof(*supervisor)
        return stage.do(at, who, quarters.report, day=playing.DAY, proof=proof).name

    with pytest.raises(EntryError, match="not over yet"):
        report(TODAY)
    name = report()
    with day.read() as tx:
        assert documents.by_name(tx, name).content == content
        (finding,) = coupons_due.unreported(tx, playing.DAY, date(2011, 10, 1))
    assert (finding.rule, finding.where) == (V_98, "2011-Q3")
    assert "Report 2011-Q2 to the Bureau" not in acts(later)
    with pytest.raises(RepeatError, match=f"is reported on {name}"):
        report()


def test_a_day_is_processed_once_and_after_its_count(day: Database) -> None:
    house = playing.a_house()
    stage = Stage(day, house, TODAY)
    for of, kind, says in (
        (playing.DAY, RepeatError, "processed on MX-0001"),
        (playing.NEXT, EntryError, "No count of 2011-06-15 is concluded"),
    ):
        with pytest.raises(kind, match=says):
            stage.do(
                TODAY,
                stage.who(Role.FINANCE),
                processing.process,
                day=of,
                proof=stage.proof(Role.FINANCE),
            )


def test_a_house_without_an_approved_programme_plays_without_one(tmp_path: Path) -> None:
    database = playing.loaded(tmp_path)
    at = playing.a_house().property.bounds(playing.DAY)[0]
    played.hand_out(database, playing.DAY, quantity=500, at=at)
    played.close_day(database, playing.DAY, left=60, kept=20, at=at)
    played.process_day(database, playing.DAY, at=at)
    with database.read() as tx:
        assert list(coupons.movements(tx)) == []
    database.close()


# --------------------------------------------------------------------------------- what is added up


def _found(serial: str, cents: int, remark: str) -> FoundCoupon:
    return FoundCoupon(serial, Money(cents), remark, "11", "2011-06-14/1", DAY)


def test_case_F1_a_late_coupon_is_redeemed_and_footnoted() -> None:
    found = [
        _found("A-1", 25_00, "redeemed"),
        _found("A-2", 25_00, "accepted after expiry"),
        _found("A-3", 10_00, "wrong game"),
        _found("A-4", 10_00, "redeemed"),
    ]
    fives, tens = by_denomination(found)
    assert fives == Redeemed(found[0].value, 2, 1)
    assert tens == Redeemed(found[2].value, 1)
    assert [one.serial for one in exceptions(found)] == ["A-2", "A-3"]
    assert footnote(found) == "Accepted after expiry, and redeemed: A-2 on 2011-06-14."
    assert footnote(found[:1]) == ""


def test_months_and_quarters_follow_each_other() -> None:
    names = [span.name for span in spans(date(2010, 12, 31), date(2011, 2, 1), quarters=False)]
    assert names == ["2010-12", "2011-01", "2011-02"]
    names = [span.name for span in spans(date(2010, 11, 1), date(2011, 4, 1), quarters=True)]
    assert names == ["2010-Q4", "2011-Q1", "2011-Q2"]
    assert month_of(date(2012, 2, 3)).last == date(2012, 2, 29)
    assert quarter_of(date(2011, 12, 31)).first == date(2011, 10, 1)


# ------------------------------------------------------------------------------------ inventory


@pytest.fixture
def programme(tmp_path: Path) -> Iterator[Programme]:
    scene = a_database(tmp_path)
    yield Programme(scene)
    scene.database.close()


def counted(programme: Programme, stock: str, marketing: str = "", why: str = "") -> str:
    found = (
        Found("MP25", CouponPlace.STOCK, stock),
        Found("MP25", CouponPlace.MARKETING, marketing),
    )
    return programme.scene.do(
        inventories.count,
        FINANCE,
        counted=tuple(one for one in found if one.serials),
        explanation=why,
        proof=programme.scene.proof(FINANCE),
    ).name


@pytest.mark.rule(V_97)
def test_all_coupons_not_distributed_are_counted_every_month_by_two(programme: Programme) -> None:
    scene = programme.scene
    programme.received()
    programme.taken()
    finance = Viewer(scene.house.person(FINANCE), Role.FINANCE)

    def due() -> list[str]:
        return [
            f"{one.act}: {one.says}"
            for one in coupons_due.due(scene.database, finance, scene.now)
            if one.task is coupons_due.Task.INVENTORY
        ]

    assert due() == ["Count all coupons not distributed: Until 2011-06-30."]
    name = counted(programme, "A-0201 to A-1000", "A-0001 to A-0200")
    assert due() != []
    with pytest.raises(RuleError):
        programme.sign(name, "second_counter", FINANCE)
    programme.sign(name, "second_counter", SUPERVISOR)
    assert due() == []
    with scene.database.read() as tx:
        (finding,) = coupons_due.uncounted(tx, DAY, date(2011, 7, 4))
        both = coupons_due.uncounted(tx, DAY, date(2011, 8, 4))
    assert (finding.rule, finding.where) == (V_97, "2011-07")
    assert [one.where for one in both] == ["2011-07", "2011-08"]


def test_what_is_missing_from_stock_is_explained_and_found_again(programme: Programme) -> None:
    programme.received()
    programme.taken()
    with pytest.raises(EntryError) as refused:
        counted(programme, "A-0201 to A-0999", "A-0001 to A-0200")
    assert "differs from the ledger" in check_entry("explanation", refused)
    name = counted(programme, "A-0201 to A-0999\nA-0001", "A-0002 to A-0200", "Being sought.")
    programme.sign(name, "second_counter", SUPERVISOR)
    assert programme.at() == {"stock": 799, "marketing": 200, "missing": 1}
    name = counted(programme, "A-0201 to A-1000", "A-0001 to A-0200", "It lay below a shelf.")
    programme.sign(name, "second_counter", SUPERVISOR)
    assert programme.at() == {"stock": 800, "marketing": 200}
    with pytest.raises(EntryError) as refused:
        programme.scene.do(
            inventories.count,
            FINANCE,
            counted=(Found("MP99", CouponPlace.STOCK, "A-1"),),
            proof=programme.scene.proof(FINANCE),
        )
    assert "MP99" in check_entry("design", refused)


# --------------------------------------------------------------------------------------- the books


def test_due_is_what_each_department_has_to_do(programme: Programme) -> None:
    scene = programme.scene

    def due(badge: str, **later: float) -> set[str]:
        viewer = Viewer(scene.house.person(badge), scene.house.person(badge).roles[0])
        now = scene.now + timedelta(**later)
        return {one.act for one in coupons_due.due(scene.database, viewer, now)}

    name = programme.entered()
    assert due(SUPERVISOR) == set()
    assert due(MARKETER) == {f"Sign {name}"}
    scene.do(
        signing.void, FINANCE, form=name, reason="Wrong invoice.", second=scene.proof(SUPERVISOR)
    )
    assert due(MARKETER) == set()
    programme.received(serials="A-2001 to A-3000")
    asked = programme.authorised()
    assert f"Issue on {asked}" in due(SUPERVISOR)
    programme.taken(asked, serials="A-2001 to A-2200")
    assert due(MARKETER) == {"Close 2011-06-14"}
    assert due("211") >= {"Close 2011-06-14"}
    programme.closed(DayTyped("MP25", 0, "A-2001 to A-2200"))
    assert due(MARKETER) == set()
    assert due(MARKETER, days=1) == {"Close 2011-06-15"}
    with pytest.raises(AccessError):
        due("101")


def test_the_life_of_a_coupon_names_its_forms_and_who_signed_them(programme: Programme) -> None:
    programme.received()
    scene = programme.scene
    viewer = Viewer(scene.house.person(FINANCE), Role.FINANCE)
    life = coupon_inquiries.life(scene.database, viewer, scene.now, "A-0007")
    assert life.design is not None
    assert life.now == "in finance's stock"
    (step,) = life.steps
    assert (step.form, step.day) == ("MR-0001", DAY)
    assert len(step.signers) == 3


@pytest.mark.rule(V_91)
def test_expired_coupons_in_stock_are_destroyed_before_two_people(tmp_path: Path) -> None:
    expiring = with_one_changed(a_house().coupons, 1, expires=DAY)
    scene = a_database(tmp_path, the_house=a_house(coupons=expiring))
    scene.tick(hours=1)
    programme = Programme(scene)
    programme.received()
    finance = Viewer(scene.house.person(FINANCE), Role.FINANCE)

    def due() -> set[str]:
        return {one.act for one in coupons_due.due(scene.database, finance, scene.now)}

    def destroy(design: str = "MP25", how: str = "Shredded.") -> str:
        proof = scene.proof(FINANCE)
        return scene.do(destructions.destroy, FINANCE, design=design, how=how, proof=proof).name

    with pytest.raises(EntryError, match="has not expired"):
        destroy()
    assert "Destroy MP25" not in due()
    scene.tick(days=1)
    assert "Destroy MP25" in due()
    for wrong, says in (({"design": "MP99"}, "MP99"), ({"how": " "}, "Say how")):
        with pytest.raises(EntryError, match=says):
            destroy(**wrong)
    name = destroy()
    with pytest.raises(RuleError):
        programme.sign(name, "finance", SUPERVISOR)
    programme.sign(name, "finance_supervisor", SUPERVISOR)
    assert programme.at() == {"expired": 1000}
    with pytest.raises(EntryError, match="No coupon MP25 is in stock"):
        destroy()
    scene.database.close()


# --------------------------------------------------- what a played programme does less often


def _forms(database: Database, code: str) -> list[str]:
    with database.read() as tx:
        return [form.state for form in documents.find(tx, paper=code)]


def _programme(where: Path, readers: tuple[str, ...] = ()) -> tuple[Database, House]:
    house = playing.a_house()
    approved = with_one_changed(
        house.coupons,
        1,
        approved=date(2011, 1, 3),
        reference="BCC-20",
        printed=tuple(PrintedItem),
        expires=date(2011, 9, 30),
    )
    named = replace(house.settings, exclusion_readers=readers)
    house = replace(house, coupons=approved, settings=named)
    return playing.loaded(where, house), house


def test_a_month_is_counted_and_a_quarter_reported_at_their_ends(tmp_path: Path) -> None:
    last = date(2011, 6, 30)
    database, house = _programme(tmp_path)
    begins, ends = house.property.bounds(last)
    played.hand_out(database, last, quantity=500, at=begins)
    for day in (last - timedelta(days=1), last):
        seldom.end_of_month(database, day, at=ends - timedelta(minutes=20))
        seldom.end_of_quarter(database, day, at=ends + timedelta(hours=8))
    assert _forms(database, "coupon_inventory") == ["done"]
    assert _forms(database, "coupon_quarter") == ["done"]
    database.close()


def test_nobody_named_to_see_the_lists_means_no_mailing(tmp_path: Path) -> None:
    database, house = _programme(tmp_path)
    begins, _ = house.property.bounds(playing.DAY)
    played.hand_out(database, playing.DAY, quantity=500, at=begins)
    seldom.mail(database, playing.DAY, at=begins + timedelta(hours=1))
    assert _forms(database, "coupon_mailing") == []
    database.close()


def test_the_mailing_of_a_played_programme_is_held_against_its_lists(tmp_path: Path) -> None:
    marketer = playing.a_house().people_with(Role.MARKETING_SUPERVISOR)[0].code
    database, house = _programme(tmp_path, (marketer,))
    begins, _ = house.property.bounds(playing.DAY)
    played.hand_out(database, playing.DAY, quantity=500, at=begins)
    seldom.mail(database, playing.DAY, at=begins + timedelta(hours=1))
    with database.read() as tx:
        (mailing,) = documents.find(tx, paper="coupon_mailing")
    assert (mailing.state, mailing.content.quantity, mailing.content.refused) == ("done", 7, 1)
    assert [one.mailed for one in mailing.content.looked] == [True]
    database.close()
