"""The sheet of one box, by itself: what is entered, what is read, what differs."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.domain import box_sheet
from countroom.domain.box_sheet import Denomination, Sheet
from countroom.domain.denominations import PIECES_LIMIT, Instrument
from countroom.domain.floor import Currency, TableKind
from countroom.domain.forecast import Forecast, Worked, forecast
from countroom.domain.papers.drop_manifest import DropManifest
from countroom.domain.papers.drop_variance import DropVariance, VarianceItem
from countroom.domain.papers.machine_test import KnownNote, MachineTest, Phase
from countroom.domain.receiving import VarianceKind
from countroom.errors import EntryError
from countroom.money import Money
from countroom.regulations import V_36
from tests import builders
from tests.builders import DAY, a_house, a_sheet

HOUSE = a_house()
BANKING = box_sheet.in_use(HOUSE, HOUSE.table("MS-101"), TableKind.BANKING)
POKER = box_sheet.in_use(HOUSE, HOUSE.table("PK-301"), TableKind.NONBANKING)


# ---------------------------------------------------------------------------------- the lines


def test_a_banking_box_holds_notes_highest_first() -> None:
    assert [line.label for line in BANKING] == ["$100", "$50", "$20", "$10", "$5", "$1"]


def test_a_poker_box_holds_its_tables_chips_too() -> None:
    assert [line.label for line in POKER[6:]] == [
        "$100 House chips",
        "$5 House chips",
        "$2.50 House chips",
        "$4 Rake chips",
        "$2 Rake chips",
    ]
    assert POKER[8].key == "value_chip-250-main"


def test_coins_stand_there_where_they_are_counted() -> None:
    house = a_house(currency=Currency(coins=(Money(10),)))
    lines = box_sheet.in_use(house, None, TableKind.BANKING)
    assert lines[-1] == Denomination(Instrument.COIN, 10)
    assert (lines[-1].key, lines[-1].label) == ("coin-10", "$0.10")


def test_a_box_of_no_table_may_hold_every_chip_of_the_house() -> None:
    sets = {line.chip_set for line in box_sheet.in_use(HOUSE, None, TableKind.NONBANKING)}
    assert sets == {"", "main", "second", "rake"}


# ------------------------------------------------------------------------------ what is typed


def test_what_is_typed_is_read_pieces_by_pieces() -> None:
    typed = {"currency-10000": " 12 ", "currency-5000": "", "currency-2000": "0"}
    read = box_sheet.read_pieces(typed, BANKING)
    assert read == {
        "currency-10000": 12,
        "currency-5000": None,
        "currency-2000": 0,
        "currency-1000": None,
        "currency-500": None,
        "currency-100": None,
    }


@pytest.mark.parametrize("text", ["-1", "1.5", "1e3", "abc", "1_000", "+5", "9223372036854775808"])
def test_case_C3_every_wrong_field_is_named_by_its_denomination(text: str) -> None:
    typed = {"currency-10000": text, "currency-5000": "3", "currency-100": text}
    with pytest.raises(EntryError) as refusal:
        box_sheet.read_pieces(typed, BANKING)
    assert list(refusal.value.fields) == ["currency-10000", "currency-100"]
    assert refusal.value.fields["currency-10000"].startswith("$100: ")


@pytest.mark.rule(V_36)
def test_case_C6_an_amount_is_a_whole_number_of_pieces() -> None:
    chips = frozenset({"value_chip-10000-main", "value_chip-250-main"})

    def read(hundreds: str) -> dict[str, int | None]:
        typed = {"value_chip-10000-main": hundreds, "value_chip-250-main": "7.50"}
        return box_sheet.read_pieces(typed, POKER, amounts=chips)

    assert read("300")["value_chip-10000-main"] == 3
    assert read("300")["value_chip-250-main"] == 3
    assert read(" ")["value_chip-10000-main"] is None
    with pytest.raises(EntryError) as refusal:
        read("250")
    said = refusal.value.fields["value_chip-10000-main"]
    assert said.startswith("$100 House chips: 250.00 is not a multiple of $100.")
    assert V_36.citation in said
    with pytest.raises(EntryError, match="Enter an amount such as"):
        read("a lot")


@given(pieces=st.lists(st.integers(0, PIECES_LIMIT), min_size=6, max_size=6))
def test_what_is_typed_adds_up_and_is_read_back(pieces: list[int]) -> None:
    typed = {line.key: str(n) for line, n in zip(BANKING, pieces, strict=True)}
    sheet = Sheet(figures=box_sheet.read_pieces(typed, BANKING))
    box_sheet.check(sheet, HOUSE)
    faces = (10_000, 5_000, 2_000, 1_000, 500, 100)
    amount = sum(face * n for face, n in zip(faces, pieces, strict=True))
    assert box_sheet.total_of(sheet, HOUSE) == Money(amount)
    assert box_sheet.still_open(sheet, BANKING) == ()
    figures = box_sheet.figures_of(sheet, HOUSE, BANKING)
    assert [figure.pieces for figure in figures] == pieces


def test_one_open_denomination_is_one() -> None:
    sheet = a_sheet(1, figures={"currency-100": None})
    still_open = box_sheet.still_open(sheet, BANKING)
    said = box_sheet.open_sentence(still_open)
    assert said == "1 denomination is open: $1. Enter 0 where there is none."


def test_what_differs_between_two_sheets() -> None:
    before = a_sheet(1, machine="CM-1")
    after = a_sheet(2, machine="", ticket_cents=100)
    assert box_sheet.changes(before, after) == {
        "currency-10000": [1, 2],
        "machine": ["CM-1", ""],
        "ticket_cents": [None, 100],
    }
    assert box_sheet.changes(before, before) == {}


# ---------------------------------------------------------------------------------- forecast

NOON = datetime(2011, 6, 15, 16, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def _worked(station: str, minutes: int) -> Worked:
    return Worked(station, NOON - minutes * MINUTE, NOON)


def test_nothing_is_foretold_before_a_box_is_recorded() -> None:
    assert forecast(NOON, [], {"1": NOON}, 3) == Forecast({}, None, None)


def test_one_station_takes_one_box_after_the_other() -> None:
    found = forecast(NOON, [_worked("1", 4), _worked("1", 6)], {}, 3)
    assert found == Forecast({"1": NOON + 15 * MINUTE}, NOON + 15 * MINUTE, 5 * MINUTE)


def test_two_stations_share_the_boxes_at_their_own_pace() -> None:
    found = forecast(NOON, [_worked("1", 4), _worked("2", 8)], {"1": NOON - MINUTE}, 2)
    assert found.stations == {"1": NOON + 7 * MINUTE, "2": NOON + 8 * MINUTE}
    assert found.finish == NOON + 8 * MINUTE
    assert found.a_box == 6 * MINUTE


def test_an_open_box_that_takes_long_is_done_now_at_the_earliest() -> None:
    found = forecast(NOON, [_worked("1", 4)], {"2": NOON - 20 * MINUTE}, 0)
    assert found.stations == {"1": NOON, "2": NOON}


# ----------------------------------------------------------------------------------- papers


def test_a_manifest_names_trolley_and_boxes() -> None:
    with pytest.raises(EntryError, match="Name the trolley"):
        DropManifest(DAY, " ", (), NOON, "121")
    with pytest.raises(EntryError, match="at least one box"):
        DropManifest(DAY, "T-1", (), NOON, "121")


def test_a_variance_report_explains_every_item() -> None:
    def item(why: str, box: str = "11") -> VarianceItem:
        return VarianceItem(VarianceKind.MISSING, box, "MS-101", "It.", "Nothing.", why)

    with pytest.raises(EntryError) as refusal:
        DropVariance(builders.COUNT, DAY, 2, 0, (item(" "), item("Lost."), item("", "")))
    assert refusal.value.fields == {
        "11": "Say why: Nothing.",
        "MS-101": "Say why: Nothing.",
    }
    assert DropVariance(builders.COUNT, DAY, 2, 0, (item("Lost."),)).items[0].box == "11"


def test_a_machine_test_says_what_it_missed() -> None:
    notes = (KnownNote(10_000, 100, 99), KnownNote(100, 50, 50))
    test = MachineTest(builders.COUNT, "CM-1", Phase.BEFORE, notes, 0, passed=False)
    assert [note.label for note in test.failed] == ["$100"]
    with pytest.raises(EntryError, match=r"\$1: put at least one"):
        MachineTest(builders.COUNT, "CM-1", Phase.BEFORE, (KnownNote(100, 5, -1),), 0, passed=True)
