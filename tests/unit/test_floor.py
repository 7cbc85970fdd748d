import dataclasses
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from countroom.domain.canonical import from_bytes, to_bytes
from countroom.domain.denominations import Instrument
from countroom.domain.floor import (
    COINS,
    NOTES,
    Box,
    BoxUse,
    ChipKind,
    ChipSet,
    Currency,
    KeySet,
    Pit,
    Property,
    Table,
    TableKind,
)
from countroom.domain.procedure import Settings
from countroom.domain.terms import CouponDesign, RulesSubmission
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_02

HOUSE = Property("Test House (sample)", "America/New_York")
CHIPS = ChipSet("main", "House chips", ChipKind.VALUE, (Money(10_000), Money(250)))
TABLE = Table("MS-101", "1", "mississippi_stud", TableKind.BANKING, ("main",), 1)
KEYS = KeySet("floor", "R-1", "A-1", "B-1")
BOX = Box("007", BoxUse.TABLE, "MS-101", "floor")
COUPON = CouponDesign("MP25", "Match Play 25", Money(2_500), ("baccarat",))


def refused(fact: Any, **changes: Any) -> dict[str, str]:
    """What a changed fact finds wrong with itself."""
    with pytest.raises(EntryError) as refusal:
        dataclasses.replace(fact, **changes)
    return refusal.value.fields


def test_a_property_knows_its_gaming_days() -> None:
    at = datetime(2011, 6, 15, 9, 59, 59, tzinfo=UTC)
    assert HOUSE.gaming_date(at) == date(2011, 6, 14)
    assert HOUSE.bounds(date(2011, 6, 14)) == (
        datetime(2011, 6, 14, 10, tzinfo=UTC),
        datetime(2011, 6, 15, 10, tzinfo=UTC),
    )


@pytest.mark.parametrize("zone", ["", "Eastern", "../UTC", "America", "a\0b"])
def test_a_time_zone_is_one_of_the_database(zone: str) -> None:
    assert list(refused(HOUSE, zone=zone)) == ["zone"]


def test_all_faults_of_a_property_are_named_at_once() -> None:
    assert list(refused(HOUSE, name="", zone="x", gaming_day_start=time(1))) == [
        "name",
        "zone",
        "gaming_day_start",
    ]


def test_case_c9_two_dollar_notes_can_be_in_use() -> None:
    assert Money(2_00) not in Currency().notes
    assert Money(2_00) in Currency(notes=NOTES).notes


def test_coins_can_be_in_use() -> None:
    assert Currency(coins=COINS).coins[-2:] == (Money(5), Money(1))


@pytest.mark.parametrize(
    ("field", "amounts", "says"),
    [
        ("notes", (), "notes is empty."),
        ("notes", (Money(2_50),), "notes names what is not in issue: 2.50."),
        ("notes", (Money(5_00), Money(20_00)), "must be different amounts, highest first"),
        ("notes", (Money(5_00), Money(5_00)), "must be different amounts, highest first"),
        ("coins", (Money(20),), "coins names what is not in issue: 0.20."),
        ("coins", (Money(10), Money(25)), "must be different amounts, highest first"),
    ],
)
def test_only_money_in_issue_is_counted(field: str, amounts: tuple[Money, ...], says: str) -> None:
    assert says in refused(Currency(), **{field: amounts})[field]


def test_chips_are_what_a_line_calls_them() -> None:
    assert {kind: kind.instrument for kind in ChipKind} == {
        ChipKind.VALUE: Instrument.VALUE_CHIP,
        ChipKind.RAKE: Instrument.RAKE_CHIP,
        ChipKind.PLAQUE: Instrument.PLAQUE,
        ChipKind.NONVALUE: None,
    }


@pytest.mark.parametrize(
    ("kind", "cents", "says"),
    [
        (ChipKind.VALUE, (), "must be given for chips with a value"),
        (ChipKind.NONVALUE, (100,), "must be given for chips with a value"),
        (ChipKind.VALUE, (225, 0, -100, 100_000_050), "2.25, 0.00, -1.00, 1,000,000.50"),
        (ChipKind.VALUE, (100, 250), "highest first"),
    ],
)
def test_chips_come_in_half_dollars(kind: ChipKind, cents: tuple[int, ...], says: str) -> None:
    found = refused(CHIPS, kind=kind, denominations=tuple(map(Money, cents)))
    assert says in found["denominations"]


def test_roulette_chips_have_no_value() -> None:
    assert ChipSet("R1", "Wheel 1", ChipKind.NONVALUE, ()).denominations == ()


def test_all_faults_of_a_table_are_named_at_once() -> None:
    found = refused(TABLE, code="a/b", pit="", game="", chip_sets=(), order=0)
    assert list(found) == ["code", "pit", "game", "chip_sets", "order"]


@pytest.mark.parametrize("chip_sets", [("main", "main"), ("main", "a b")])
def test_chip_sets_of_a_table_are_different_codes(chip_sets: tuple[str, ...]) -> None:
    assert list(refused(TABLE, chip_sets=chip_sets)) == ["chip_sets"]


@pytest.mark.rule(V_02)
@pytest.mark.parametrize("keys", [("K", "K", "L"), ("K", "L", "K"), ("L", "K", "K")])
def test_three_locks_have_three_keys(keys: tuple[str, str, str]) -> None:
    names = ("release", "content_a", "content_b")
    found = refused(KEYS, **dict(zip(names, keys, strict=True)))
    assert V_02.citation in found["code"]


def test_keys_have_codes() -> None:
    assert list(refused(KEYS, release="", content_b="?")) == ["release", "content_b"]


def test_case_d3_zeros_make_another_box() -> None:
    assert dataclasses.replace(BOX, code="7") != BOX


def test_a_box_says_what_it_is_for() -> None:
    assert BOX.label == "MS-101"
    assert Box("E-3", BoxUse.EMERGENCY, "", "floor").label == "EMERGENCY"
    assert Box("S-1", BoxUse.SPARE, "", "floor").label == "SPARE"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"code": ""}, "code"),
        ({"table": ""}, "table"),
        ({"use": BoxUse.SPARE}, "table"),
        ({"key_set": ""}, "key_set"),
    ],
)
def test_a_box_is_labelled_for_one_table_or_none(changes: dict[str, Any], field: str) -> None:
    assert list(refused(BOX, **changes)) == [field]


def test_a_pit_has_a_name() -> None:
    assert refused(Pit("1", "Pit 1"), name="") == {"name": "name is empty."}


@pytest.mark.parametrize("term", [1.5, date(2026, 1, 1), [{"a": 0.5}]])
def test_filed_rules_are_exact(term: object) -> None:
    with pytest.raises(EntryError, match="no fraction, date or time"):
        RulesSubmission("poker", {"term": term})


def test_filed_rules_go_on_as_they_are() -> None:
    terms = {"seats": 9, "open": True, "steps": [{"from": 1, "odds": "8:1"}]}
    assert RulesSubmission("poker", terms).code == "poker"
    with pytest.raises(EntryError, match="game is empty"):
        RulesSubmission("", terms)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"code": ""}, "code"),
        ({"name": ""}, "name"),
        ({"value": Money(0)}, "value"),
        ({"value": Money(2_525)}, "value"),
        ({"value": Money(10_000_50)}, "value"),
        ({"games": ()}, "games"),
        ({"serial_prefix": "a/b"}, "serial_prefix"),
    ],
)
def test_a_coupon_says_what_it_is_worth_and_where(changes: dict[str, Any], field: str) -> None:
    assert list(refused(COUPON, **changes)) == [field]
    assert dataclasses.replace(COUPON, serial_prefix="M25-").serial_prefix == "M25-"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"team_minimum": 1}, "team_minimum"),
        ({"stations": 0}, "stations"),
        ({"strap_notes": 5}, "strap_notes"),
        ({"machine_test_tolerance_permille": 51}, "machine_test_tolerance_permille"),
        ({"variance_warn": Money(-1)}, "variance_warn"),
        ({"recount_devices": ("CM-1", "CM-1")}, "recount_devices"),
        ({"recount_devices": ("CM-1", "")}, "recount_devices"),
        ({"drop_from": time(5, 0, 30)}, "drop_from"),
        ({"drop_until": time(6, tzinfo=UTC)}, "drop_until"),
        ({"drop_until": time(5)}, "drop_until"),
    ],
)
def test_settings_keep_within_reason(changes: dict[str, Any], field: str) -> None:
    assert list(refused(Settings(), **changes)) == [field]


def test_the_usual_settings_are_those_of_the_reference() -> None:
    usual = Settings()
    assert (usual.team_minimum, usual.strap_notes, usual.unopened_recount_days) == (3, 100, 7)
    assert usual.proof_c4a
    assert usual.adjustment_list == Money(2_000_00)


@pytest.mark.parametrize(
    ("permille", "counted", "passes"),
    [
        (0, 100, True),
        (0, 99, False),
        (0, 101, False),
        (20, 99, True),
        (20, 101, True),
        (20, 98, False),
        (20, 102, False),
    ],
)
def test_case_d16_a_machine_test_is_exact_or_within_the_tolerance(
    permille: int, counted: int, *, passes: bool
) -> None:
    settings = Settings(machine_test_tolerance_permille=permille)
    assert settings.machine_passes(known_pieces=100, counted_pieces=counted) is passes


@pytest.mark.parametrize(
    "make",
    [
        lambda: HOUSE,
        lambda: Currency(notes=NOTES, coins=COINS),
        lambda: CHIPS,
        lambda: TABLE,
        lambda: KEYS,
        lambda: BOX,
        lambda: dataclasses.replace(COUPON, expires=date(2026, 12, 31)),
        lambda: RulesSubmission("poker", {"seats": 9, "steps": [{"odds": "8:1"}]}),
        lambda: Settings(recount_devices=("CM-1",), drop_from=time(4, 30)),
    ],
    ids=["property", "currency", "chips", "table", "keys", "box", "coupon", "rules", "settings"],
)
def test_facts_are_read_back_from_the_record(make: Callable[[], Any]) -> None:
    fact = make()
    assert from_bytes(type(fact), to_bytes(fact)) == fact
