"""A table's chips: what a slip must satisfy, and which slip says what the rack held."""

from dataclasses import replace

import pytest

from countroom.domain.denominations import Instrument, Side
from countroom.domain.floor import ChipKind, ChipSet
from countroom.domain.inventory import (
    CHIP_BANK,
    Pieces,
    Slip,
    SlipKind,
    TableState,
    by_key,
    check_copies,
    check_counterpart,
    check_moved,
    check_pieces,
    check_state,
    check_total,
    expected_closing,
    gaps,
    has_rake,
    in_order,
    inventories,
    keys_of,
    lines,
    over_short,
    value_of,
)
from countroom.errors import EntryError, RuleError
from countroom.money import ZERO, Money
from countroom.regulations import (
    V_09,
    V_12,
    V_14,
    V_15,
    V_16,
    V_19,
    V_20,
    V_22,
    V_24,
    V_112,
)
from tests.plumbing.houses import a_house

MAIN = ChipSet("main", "House chips", ChipKind.VALUE, (Money(10_000), Money(250)))
SECOND = ChipSet("second", "Second design", ChipKind.VALUE, (Money(10_000),))
RAKE = ChipSet("rake", "Rake chips", ChipKind.RAKE, (Money(200),))
NONVALUE = ChipSet("wheel", "Roulette chips", ChipKind.NONVALUE, ())


def chips(pieces: int, cents: int = 10_000, chip_set: str = "main") -> Pieces:
    return Pieces(Instrument.VALUE_CHIP, cents, pieces, chip_set)


def test_case_C10_half_dollars_and_dimes_add_up_exactly() -> None:
    dimes = Pieces(Instrument.COIN, 10, 7)
    assert value_of([chips(3, 250), dimes]).text() == "8.20"
    assert (chips(3, 250).label, dimes.label) == ("$2.50 main", "$0.10")


def test_case_C17_two_sets_are_kept_apart_and_add_up() -> None:
    both = (chips(4), chips(1, chip_set="second"))
    assert value_of(both) == Money(50_000)
    assert by_key(both) == {
        (Instrument.VALUE_CHIP, "main", 10_000): 4,
        (Instrument.VALUE_CHIP, "second", 10_000): 1,
    }
    with pytest.raises(RuleError) as refused:
        check_moved((chips(5),), both)
    assert refused.value.rule == V_19


@pytest.mark.parametrize(
    ("cents", "pieces", "says"),
    [(0, 1, "no denomination"), (100, -1, "from 0"), (100, 10_000_000, "from 0")],
)
def test_pieces_check_themselves(cents: int, pieces: int, says: str) -> None:
    with pytest.raises(EntryError, match=says):
        Pieces(Instrument.VALUE_CHIP, cents, pieces, "main")


def test_what_a_table_counts_is_its_sets_and_the_coins() -> None:
    keys = keys_of((MAIN, RAKE, NONVALUE), (Money(50),))
    assert keys == (
        (Instrument.VALUE_CHIP, "main", 10_000),
        (Instrument.VALUE_CHIP, "main", 250),
        (Instrument.RAKE_CHIP, "rake", 200),
        (Instrument.COIN, "", 50),
    )
    assert has_rake((MAIN, RAKE))
    assert not has_rake((MAIN,))


def test_blank_is_not_zero_and_strange_chips_are_refused() -> None:
    known = keys_of((MAIN,))
    with pytest.raises(EntryError) as refused:
        check_pieces((chips(1), chips(2), chips(1, 500)), known, every=True)
    assert refused.value.fields == {
        "$100 main": "$100 main: it stands twice.",
        "$5 main": "$5 main: this table does not hold it.",
        "$2.50 main": "$2.50 main: not entered; enter 0 where there are none.",
    }
    check_pieces((chips(1),), known)
    check_pieces((chips(0), chips(0, 250)), known, every=True)


def test_lines_say_side_set_and_pieces() -> None:
    (line,) = lines(Side.FILL, [chips(3)])
    assert (line.side, line.chip_set, line.amount) == (Side.FILL, "main", Money(30_000))
    assert in_order([chips(1, 250), chips(1), chips(1, chip_set="second")]) == (
        chips(1),
        chips(1, 250),
        chips(1, chip_set="second"),
    )


@pytest.mark.rule(V_09)
def test_a_slip_whose_total_is_not_its_sum_is_refused() -> None:
    check_total((chips(2),), Money(20_000))
    with pytest.raises(RuleError) as refused:
        check_total((chips(2),), Money(20_001))
    assert refused.value.rule == V_09


@pytest.mark.rule(V_12)
def test_two_parts_of_a_slip_say_the_same() -> None:
    check_copies((chips(2), chips(0, 250)), (chips(2),))
    with pytest.raises(RuleError) as refused:
        check_copies((chips(2),), (chips(3),))
    assert refused.value.rule == V_12


@pytest.mark.rule(V_19)
@pytest.mark.parametrize("moved", [(), (chips(1),), (chips(2), chips(1, 250))])
def test_a_slip_moves_what_was_asked_for(moved: tuple[Pieces, ...]) -> None:
    check_moved((chips(2), chips(0, 250)), (chips(2),))
    with pytest.raises(RuleError) as refused:
        check_moved(moved, (chips(2),))
    assert refused.value.rule == V_19


@pytest.mark.rule(V_15, V_16, V_24)
def test_chips_go_with_the_chip_bank_and_nowhere_else() -> None:
    table = a_house().tables[0]
    check_counterpart(table, CHIP_BANK, ["PK-301"])
    for facts, other, rule in (
        (replace(table, automated=True), CHIP_BANK, V_16),
        (table, "PK-301", V_24),
        (table, "somebody's pocket", V_15),
    ):
        with pytest.raises(RuleError) as refused:
            check_counterpart(facts, other, ["PK-301"])
        assert refused.value.rule == rule


@pytest.mark.rule(V_22)
def test_case_E13_a_closed_table_refuses_with_its_state() -> None:
    check_state("MS-101", TableState.OPEN, TableState.OPEN, "it takes no fill")
    with pytest.raises(RuleError, match="MS-101 is closed: it takes no fill") as refused:
        check_state("MS-101", TableState.CLOSED, TableState.OPEN, "it takes no fill")
    assert refused.value.rule == V_22


@pytest.mark.rule(V_20)
def test_numbers_missing_from_a_series_or_used_twice_are_named() -> None:
    assert gaps([1, 2, 3], "F") == ()
    found = gaps([1, 4, 4], "F")
    assert [each.where for each in found] == ["F-0002", "F-0003", "F-0004"]
    assert found[0].rule == V_20
    assert "used twice" in found[-1].sentence


def test_slips_know_their_occasion() -> None:
    assert SlipKind.OPENING.at is TableState.CLOSED
    assert SlipKind.DROP.at is TableState.OPEN
    assert (SlipKind.OPENING.side, SlipKind.CLOSE.side) == (Side.OPENING, Side.CLOSING)
    assert SlipKind.CLOSE.word == "closer"


# ------------------------------------------------------------------------- which slip counts

N, D, C, S, Y = (
    SlipKind.OPENING,
    SlipKind.DROP,
    SlipKind.CLOSE,
    SlipKind.SHIFT,
    SlipKind.CLOSED_DAILY,
)


def slip(name: str, kind: SlipKind, dollars: int = 100) -> Slip:
    return Slip(name, kind, Money(dollars * 100))


@pytest.mark.parametrize(
    ("before", "during", "opening", "closing"),
    [
        (slip("d0", D), [slip("d1", D)], "d0", "d1"),
        (slip("c0", C), [slip("o1", N), slip("d1", D)], "o1", "d1"),
        (None, [slip("o1", N), slip("c1", C)], "o1", "c1"),
        (slip("d0", D), [slip("c1", C), slip("o1", N), slip("c2", C)], "d0", "c2"),
        (slip("c0", C), [slip("o1", N), slip("s1", S), slip("d1", D)], "o1", "d1"),
        (slip("d0", D), [slip("d1", D), slip("d2", D)], "d0", "d2"),
        (slip("d0", D), [slip("c1", C), slip("y1", Y), slip("s1", S)], "d0", "y1"),
    ],
)
def test_a_period_begins_and_ends_with_its_slips(
    before: Slip | None, during: list[Slip], opening: str, closing: str | None
) -> None:
    found = inventories(before, during)
    assert found.opened
    assert found.opening is not None
    assert found.opening.name == opening
    assert (found.closing.name if found.closing else None) == closing


@pytest.mark.rule(V_112)
def test_the_closing_slip_is_the_last_of_the_period() -> None:
    reopened = inventories(slip("d0", D), [slip("c1", C), slip("o1", N)])
    assert reopened.closing is None
    assert [found.rule for found in reopened.findings] == [V_112]
    nothing = inventories(slip("d0", D), [])
    assert (nothing.closing, nothing.findings[0].where) == (None, "")


def test_a_running_period_has_no_closing_yet() -> None:
    running = inventories(slip("d0", D), [slip("c1", C)], ended=False)
    assert (running.closing, running.findings) == (None, ())


@pytest.mark.rule(V_14)
def test_a_table_that_never_opened_ends_as_it_began() -> None:
    silent = inventories(slip("c0", C), [])
    assert (silent.opened, silent.opening, silent.closing) == (False, silent.closing, slip("c0", C))
    assert [found.rule for found in silent.findings] == [V_14]
    daily = inventories(slip("c0", C), [slip("y1", Y)])
    assert daily.closing == slip("y1", Y)
    assert daily.findings == ()
    assert inventories(None, [], daily_slip=False).closing is None


def test_expected_closing_and_its_difference() -> None:
    expected = expected_closing(
        Money(2_500_000),
        fills=Money(800_000),
        credits_=Money(500_000),
        chips_sold=Money(1_434_000),
        house_net=Money(348_500),
    )
    assert expected == Money(1_714_500)
    assert over_short(Money(1_712_000), expected).in_words() == "short 25.00"
    assert over_short(expected, expected) == ZERO
