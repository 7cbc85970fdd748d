"""A mailing: scrubbed on the day, a coupon for each who is left, the same data to finance."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from countroom.domain.access import Viewer
from countroom.domain.exclusion import ListKind
from countroom.domain.papers.coupon_mailing import KEPT_DAYS
from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError, NotFoundError, RuleError
from countroom.inquiries import coupon_mailings
from countroom.operations.acts import Done
from countroom.operations.coupons import mailings
from countroom.operations.coupons.mailings import Decision
from countroom.regulations import V_95, V_96
from countroom.reports.mailing_file import mailing_file
from countroom.reports.tables import Imprint
from countroom.stores import documents, journal, patrons
from tests.builders import DAY, Scene, a_database, a_house
from tests.plumbing.couponing import FINANCE, MARKETER, MARKETING, SUPERVISOR, Programme
from tests.plumbing.houses import with_one_changed

PEOPLE = """name,address
Ann Sample,1 Main St
=1+1 Person,2 Main St
Jon Sample,3 Main St
Free Person,4 Main St
"""
EXCLUDED = "name,address\nSAMPLE Ann,\nJohn Sample,9 Far Rd\n"
NOBODY = "name,address\nNobody Here,\n"
EXPIRES = DAY + timedelta(days=30)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    house = a_house()
    house = replace(
        house,
        coupons=with_one_changed(house.coupons, 1, expires=EXPIRES),
        settings=replace(house.settings, exclusion_readers=(MARKETER,)),
    )
    made = a_database(tmp_path, the_house=house)
    programme = Programme(made)
    programme.received()
    programme.taken(programme.authorised())
    yield made
    made.database.close()


def import_lists(scene: Scene, badge: str = MARKETER) -> None:
    for kind, text in ((ListKind.SELF_EXCLUSION, EXCLUDED), (ListKind.EXCLUSION, NOBODY)):
        scene.do(mailings.import_list, badge, kind=kind, text=text)


def prepare(scene: Scene, badge: str = MARKETER, **changed: Any) -> Done:
    asked: dict[str, Any] = {
        "campaign": "Summer",
        "provider": "Sample Mailers",
        "design": "MP25",
        "serials": "A-0001 to A-0010",
        "people": PEOPLE,
        "salt": "chance",
        "proof": scene.proof(badge),
        "decisions": {"2": Decision(mailed=True, why="Born in another year.")},
    }
    return scene.do(mailings.prepare, badge, **(asked | changed))


def viewer(scene: Scene, badge: str, duty: Role) -> Viewer:
    return Viewer(scene.who(badge).person, duty)


def test_a_mailing_from_the_lists_to_the_provider(scene: Scene) -> None:
    import_lists(scene)
    name = prepare(scene).name
    marketer = viewer(scene, MARKETER, Role.MARKETING_SUPERVISOR)
    finance = viewer(scene, SUPERVISOR, Role.FINANCE_SUPERVISOR)
    with pytest.raises(RuleError) as early:
        coupon_mailings.rows(scene.database, marketer, name)
    assert early.value.rule is V_95
    theirs = coupon_mailings.rows(scene.database, finance, name)
    Programme(scene).sign(name, "finance_supervisor", SUPERVISOR)
    rows = coupon_mailings.rows(scene.database, marketer, name)
    assert rows == theirs
    imprint = Imprint("Test", ZoneInfo("America/New_York"), DAY, scene.now)
    assert mailing_file(rows, imprint).decode().splitlines() == [
        '"name","address","denomination","expires","serial"',
        f'"\'=1+1 Person","2 Main St",25.00,"{EXPIRES}","A-0001"',
        f'"Jon Sample","3 Main St",25.00,"{EXPIRES}","A-0002"',
        f'"Free Person","4 Main St",25.00,"{EXPIRES}","A-0003"',
    ]
    scene.do(mailings.hand_file, MARKETER, mailing=name, sha256="ab" * 32)


def test_the_record_holds_tokens_and_no_names(scene: Scene) -> None:
    import_lists(scene)
    name = prepare(scene).name
    with scene.database.read() as tx:
        content = documents.by_name(tx, name).content
        told = " ".join(entry.body for entry in journal.entries(tx))
        who = {one.token: one for one in patrons.of_mailing(tx, name)}
    assert content.refused == 1
    assert [(one.kind, one.mailed, one.why) for one in content.looked] == [
        (ListKind.SELF_EXCLUSION, True, "Born in another year.")
    ]
    assert [who[one.token].serial for one in content.mailed] == ["A-0001", "A-0002", "A-0003"]
    for word in ("Sample,", "Person", "Main St", "chance"):
        assert word not in told
        assert word not in str(content)


@pytest.mark.rule(V_96)
def test_a_mailing_waits_for_both_lists_of_the_day(scene: Scene) -> None:
    with pytest.raises(RuleError, match="self-exclusion list of") as refusal:
        prepare(scene)
    assert refusal.value.rule is V_96
    import_lists(scene)
    scene.tick(days=1)
    scene.do(mailings.import_list, MARKETER, kind=ListKind.SELF_EXCLUSION, text=EXCLUDED)
    with pytest.raises(RuleError, match="The exclusion list of"):
        prepare(scene)


@pytest.mark.rule(V_95)
def test_a_mailed_coupon_expires_and_not_yet(tmp_path: Path) -> None:
    house = a_house()
    settings = replace(house.settings, exclusion_readers=(MARKETER,))
    scene = a_database(tmp_path, the_house=replace(house, settings=settings))
    programme = Programme(scene)
    programme.received()
    programme.taken(programme.authorised())
    import_lists(scene)
    with pytest.raises(RuleError) as refusal:
        prepare(scene)
    assert refusal.value.rule is V_95
    scene.database.close()


def test_a_name_like_one_on_a_list_is_decided_by_a_person(scene: Scene) -> None:
    import_lists(scene)
    marketer = viewer(scene, MARKETER, Role.MARKETING_SUPERVISOR)
    found = coupon_mailings.scrubbed(scene.database, marketer, scene.now, PEOPLE)
    assert [(one.patron, one.likeness.value) for one in found.exact] == [(0, "the same name")]
    (near,) = found.near
    assert (near.patron, near.listed.who.name) == (2, "John Sample")
    with pytest.raises(EntryError, match="to be decided by a person: line 4"):
        prepare(scene, decisions=None)
    with pytest.raises(EntryError, match="Say why"):
        prepare(scene, decisions={"2": Decision(mailed=True)})
    name = prepare(scene, decisions={"2": Decision(mailed=False)}).name
    with scene.database.read() as tx:
        assert documents.by_name(tx, name).content.quantity == 2


def test_a_serial_is_mailed_once_and_is_with_marketing(scene: Scene) -> None:
    import_lists(scene)
    with pytest.raises(EntryError, match="3 are mailed, and 2 serials given"):
        prepare(scene, serials="A-0001 to A-0002")
    with pytest.raises(EntryError, match="Not with marketing: A-0900 to A-0910"):
        prepare(scene, serials="A-0900 to A-0910")
    name = prepare(scene).name
    with pytest.raises(EntryError, match=f"A-0003 is mailed on {name}"):
        prepare(scene, serials="A-0003 to A-0009")
    with pytest.raises(EntryError, match="Nobody is left"):
        prepare(scene, people="name,address\nAnn Sample,1 Main St\n", decisions=None)
    with pytest.raises(EntryError, match="Name the campaign"):
        prepare(scene, serials="A-0011 to A-0020", campaign=" ")


def test_the_lists_are_open_to_named_people_alone(scene: Scene) -> None:
    for badge in (MARKETING, FINANCE, SUPERVISOR):
        with pytest.raises(AccessError):
            import_lists(scene, badge)
    import_lists(scene)
    named = viewer(scene, MARKETER, Role.MARKETING_SUPERVISOR)
    other = viewer(scene, MARKETING, Role.MARKETING_SUPERVISOR)
    assert [one.entries for one in coupon_mailings.lists(scene.database, other)] == [2, 1]
    with pytest.raises(AccessError, match="whom the house names"):
        coupon_mailings.scrubbed(scene.database, other, scene.now, PEOPLE)
    assert coupon_mailings.scrubbed(scene.database, named, scene.now, PEOPLE).near
    name = prepare(scene).name
    with pytest.raises(AccessError):
        coupon_mailings.rows(scene.database, viewer(scene, MARKETING, Role.MARKETING), name)
    with pytest.raises(AccessError):
        scene.do(mailings.hand_file, FINANCE, mailing=name, sha256="ab" * 32)
    with pytest.raises(NotFoundError, match="is no Patron Mailing"):
        coupon_mailings.rows(scene.database, named, "MR-0001")


def test_patrons_are_erased_after_retention_and_the_tokens_stand(scene: Scene) -> None:
    import_lists(scene)
    name = prepare(scene).name
    with pytest.raises(EntryError, match="is kept until 2012-07-13"):
        scene.do(mailings.erase, SUPERVISOR, mailing=name)
    scene.tick(days=30 + KEPT_DAYS + 2)
    assert scene.do(mailings.erase, SUPERVISOR, mailing=name).says.startswith("3 patrons")
    with pytest.raises(EntryError, match="erased already"):
        scene.do(mailings.erase, SUPERVISOR, mailing=name)
    finance = viewer(scene, SUPERVISOR, Role.FINANCE_SUPERVISOR)
    with pytest.raises(NotFoundError, match="are erased"):
        coupon_mailings.rows(scene.database, finance, name)
    with scene.database.read() as tx:
        assert documents.by_name(tx, name).content.quantity == 3
