"""Sic Bo beside what golden rounds show: no rolls that carry on, the order, the dice."""

from typing import Any

import numpy as np
import pytest

from countroom.engine.games import GAMES, sic_bo
from countroom.engine.records import Notes, Resettled, from_columns, resettle, to_columns
from countroom.engine.sic_bo_tables import INFERRED, ODDS, PayTable
from tests.plumbing import felts

NO_ROLL: dict[str, object] = {"die_1": 0, "die_2": 5, "die_3": 6}
SEVENTEEN: dict[str, object] = {"die_1": 6, "die_2": 5, "die_3": 6}


def settled(*given: dict[str, object], before: Resettled | None = None) -> Resettled:
    columns = felts.rows("sic_bo", *given)
    onward = (before.onward,) if before else ()
    return resettle(GAMES["sic_bo"], felts.rules("sic_bo"), columns, *onward)


def says(found: Resettled) -> list[tuple[int, int, str, str]]:
    return [(each.round, each.seat, each.wager, each.rule) for each in found.disagreements]


def test_there_are_fifty_wagers_and_every_one_has_its_line() -> None:
    assert len({wager.code for wager in sic_bo.WAGERS}) == 50
    assert {frozenset(table) for table in ODDS.values()} == {frozenset(ODDS[PayTable.A])}
    assert all(lines <= set(ODDS[PayTable.A]) for lines in INFERRED.values())


def test_dice_are_smaller_and_may_have_round_corners() -> None:
    assert (sic_bo.DICE.count, float(sic_bo.DICE.side_inches)) == (3, 0.625)
    assert sic_bo.DICE.ball_edge
    assert sic_bo.DICE.rule == "58 Pa. Code § 523.12(c)"


@pytest.mark.parametrize("after", [{"stake_cents": 900}, {"seat": 2}])
def test_what_stands_may_not_be_lowered(after: dict[str, object]) -> None:
    found = settled(NO_ROLL, SEVENTEEN | {"round": 2} | after)
    assert says(found) == [(2, 1, "small", sic_bo.NO_ROLL_RULE)]


def test_what_stands_is_known_to_the_next_batch() -> None:
    before = settled(NO_ROLL)
    again = SEVENTEEN | {"round": 2}
    assert settled(again, before=before).disagreements == ()
    assert len(says(settled(again | {"stake_cents": 500}, before=before))) == 1
    done = settled(again, before=before)
    assert settled(again | {"round": 3, "stake_cents": 500}, before=done).disagreements == ()


def test_no_rounds_leave_what_stood() -> None:
    before = settled(NO_ROLL)
    none = {name: values[:0] for name, values in felts.rows("sic_bo", NO_ROLL).items()}
    found = resettle(GAMES["sic_bo"], felts.rules("sic_bo"), none, before.onward)
    assert (found.onward.carried == before.onward.carried).all()


def test_more_may_be_wagered_after_a_no_roll_and_a_void_one_frees_all() -> None:
    assert settled(NO_ROLL, SEVENTEEN | {"round": 2, "stake_cents": 2000}).disagreements == ()
    void = NO_ROLL | {"void_reason": 6}
    assert settled(void, SEVENTEEN | {"round": 2, "stake_cents": 500}).disagreements == ()


def test_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    bets = [("big", 1), ("small", 2), ("total_17", 3), ("total_4", 4)]
    given = [SEVENTEEN | {"wager": wager, "seat": seat} for wager, seat in bets]
    game, rules = GAMES["sic_bo"], felts.rules("sic_bo")
    batch, _ = from_columns(game, rules, felts.rows("sic_bo", *given))
    outcome, _ = game.settle(rules, batch.felt, batch.stakes, None)
    notes = Notes(batch.rounds, *np.array([[0], [1], [0]]))
    columns = to_columns(game, batch.felt, batch.stakes, outcome, notes)
    assert columns["seat"][np.argsort(columns["sequence"])].tolist() == [4, 2, 3, 1]


def test_dice_in_play_past_their_time_are_found() -> None:
    hour = 3_600_000_000
    late = [SEVENTEEN, SEVENTEEN | {"round": 2, "at": 24 * hour + 1}]
    assert says(settled(*late)) == [(2, 0, "", "58 Pa. Code ch. 625a (dice)")]
    assert settled(late[0], late[1] | {"equipment": 2}).disagreements == ()


def played(coupons: bool) -> tuple[Any, Any]:  # noqa: FBT001
    """A quiet table: two patrons who stay."""
    rng, rules, n = np.random.default_rng(8), felts.rules("sic_bo"), 4000
    units = np.zeros((n, 10), np.int64)
    units[:, 2:4] = 500
    felt = sic_bo.deal(rng, n, rules)
    return sic_bo.decide(rng, rules, felt, units, units * coupons)


def test_played_wagers_stand_through_no_rolls() -> None:
    felt, stakes = played(coupons=False)
    no_roll = (felt.dice == 0).any(axis=1)
    assert 3 < no_roll.sum() < 25
    assert sic_bo.breaches(felts.rules("sic_bo"), felt, stakes, None)[-1].where.sum() == 0
    after = np.flatnonzero(no_roll) + 1
    assert (stakes.stake_cents[after] == stakes.stake_cents[after - 1]).all()


def test_played_coupons_meet_no_no_roll() -> None:
    felt, stakes = played(coupons=True)
    assert felt.dice.min() == 1
    assert stakes.coupon_cents.sum() == 4000 * 1000
