"""A table played for one drop period: what it yields agrees to the cent."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countroom.engine.cards import DECK_SIZE
from countroom.engine.dealing import (
    Act,
    BuyIn,
    CouponPlayed,
    CreditCalled,
    EndOfDayDrop,
    FillCalled,
    RakeDropped,
    Rounds,
    TablePlay,
    buy_in_columns,
    play,
)
from countroom.engine.dealing.acts import from_microseconds, to_microseconds
from countroom.engine.dealing.patrons import notes_for
from countroom.engine.dealing.rack import Rack, total_cents
from countroom.engine.games import GAMES
from countroom.engine.house import HouseResult, house_result
from countroom.errors import EntryError
from tests.plumbing import felts

A = TypeVar("A", bound=Act)


def of(kind: type[A], acts: list[Act]) -> list[A]:
    return [act for act in acts if isinstance(act, kind)]


def columns(acts: list[Act]) -> dict[str, Any]:
    batches = [act.columns for act in of(Rounds, acts)]
    return {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}


def by_the_book(table: TablePlay, acts: list[Act]) -> HouseResult:
    buyins = buy_in_columns(of(BuyIn, acts))
    return house_result(GAMES[table.game], table.rules, columns(acts), buyins)


def agrees(table: TablePlay, acts: list[Act]) -> None:
    """Assert the identities between tray, box and rounds (count-and-inventory 5.5, 5.8, 5.10)."""
    drop = acts[-1]
    assert isinstance(drop, EndOfDayDrop)
    result = by_the_book(table, acts)
    assert drop.result == result
    fills = sum(total_cents(act.chips) for act in of(FillCalled, acts))
    credits_ = sum(total_cents(act.chips) for act in of(CreditCalled, acts))
    bought = result.cash_buyins_cents + result.check_buyins_cents
    opening, closing = total_cents(table.opening_rack), total_cents(drop.closing_rack)
    assert closing == opening + fills - credits_ - bought + result.house_net_chips_cents
    currency = sum(sum(note * n for note, n in act.notes.items()) for act in of(BuyIn, acts))
    assert currency == result.cash_buyins_cents
    raked = sum(total_cents(act.chips) for act in of(RakeDropped, acts))
    assert raked == result.rake_cents
    win = raked if table.game == "poker" else closing + credits_ + bought - opening - fills
    assert win == result.house_net_cents
    assert min(drop.closing_rack.values()) >= 0
    assert [act.serial for act in of(CouponPlayed, acts)] == sorted(
        result.coupons, key=[act.serial for act in of(CouponPlayed, acts)].index
    )


@settings(max_examples=12)
@given(game=st.sampled_from(list(GAMES)), seed=st.integers(0, 2**32))
def test_what_a_table_yields_agrees_to_the_cent(game: str, seed: int) -> None:
    coupons = tuple((f"MP-{n}", 2500) for n in range(15)) if game != "poker" else ()
    table = felts.a_period(game, seed, coupons=coupons, checks=(("CC-1", 100_000),))
    acts = list(play(table))
    agrees(table, acts)
    again = by_the_book(table, acts)
    assert again.disagreements == ()
    assert again.refused == ()


@pytest.mark.parametrize("game", GAMES)
def test_acts_come_in_the_order_of_time_within_the_period(game: str) -> None:
    table = felts.a_period(game)
    acts = list(play(table))
    assert [act.at for act in acts] == sorted(act.at for act in acts)
    assert table.from_at < acts[0].at
    assert acts[-1].at == table.to_at
    assert isinstance(acts[-1], EndOfDayDrop)
    played = columns(acts)
    assert played["round"].tolist() == sorted(played["round"])
    for batch in of(Rounds, acts):
        assert to_microseconds(batch.at) == batch.columns["at"].max()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same(game: str) -> None:
    def written(seed: int) -> str:
        acts = list(play(felts.a_period(game, seed)))
        return repr([(name, values.tolist()) for name, values in columns(acts).items()]) + repr(
            [act for act in acts if not isinstance(act, Rounds)]
        )

    assert written(3) == written(3) != written(4)


def test_checks_are_exchanged_and_coupons_played_once_each() -> None:
    coupons = tuple((f"MP-{n}", 2500) for n in range(30))
    checks = tuple((f"CC-{n}", 50_000) for n in range(5))
    acts = list(play(felts.a_period("ez_baccarat", coupons=coupons, checks=checks)))
    exchanged = [act for act in of(BuyIn, acts) if act.kind == "check"]
    assert sorted((act.check_serial, act.cents) for act in exchanged) == sorted(checks)
    assert all(act.notes == {} for act in exchanged)
    dropped = [act.serial for act in of(CouponPlayed, acts)]
    assert len(dropped) == len(set(dropped))
    record = columns(acts)
    put_down = record["coupon_serial"][record["coupon_serial"] != ""]
    stayed = record["coupon_serial"][(record["coupon_cents"] > 0) & ~record["coupon_dropped"]]
    assert set(dropped) | set(stayed) == set(put_down) == {serial for serial, _ in coupons}


def test_a_coupon_above_the_tables_maximum_is_not_played() -> None:
    acts = list(play(felts.a_period("baccarat", coupons=(("MP-1", 600_000),))))
    assert of(CouponPlayed, acts) == []


def test_a_low_tray_calls_for_fills_and_a_full_one_for_credits() -> None:
    rules = felts.rules("baccarat", minimum_cents=25_00)
    low = {**felts.RACK, ("VALUE", 10000): 30, ("VALUE", 50000): 0}
    table = felts.a_period("baccarat", rules=rules, opening_rack=low)
    acts = list(play(table))
    agrees(table, acts)
    assert of(FillCalled, acts)
    assert all(min(act.chips.values()) > 0 for act in of(FillCalled, acts))
    par = {key: pieces // 4 for key, pieces in felts.RACK.items()}
    table = felts.a_period("baccarat", par=par)
    acts = list(play(table))
    agrees(table, acts)
    assert of(CreditCalled, acts)
    assert all(min(act.chips.values()) > 0 for act in of(CreditCalled, acts))


def test_an_empty_tray_is_filled_before_it_pays() -> None:
    nothing = dict.fromkeys(felts.RACK, 0)
    table = felts.a_period("mississippi_stud", opening_rack=nothing, par=nothing)
    acts = list(play(table))
    agrees(table, acts)
    assert isinstance(acts[0], FillCalled)


def test_what_meters_and_accounts_pay_never_touches_the_tray() -> None:
    for terms in list(GAMES["mississippi_stud"].EXAMPLES.values())[1:4]:
        rules = felts.rules("mississippi_stud", **terms)
        table = felts.a_period("mississippi_stud", seed=5, rules=rules)
        acts = list(play(table))
        agrees(table, acts)
    five = GAMES["mississippi_stud"].EXAMPLES["every optional wager, tables of the industry"]
    table = felts.a_period("mississippi_stud", rules=felts.rules("mississippi_stud", **five))
    acts = list(play(table))
    agrees(table, acts)
    assert columns(acts)["paid_elsewhere_cents"].sum() > 0


def test_voids_happen_and_are_given_back() -> None:
    long = felts.a_period("baccarat").from_at + timedelta(hours=60)
    record = columns(list(play(felts.a_period("baccarat", to_at=long))))
    void = record["void_reason"] > 0
    assert void.any()
    assert (record["pushed_cents"][void] == record["stake_cents"][void]).all()


def test_rake_is_dropped_in_rake_chips_as_far_as_they_reach() -> None:
    acts = list(play(felts.a_period("poker")))
    dropped: Counter[str] = Counter()
    for act in of(RakeDropped, acts):
        for (chipset, denomination), pieces in act.chips.items():
            dropped[chipset] += denomination * pieces
    assert set(dropped) == {"RAKE", "VALUE"}
    assert dropped["RAKE"] > dropped["VALUE"]


def test_a_house_without_rake_chips_drops_value_chips() -> None:
    table = felts.a_period("poker", opening_rack=felts.RACK, rake_chipset=None)
    acts = list(play(table))
    agrees(table, acts)
    assert {chipset for act in of(RakeDropped, acts) for chipset, _ in act.chips} == {"VALUE"}


def test_a_short_period_has_at_least_a_round() -> None:
    start = felts.a_period("poker").from_at
    table = felts.a_period("poker", to_at=start + timedelta(minutes=1))
    acts = list(play(table))
    agrees(table, acts)
    assert len(set(columns(acts)["round"])) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"to_at": datetime(2026, 3, 1, tzinfo=UTC)}, "ends after it begins"),
        ({"notes": ()}, "makes twenty dollars"),
        ({"notes": (5000, 3000)}, "makes twenty dollars"),
        ({"par": {}}, "same denominations"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(EntryError, match=says):
        felts.a_period("baccarat", **change)


def test_a_game_nobody_knows_is_refused() -> None:
    with pytest.raises(EntryError, match="no such game"):
        replace(felts.a_period("baccarat"), game="whist")


def test_poker_takes_no_coupons() -> None:
    with pytest.raises(EntryError, match="games against the house"):
        felts.a_period("poker", coupons=(("MP-1", 500),))


@pytest.mark.parametrize("rack", [{}, {("VALUE", 100): 5000}])
def test_a_tray_that_cannot_pay_is_refused(rack: dict[tuple[str, int], int]) -> None:
    with pytest.raises(EntryError, match=r"chips to pay with|smallest pieces"):
        list(play(felts.a_period("baccarat", opening_rack=rack)))


# --- the tray -----------------------------------------------------------------------------


def test_a_tray_makes_change() -> None:
    rack = Rack({("VALUE", 500): 1, ("VALUE", 2500): 4})
    rack.pay(1000, largest_cents=500)
    assert rack.pieces == {("VALUE", 500): 4, ("VALUE", 2500): 3}
    assert rack.payable_cents == 9500


@given(
    pieces=st.lists(st.integers(0, 5), min_size=4, max_size=4),
    dollars=st.integers(0, 400),
    largest=st.sampled_from([100, 500, 2500, 10000]),
)
def test_a_tray_pays_exactly(pieces: list[int], dollars: int, largest: int) -> None:
    keys = [("VALUE", cents) for cents in (100, 500, 2500, 10000)]
    rack = Rack(dict(zip(keys, pieces, strict=True)))
    before = rack.payable_cents
    amount = min(dollars * 100, before)
    rack.pay(amount, largest)
    assert rack.payable_cents == before - amount
    assert min(rack.pieces.values()) >= 0


@given(st.integers(1, 2000), st.integers(0, 99))
def test_notes_make_the_amount(twenties: int, seed: int) -> None:
    made = notes_for(np.random.default_rng(seed), twenties * 2000, (10000, 5000, 2000, 1000, 100))
    assert sum(note * pieces for note, pieces in made.items()) == twenties * 2000


def test_time_survives_as_microseconds() -> None:
    at = datetime(2026, 3, 1, 12, 34, 56, 789012, tzinfo=UTC)
    assert from_microseconds(to_microseconds(at)) == at
    assert DECK_SIZE == 52


def test_patrons_pay_with_the_pieces_they_were_handed() -> None:
    rack = Rack({("VALUE", 100): 50, ("VALUE", 500): 20, ("VALUE", 10000): 4})
    rack.pay(100_00, largest_cents=10000)
    rack.take(15_00)  # the $100 is changed: $85 are handed back
    assert rack.pieces == {("VALUE", 100): 50, ("VALUE", 500): 3, ("VALUE", 10000): 4}
    rack.take(15_00)
    assert rack.pieces["VALUE", 500] == 6
    rack.take(100_00)  # of it $70 are of this tray, the rest comes from elsewhere
    assert rack.pieces == {("VALUE", 100): 50, ("VALUE", 500): 26, ("VALUE", 10000): 4}


def test_a_piece_that_cannot_be_changed_stays_with_its_patron() -> None:
    rack = Rack({("VALUE", 500): 0, ("VALUE", 10000): 1})
    rack.pay(100_00, largest_cents=10000)
    rack.take(5_00)
    assert rack.pieces == {("VALUE", 500): 1, ("VALUE", 10000): 0}


def test_small_pieces_of_vigorish_go_round() -> None:
    rules = felts.rules("baccarat", minimum_cents=25_00)
    acts = list(play(felts.a_period("baccarat", rules=rules)))
    moved: Counter[tuple[str, int]] = Counter(felts.RACK)
    for act in acts:
        if isinstance(act, FillCalled):
            moved.update(act.chips)
        elif isinstance(act, CreditCalled):
            moved.subtract(act.chips)
    drop = acts[-1]
    assert isinstance(drop, EndOfDayDrop)
    assert drop.closing_rack["COIN", 25] * 20 > moved["COIN", 25] * 19
