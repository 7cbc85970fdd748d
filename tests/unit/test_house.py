from dataclasses import replace
from typing import Any

import pytest

from countroom.domain.canonical import from_bytes, to_bytes
from countroom.domain.floor import Box, BoxUse, ChipKind, ChipSet, KeySet, Table, TableKind
from countroom.domain.house import House
from countroom.domain.house_faults import Parts, faults_between
from countroom.domain.people import Role
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign
from countroom.errors import EntryError, NotFoundError
from countroom.money import Money
from countroom.regulations import SOD_13, V_02, V_41, V_99
from tests.plumbing.houses import a_house, a_person, with_one_changed

HOUSE = a_house()


def refused(**changed: Any) -> dict[str, str]:
    """What does not fit together in a changed house."""
    with pytest.raises(EntryError) as refusal:
        a_house(**changed)
    return refusal.value.fields


def test_a_house_is_put_together_again_from_its_facts() -> None:
    kept = [(section, to_bytes(fact), type(fact)) for section, _, fact in HOUSE.facts()]
    again = House.of((section, from_bytes(kind, stored)) for section, stored, kind in kept)
    assert again == HOUSE


def test_every_fact_has_a_code_of_its_own_in_its_section() -> None:
    named = [(section, code) for section, code, _ in HOUSE.facts()]
    assert len(set(named)) == len(named)
    assert ("settings", "settings") in named
    assert ("boxes", "007") in named


def test_tables_stand_in_their_order() -> None:
    turned = a_house(tables=tuple(reversed(HOUSE.tables)))
    assert [table.code for table in turned.tables] == ["MS-101", "PK-301"]


def test_the_colours_of_a_wheel_are_its_own() -> None:
    sets = (*HOUSE.chip_sets, ChipSet("red", "Red", ChipKind.NONVALUE, ()))
    one, two = HOUSE.tables
    wheel = replace(one, chip_sets=(*one.chip_sets, "red"))
    assert a_house(chip_sets=sets, tables=(wheel, two)).table("MS-101") == wheel
    other = replace(two, chip_sets=(*two.chip_sets, "red"))
    found = refused(chip_sets=sets, tables=(wheel, other))
    assert found == {"tables[2].chip_sets": "red is a colour of MS-101: a wheel has its own."}


def test_what_is_named_is_found() -> None:
    table = HOUSE.table("PK-301")
    assert [chips.code for chips in HOUSE.chip_sets_of(table)] == ["main", "rake"]
    assert [box.code for box in HOUSE.boxes_of(table)] == ["8", "9"]
    assert HOUSE.key_set_of(HOUSE.box("E-1")).content_a == "A-1"
    assert HOUSE.submission("poker").terms == {"seats": 9}
    assert [person.code for person in HOUSE.people_with(Role.CCR, Role.DEALER)] == ["1", "3"]


def test_case_d3_the_box_asked_for_is_the_box_found() -> None:
    assert HOUSE.box("7").code == "7"
    assert HOUSE.box("007").code == "007"


def test_case_d4_the_label_of_a_table_is_no_box() -> None:
    with pytest.raises(NotFoundError, match="MS-101 is the label of a table, not of a box"):
        HOUSE.box("MS-101")


@pytest.mark.parametrize("find", [HOUSE.table, HOUSE.box, HOUSE.person, HOUSE.chip_set])
def test_what_is_not_there_is_not_found(find: Any) -> None:
    with pytest.raises(NotFoundError, match="There is no '0'"):
        find("0")


def test_a_person_is_found_by_badge() -> None:
    assert HOUSE.person("2").holds(Role.COUNT_TEAM)


@pytest.mark.parametrize("section", ["pits", "stations", "areas", "people"])
def test_no_house_does_without(section: str) -> None:
    assert "Name at least one" in refused(**{section: ()})[section]


def test_codes_are_used_once_whatever_their_case() -> None:
    boxes = (*HOUSE.boxes, Box("e-1", BoxUse.EMERGENCY, "", "floor"))
    found = refused(boxes=boxes)
    assert found == {"boxes[7].code": "e-1 is already used by boxes[6] (E-1)."}


@pytest.mark.parametrize(
    ("changes", "place", "says"),
    [
        ({"pit": "9"}, "tables[1].pit", "There is no '9' among the pits."),
        ({"chip_sets": ("none",)}, "tables[1].chip_sets", "no 'none' among the chip sets"),
        ({"chip_sets": ("rake",)}, "tables[1].chip_sets", "no set of value chips"),
        ({"game": "craps"}, "tables[1].game", "no rules are filed for it"),
    ],
)
def test_a_table_names_what_is_there(changes: dict[str, Any], place: str, says: str) -> None:
    found = refused(tables=with_one_changed(HOUSE.tables, 1, **changes), coupons=())
    assert says in found[place]


def test_two_tables_do_not_have_one_place() -> None:
    found = refused(tables=with_one_changed(HOUSE.tables, 2, order=1))
    assert found == {"tables[2].order": "tables[1] already has place 1."}


@pytest.mark.rule(V_41)
def test_a_banking_table_takes_no_rake() -> None:
    found = refused(tables=with_one_changed(HOUSE.tables, 1, chip_sets=("main", "rake")))
    assert V_41.citation in found["tables[1].chip_sets"]


def test_two_faults_of_one_place_are_both_said() -> None:
    found = refused(tables=with_one_changed(HOUSE.tables, 1, chip_sets=("none", "rake")))
    assert "no 'none'" in found["tables[1].chip_sets"]
    assert "takes no rake" in found["tables[1].chip_sets"]


def test_a_table_has_two_boxes_labelled_for_it() -> None:
    found = refused(boxes=HOUSE.boxes[1:])
    assert found == {
        "tables[1]": "MS-101 needs 2 boxes labelled for it, one to replace the other; there are 1."
    }


def test_a_box_names_what_is_there() -> None:
    stray = Box("11", BoxUse.TABLE, "XX-1", "none")
    found = refused(boxes=(*HOUSE.boxes, stray))
    assert list(found) == ["boxes[7].label", "boxes[7].key_set"]


@pytest.mark.rule(V_02)
def test_a_key_turns_one_kind_of_lock() -> None:
    crossed = KeySet("poker", "R-1", "B-1", "B-2")
    found = refused(key_sets=(*HOUSE.key_sets, crossed))
    assert list(found) == ["key_sets[2].content_a"]
    assert V_02.citation in found["key_sets[2].content_a"]


@pytest.mark.rule(SOD_13)
def test_roles_that_exclude_each_other_are_refused_where_the_house_says_so() -> None:
    people = (*HOUSE.people, a_person("4", Role.COUNT_TEAM, Role.ACCOUNTING))
    assert SOD_13.citation in refused(people=people)["people[4].roles"]
    relaxed = Settings(stations=1, count_team_apart=False)
    assert a_house(people=people, settings=relaxed).person("4").holds(Role.ACCOUNTING)


def test_a_credential_is_one_persons() -> None:
    found = refused(people=with_one_changed(HOUSE.people, 2, credential="C-1"))
    assert found == {"people[2].credential": "people[1] already has credential C-1."}


def test_settings_name_what_is_there() -> None:
    found = refused(settings=Settings(stations=2, recount_devices=("CM-9",)))
    assert list(found) == ["settings.recount_devices", "settings.stations"]


@pytest.mark.rule(V_99)
def test_a_coupon_is_played_against_the_house() -> None:
    coupons = (
        CouponDesign("MP1", "One", Money(100), ("poker", "mississippi_stud")),
        CouponDesign("MP2", "Two", Money(200), ("craps",)),
    )
    found = refused(coupons=coupons)
    assert V_99.citation in found["coupons[1].games"]
    assert found["coupons[2].games"] == "There is no 'craps' among the rules."


def test_a_fault_that_may_be_none_is_not_named() -> None:
    table = Table("MS-101", "1", "poker", TableKind.NONBANKING, ("main", "odd"), 1)
    parts = Parts(
        tables={"tables[1]": table},
        chip_sets={"chip_sets[1]": ChipSet("rake", "Rake", ChipKind.RAKE, (Money(200),))},
        codes={
            "pits": frozenset({"1"}),
            "chip_sets": frozenset({"main", "odd", "rake"}),
            "rules": frozenset({"poker"}),
        },
        broken=frozenset({"pits", "chip_sets", "key_sets", "boxes", "stations", "areas", "people"}),
    )
    assert faults_between(parts) == {}
