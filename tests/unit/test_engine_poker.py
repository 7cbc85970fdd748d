"""Poker: pots against a plain second reckoning, the rake schedule, the played table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.engine.cards import NO_CARD
from countroom.engine.games import poker
from countroom.engine.pots import share_pots
from countroom.engine.settlement import Stakes, check
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
