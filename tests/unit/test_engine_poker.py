"""Poker: pots against a plain second reckoning, the rake schedule, the played table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.engine.cards import NO_CARD
from countroom.engine.dealing import (
    BuyIn,
    CreditCalled,
    EndOfDayDrop,
    FillCalled,
    RakeDropped,
    Rounds,
    play,
)
from countroom.engine.dealing.rack import total_cents
from countroom.engine.games import GAMES, poker
from countroom.engine.pots import share_pots
from countroom.engine.records import Resettled, resettle
from countroom.engine.settlement import Stakes, check, house_net_cents
from tests.plumbing import felts


def plainly(
    put_in: list[int], strength: list[int], order: list[int], rake: int, chip: int
) -> tuple[list[int], list[int]]:
    """Reckon one hand slowly: what goes back uncalled, and what each seat draws."""
    seats = range(len(put_in))
    left, back, drawn = list(put_in), [0] * len(put_in), [0] * len(put_in)
    pots: list[tuple[int, list[int]]] = []
    while any(left):
        height = min(each for each in left if each)
        within = [seat for seat in seats if left[seat]]
        alive = [seat for seat in within if strength[seat] >= 0]
        for seat in within:
            left[seat] -= height
        if len(within) == 1 and alive:
            back[alive[0]] += height
        elif alive:
            pots.append((height * len(within), alive))
        else:
            amount, players = pots.pop()
            pots.append((amount + height * len(within), players))
    for amount, alive in pots:
        taken = min(rake, amount)
        rake -= taken
        best = max(strength[seat] for seat in alive)
        winners = sorted(
            (seat for seat in alive if strength[seat] == best), key=lambda seat: order[seat]
        )
        chips, loose = divmod(amount - taken, chip)
        each, over = divmod(chips, len(winners))
        for place, seat in enumerate(winners):
            drawn[seat] += (each + (place < over)) * chip + (loose if place == 0 else 0)
    return back, drawn


@given(
    hand=st.lists(
        st.tuples(st.sampled_from([0, 150, 200, 400, 1000, 1250]), st.integers(-1, 3)),
        min_size=2,
        max_size=9,
    ),
    button=st.integers(1, 9),
    rake=st.integers(0, 700),
    chip=st.sampled_from([100, 50, 300]),
)
def test_pots_agree_with_a_plain_reckoning(
    hand: list[tuple[int, int]], button: int, rake: int, chip: int
) -> None:
    put_in = [cents for cents, _ in hand]
    strength = [rank if cents else -1 for cents, rank in hand]
    lowest_live = [cents for cents, rank in hand if cents and rank >= 0]
    if not lowest_live:
        return
    order = [(seat + 1 - button - 1) % len(hand) for seat in range(len(hand))]
    shared = share_pots(
        np.array([put_in]),
        np.array([strength], np.int32),
        np.array([order]),
        rake_of=lambda pot: np.minimum(pot, rake),
        chip_cents=chip,
    )
    got = shared.uncalled_cents[0].tolist(), shared.drawn_cents[0].tolist()
    assert got == plainly(put_in, strength, order, int(shared.rake_cents[0]), chip)


@pytest.mark.parametrize(
    ("pot", "flop", "rake"),
    [
        (900, True, 0),
        (1000, True, 100),
        (1999, True, 100),
        (5000, True, 500),
        (100_000, True, 500),
        (100_000, False, 0),
    ],
)
def test_the_rake_schedule(pot: int, flop: bool, rake: int) -> None:  # noqa: FBT001
    taken = poker.rake_cents(felts.rules("poker"), np.array([pot]), flop=np.array([flop]))
    assert taken.tolist() == [rake]


def test_a_house_may_rake_before_the_flop() -> None:
    rules = felts.rules("poker", no_flop_no_drop=False)
    assert poker.rake_cents(rules, np.array([1000]), flop=np.array([False])).tolist() == [100]


def test_places_are_numbered_from_the_buttons_left() -> None:
    seated = np.array([[True, False, True, True]])
    places = poker.places_after(np.array([3]), seated)[0]
    assert [int(places[seat]) for seat in (3, 0, 2)] == [0, 1, 2]


def test_a_played_table_has_folds_callers_showdowns_side_pots_and_splits() -> None:
    rules, rng, n = felts.rules("poker"), np.random.default_rng(2), 3000
    felt = poker.deal(rng, n, rules)
    units = np.where(rng.random((n, 9)) < 0.7, 200, 0)
    felt, stakes = poker.decide(rng, rules, felt, units, np.zeros_like(units))
    settled, _ = poker.settle(rules, felt, stakes, None)
    check(stakes, settled)
    put_in = stakes.stake_cents[..., 0]
    alive = ~felt.folded & (put_in > 0)
    ended_early = felt.board[:, 0] == NO_CARD
    winners = (settled.drawn_cents[..., 0] > 0).sum(axis=1)
    assert (felt.folded & (put_in > 0)).any()
    assert ended_early.any()
    assert not settled.rake_cents[ended_early].any()
    assert settled.rake_cents.max() == rules.rake_cap_cents
    assert (alive.sum(axis=1) > 2).any()
    assert (winners > 1).any()
    short = np.where(alive, put_in, put_in.max()).min(axis=1) < put_in.max(axis=1)
    assert (short & (alive.sum(axis=1) > 1)).any()


def test_nobody_plays_alone() -> None:
    rules, rng = felts.rules("poker"), np.random.default_rng(2)
    felt = poker.deal(rng, 1, rules)
    units = np.array([[0, 200, 0, 0, 0, 0, 0, 0, 0]])
    felt, stakes = poker.decide(rng, rules, felt, units, np.zeros_like(units))
    assert not stakes.stake_cents.any()
    settled, _ = poker.settle(rules, felt, stakes, None)
    check(stakes, settled)
    assert [each.where.any() for each in poker.incomplete(rules, felt, stakes)] == [False, False]


def test_void_stakes_never_meet_the_rake() -> None:
    rules, rng = felts.rules("poker"), np.random.default_rng(2)
    felt = poker.deal(rng, 5, rules)
    units = np.full((5, 9), 200)
    felt, stakes = poker.decide(rng, rules, felt, units, np.zeros_like(units))
    void = Stakes(stakes.stake_cents, stakes.coupon_cents, np.ones(5, bool))
    settled, _ = poker.settle(rules, felt, void, None)
    assert (settled.pushed_cents == stakes.stake_cents).all()
    assert not settled.rake_cents.any()


# --- the time charge ----------------------------------------------------------------------

TIME: dict[str, object] = {"rake_percent": 0, "rake_cap_cents": 0, "time_charge_cents": 600}
HALF_HOUR = 30 * 60 * 1_000_000

SHOWDOWN: dict[str, object] = {
    **{f"board_{k}": card for k, card in enumerate(["2c", "7d", "9h", "Js", "Kd"], 1)},
    "button": 1,
    "period": 7,
}
HANDS: dict[int, dict[str, object]] = {
    1: {"seat": 1, "hole_1": "Ks", "hole_2": "Kh"},
    2: {"seat": 2, "hole_1": "Qs", "hole_2": "Qh"},
}


def hand(*charged: int, **changes: object) -> list[dict[str, object]]:
    """Rows of a hand of two seats, of which some pay the charge."""
    pot = [SHOWDOWN | own | changes for own in HANDS.values()]
    time = {"wager": "time", "stake_cents": 600}
    return pot + [SHOWDOWN | HANDS[seat] | time | changes for seat in charged]


def timed(*rows: dict[str, object], before: Resettled | None = None) -> Resettled:
    columns = felts.rows("poker", *rows)
    onward = (before.onward,) if before else ()
    return resettle(GAMES["poker"], felts.rules("poker", **TIME), columns, *onward)


def found(given: Resettled) -> list[tuple[int, int, str, str]]:
    assert given.refused == ()
    return [(each.round, each.seat, each.wager, each.says) for each in given.disagreements]


def test_a_charge_as_filed_is_taken_once_a_period() -> None:
    first = timed(*hand(1, 2), *hand(round=2), *hand(1, 2, round=3, period=8))
    assert found(first) == []
    assert first.columns["rake_cents"].sum() == 4 * 600


def test_a_charge_that_was_not_taken_is_found_in_every_hand_played_without_it() -> None:
    says = "The time charge was not taken in this period."
    without = timed(*hand(1), *hand(round=2))
    assert found(without) == [(1, 2, "pot", says), (2, 2, "pot", says)]
    assert without.disagreements[0].rule == "58 Pa. Code § 601a.2 (time charge)"
    later = timed(*hand(1, 2), *hand(2, round=2, period=8))
    assert found(later) == [(2, 1, "pot", says)]


def test_a_charge_taken_twice_is_found() -> None:
    says = "The time charge was taken twice in one period."
    assert found(timed(*hand(1, 2), *hand(2, round=2))) == [(2, 2, "time", says)]


def test_what_was_paid_is_known_to_the_next_batch() -> None:
    before = timed(*hand(1, 2))
    assert found(timed(*hand(round=2), before=before)) == []
    assert len(found(timed(*hand(1, round=2), before=before))) == 1
    assert len(found(timed(*hand(round=2, period=8), before=before))) == 2
    none = {name: values[:0] for name, values in felts.rows("poker", *hand()).items()}
    onward = resettle(GAMES["poker"], felts.rules("poker", **TIME), none, before.onward).onward
    assert onward.carried.kept.tolist() == before.onward.carried.kept.tolist()


def test_a_charge_given_back_may_be_taken_again() -> None:
    void = hand(1, 2, void_reason=2)
    assert found(timed(*void, *hand(round=2))) == []
    assert found(timed(*void, *hand(1, round=2))) == []
    assert len(found(timed(*void, *hand(1, round=2), *hand(1, round=3)))) == 1


@pytest.mark.parametrize("cents", [500, 1200])
def test_another_amount_than_is_filed_is_found(cents: int) -> None:
    rows = hand(1, 2)
    rows[-1]["stake_cents"] = cents
    says = "The time charge is not what is filed."
    assert found(timed(*rows)) == [(1, 2, "time", says)]


def test_a_charge_at_a_table_that_rakes_is_found() -> None:
    columns = felts.rows("poker", *hand(1, period=0))
    given = resettle(GAMES["poker"], felts.rules("poker"), columns)
    assert [each[1:3] for each in found(given)] == [(1, "time")]


def test_a_period_must_be_recorded_where_there_is_a_charge() -> None:
    says = "The period of the time charge is not recorded."
    assert found(timed(*hand(period=0))) == [(1, 0, "", says)]
    columns = felts.rows("poker", *hand(period=0))
    assert found(resettle(GAMES["poker"], felts.rules("poker"), columns)) == []


def test_a_charge_is_settled_without_a_pot() -> None:
    alone = timed(hand(1)[-1])
    assert found(alone) == []
    assert alone.columns["rake_cents"].tolist() == [600]


def test_what_a_time_charge_does_to_box_and_tray() -> None:
    rules = felts.rules("poker", **TIME)
    table = felts.a_period("poker", rules=rules)
    acts = list(play(table))
    columns = [act.columns for act in acts if isinstance(act, Rounds)]
    charges = np.concatenate([each["wager"] == poker.TIME for each in columns])
    voids = np.concatenate([each["void_reason"] > 0 for each in columns])
    drop = acts[-1]
    assert isinstance(drop, EndOfDayDrop)
    box = sum(total_cents(act.chips) for act in acts if isinstance(act, RakeDropped))
    assert box == drop.result.rake_cents == drop.result.house_net_cents
    assert box == 600 * int((charges & ~voids).sum()) > 0
    assert drop.result.house_net_chips_cents == 0
    sold = sum(act.cents for act in acts if isinstance(act, BuyIn))
    fills = sum(total_cents(act.chips) for act in acts if isinstance(act, FillCalled))
    credits_ = sum(total_cents(act.chips) for act in acts if isinstance(act, CreditCalled))
    opening, closing = total_cents(table.opening_rack), total_cents(drop.closing_rack)
    assert closing == opening + fills - credits_ - sold


def test_periods_are_those_of_the_clock() -> None:
    rules, rng = felts.rules("poker", **TIME), np.random.default_rng(2)
    felt = poker.deal(rng, 3, rules)
    assert felt.period.tolist() == [1, 1, 1]
    at = np.array([HALF_HOUR - 1, HALF_HOUR, 5 * HALF_HOUR])
    assert poker.timed(rules, felt, at).period.tolist() == [0, 1, 5]
    plain = felts.rules("poker")
    assert poker.timed(plain, poker.deal(rng, 3, plain), at).period.tolist() == [0, 0, 0]


def test_a_played_table_pays_its_time() -> None:
    rules, rng, n = felts.rules("poker", **TIME), np.random.default_rng(5), 200
    felt = poker.deal(rng, n, rules)
    units = np.where(rng.random((n, 9)) < 0.7, 200, 0)
    felt, stakes = poker.decide(rng, rules, felt, units, np.zeros_like(units))
    settled, carried = poker.settle(rules, felt, stakes, None)
    check(stakes, settled)
    assert not house_net_cents(settled).any()
    assert not any(each.where.any() for each in poker.breaches(rules, felt, stakes, None))
    time = stakes.stake_cents[..., poker.TIME]
    assert (time.sum(axis=0) == 600 * 10).all()
    assert carried is not None
    assert carried.kept.tolist() == [10] * 9
