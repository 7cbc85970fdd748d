"""What is laid out in pools, what must be entered, and how each kind of piece may be counted."""

from dataclasses import replace

import pytest

from countroom.domain import canonical, pools
from countroom.domain.denominations import Instrument, Pool
from countroom.domain.floor import ChipKind, TableKind
from countroom.domain.house import House
from countroom.domain.papers.blank_form import BlankForm, FormKind
from countroom.domain.papers.box_count import BoxCount, Figure
from countroom.domain.papers.presentation import Method, PoolEntry, PoolKey
from countroom.domain.papers.room_inspection import ItemKind
from countroom.domain.papers.strap_direction import Directed, StrapDirection
from countroom.domain.papers.unallocated import Unallocated, UnallocatedLine
from countroom.errors import EntryError, RuleError
from countroom.money import Money
from countroom.regulations import V_53, V_54
from tests.operations.proceeds import golden_day as floor

TWENTY: PoolKey = (Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 20_00)
TWO: PoolKey = (Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 2_00)
FOUND: PoolKey = (Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, "main", 25_00)
BOTH = (TableKind.BANKING, TableKind.NONBANKING)


@pytest.fixture(scope="module")
def house() -> House:
    return floor.the_house()


def entry(key: PoolKey, **changed: object) -> PoolEntry:
    made = PoolEntry(key[0], key[1], key[3], loose=1, chip_set=key[2])
    return replace(made, **changed)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------ what is entered


def test_a_banking_count_enters_every_note_of_the_house(house: House) -> None:
    keys = pools.keys_to_enter(house, [TableKind.BANKING], ())
    assert [key[3] for key in keys] == [100_00, 50_00, 20_00, 10_00, 5_00, 1_00]
    assert {key[0] for key in keys} == {Pool.BANKING_CURRENCY}


def test_a_nonbanking_count_enters_notes_value_chips_and_rake_chips(house: House) -> None:
    keys = pools.keys_to_enter(house, [TableKind.NONBANKING], ())
    of = {pool: [key[3] for key in keys if key[0] is pool] for pool in Pool}
    assert of[Pool.NONBANKING_VALUE_CHIPS] == [100_00, 25_00, 5_00, 2_50, 1_00]
    assert of[Pool.RAKE_CHIPS] == [4_00, 3_00, 2_00]
    assert len(of[Pool.NONBANKING_CURRENCY]) == 6
    assert of[Pool.BANKING_CURRENCY] == []


def test_coins_of_the_house_are_entered_after_its_notes(house: House) -> None:
    coins = replace(house, currency=replace(house.currency, coins=(Money(25), Money(10))))
    keys = pools.keys_to_enter(coins, [TableKind.BANKING], ())
    assert keys[-2:] == (
        (Pool.BANKING_CURRENCY, Instrument.COIN, "", 25),
        (Pool.BANKING_CURRENCY, Instrument.COIN, "", 10),
    )
    assert pools.key_title(keys[-1]) == "$0.10 coins of banking currency"


def test_found_chips_are_laid_out_only_where_some_were_found(house: House) -> None:
    keys = pools.keys_to_enter(house, BOTH, [FOUND])
    faces = [key[3] for key in keys if key[0] is Pool.FOUND_CHIPS]
    assert faces == [100_00, 25_00, 5_00, 2_50, 1_00]
    assert all(key[0] is not Pool.FOUND_CHIPS for key in pools.keys_to_enter(house, BOTH, ()))


def test_chips_without_a_value_and_of_other_tables_are_not_entered(house: House) -> None:
    main, rake = house.chip_sets
    colour = replace(main, code="colour", kind=ChipKind.NONVALUE, denominations=())
    second = replace(main, code="second")
    wheel = next(table for table in house.tables if table.kind is TableKind.NONBANKING)
    tables = tuple(
        replace(table, chip_sets=(*table.chip_sets, "colour")) if table is wheel else table
        for table in house.tables
    )
    more = replace(house, chip_sets=(main, rake, colour, second), tables=tables)
    chips = {key[2] for key in pools.keys_to_enter(more, [TableKind.NONBANKING], ())}
    assert chips == {"", "main", "rake"}
    found = pools.keys_to_enter(more, [TableKind.BANKING], [FOUND])
    assert {key[2] for key in found} == {"", "main", "second"}


def test_case_C9_a_two_dollar_note_has_its_line_where_a_box_has_one(house: House) -> None:
    keys = pools.keys_to_enter(house, [TableKind.BANKING], [TWO])
    assert keys[-2] == TWO
    assert pools.field_name(TWO) == "banking_currency-currency--200"


def test_a_full_set_is_entered_and_more_may_be(house: House) -> None:
    taken = pools.check_entries(house, [TWENTY], [entry(TWO), entry(TWENTY)])
    assert [one.key for one in taken] == [TWENTY, TWO]
    with pytest.raises(EntryError) as refused:
        pools.check_entries(house, [TWENTY, FOUND], [entry(TWO)])
    assert refused.value.fields == {
        "banking_currency-currency--2000": (
            "$20 of banking currency is not entered; enter 0 for none."
        ),
        "found_chips-value_chip-main-2500": (
            "$25 (main) of chips found in banking boxes is not entered; enter 0 for none."
        ),
    }


@pytest.mark.parametrize(
    "strange",
    [
        (Pool.BANKING_CURRENCY, Instrument.CURRENCY, "", 3_00),
        (Pool.BANKING_CURRENCY, Instrument.CURRENCY, "main", 20_00),
        (Pool.BANKING_CURRENCY, Instrument.COIN, "", 3),
        (Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, "main", 3_00),
        (Pool.FOUND_CHIPS, Instrument.VALUE_CHIP, "other", 25_00),
    ],
)
def test_what_does_not_exist_is_not_entered(house: House, strange: PoolKey) -> None:
    with pytest.raises(EntryError, match="does not exist here"):
        pools.check_entries(house, [], [entry(strange)])


def test_more_pieces_than_fit_on_a_line_are_refused_straps_included(house: House) -> None:
    typed = [entry(TWENTY, straps=99_999, loose=99), entry(TWO)]
    assert pools.check_entries(house, [TWENTY], typed)
    with pytest.raises(EntryError) as refused:
        pools.check_entries(house, [TWENTY], [entry(TWENTY, straps=99_999, loose=100)])
    assert refused.value.fields == {
        "banking_currency-currency--2000": (
            "$20 of banking currency: at most 9,999,999 pieces fit."
        )
    }


# ------------------------------------------------------------------------------------ methods


@pytest.mark.rule(V_53)
def test_loose_pieces_are_never_counted_in_bulk() -> None:
    with pytest.raises(RuleError) as refused:
        pools.check_methods(
            [entry(TWENTY, loose_method=Method.BULK)], directed=frozenset(), devices=()
        )
    assert refused.value.rule is V_53


@pytest.mark.rule(V_53)
def test_directed_straps_are_counted_note_by_note() -> None:
    strapped = entry(TWENTY, straps=1)
    pools.check_methods([strapped], directed=frozenset({TWO}), devices=())
    with pytest.raises(RuleError) as refused:
        pools.check_methods([strapped], directed=frozenset({TWENTY}), devices=())
    assert refused.value.rule is V_53
    by_hand = replace(strapped, strap_method=Method.HAND)
    pools.check_methods([by_hand], directed=frozenset({TWENTY}), devices=())
    pools.check_methods([entry(TWENTY)], directed=frozenset({TWENTY}), devices=())


@pytest.mark.rule(V_54)
def test_a_device_is_named_and_approved() -> None:
    by_device = entry(TWENTY, loose_method=Method.DEVICE, device="M1")
    pools.check_methods([by_device], directed=frozenset(), devices=("M1",))
    for wrong, says in (
        (by_device, "device M1 is not approved"),
        (replace(by_device, device=""), "a device without a name"),
        (entry(TWENTY, device="M1"), "device M1 is not approved"),
        (entry(TWENTY, strap_method=Method.DEVICE), "a device without a name"),
    ):
        with pytest.raises(RuleError, match=says) as refused:
            pools.check_methods([wrong], directed=frozenset(), devices=("M2",))
        assert refused.value.rule is V_54


def test_a_method_reads_as_it_prints() -> None:
    assert pools.method_text(entry(TWENTY, straps=2)) == "bulk and hand"
    assert pools.method_text(entry(TWENTY, straps=2, loose=0)) == "bulk"
    assert pools.method_text(entry(TWENTY, straps=1, strap_method=Method.HAND)) == "hand"
    assert pools.method_text(entry(TWENTY, loose=0, mutilated=1)) == "hand"
    device = entry(TWENTY, loose_method=Method.DEVICE, device="M1")
    assert pools.method_text(device) == "device M1"


def test_case_C11_straps_are_full_and_of_one_denomination() -> None:
    assert entry(TWENTY, straps=1, loose=0).pieces(100) * 20 == 2_000
    assert pools.strap_of({20_00: 100, 10_00: 0}, 100) == 20_00
    with pytest.raises(EntryError, match="enter these 99 of \\$20 as loose"):
        pools.strap_of({20_00: 99}, 100)
    for mixed in ({20_00: 50, 10_00: 50}, {}):
        with pytest.raises(EntryError, match="one denomination"):
            pools.strap_of(mixed, 100)
    opened = pools.open_strap(entry(TWENTY, straps=2, loose=5), held=99)
    assert (opened.straps, opened.loose, opened.pieces(100)) == (1, 104, 204)
    with pytest.raises(EntryError, match="there is no strap"):
        pools.open_strap(entry(TWENTY), held=99)


# ------------------------------------------------------------------------------------- papers


def test_a_direction_names_notes_and_a_reason() -> None:
    with pytest.raises(EntryError):
        Directed(Pool.RAKE_CHIPS, 2_00)
    twenty = Directed(Pool.BANKING_CURRENCY, 20_00)
    for wrong in ((), (twenty, twenty)):
        with pytest.raises(EntryError) as refused:
            StrapDirection("c", wrong, " ", 1, warned=False)
        assert list(refused.value.fields) == ["denominations", "reason"]
    assert twenty.key == TWENTY
    assert StrapDirection("c", (twenty,), "differs", 1, warned=False).denominations == (twenty,)
    with pytest.raises(EntryError) as refused:
        StrapDirection("c", (), "differs", 1, warned=False)
    assert list(refused.value.fields) == ["denominations"]
    with pytest.raises(EntryError) as refused:
        StrapDirection("c", (twenty,), "", 1, warned=False)
    assert list(refused.value.fields) == ["reason"]


def test_an_unallocated_line_is_signed_as_it_differs() -> None:
    line = UnallocatedLine(Pool.BANKING_CURRENCY, Instrument.CURRENCY, 20_00, -3)
    content = Unallocated("c", "RC-0001", (line,), "why")
    assert content.total == Money(-60_00)
    with pytest.raises(EntryError):
        Unallocated("c", "RC-0001", (line,), "")


def box(code: str) -> BoxCount:
    figures = (Figure(Instrument.CURRENCY, 20_00, 1),)
    return BoxCount("c", code, "T", "baccarat", TableKind.BANKING, figures)


def test_a_blank_form_holds_what_its_kind_holds() -> None:
    day = floor.DAY
    assert FormKind.RECOUNT.printed == "Recount Sheet (paper fallback)"
    for wrong in (
        {"kind": FormKind.COUNT_REPORT, "count": "c", "boxes": (box("1"), box("1"))},
        {"kind": FormKind.COUNT_REPORT, "count": "c", "recounter": "x"},
        {"kind": FormKind.COUNT_REPORT, "count": "c", "entries": (entry(TWENTY),)},
        {"kind": FormKind.RECOUNT, "count": "c"},
        {"kind": FormKind.RECOUNT, "count": "c", "recounter": "x", "boxes": (box("1"),)},
    ):
        with pytest.raises(EntryError):
            BlankForm(gaming_date=day, **wrong)
    form = BlankForm(FormKind.RECOUNT, day, "c", entries=(entry(TWENTY),), recounter="x")
    assert canonical.from_bytes(BlankForm, canonical.to_bytes(form)) == form


def test_items_looked_for_are_five() -> None:
    assert [kind.printed for kind in ItemKind] == [
        "currency",
        "value chips",
        "rake chips",
        "coupons",
        "counter checks",
    ]
