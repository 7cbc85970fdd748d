"""Craps: what may not be done is found, from throw to throw and across batches of a record."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from countroom.engine.craps_dice import VALID_THROWS, deal, points_after
from countroom.engine.craps_throws import Before
from countroom.engine.dealing import CouponPlayed, Rounds, play
from countroom.engine.dealing.plan import _Brought, _serials
from countroom.engine.edges import EDGES
from countroom.engine.games import GAMES, craps, mini_craps
from countroom.engine.records import Notes, Resettled, from_columns, resettle, to_columns
from countroom.engine.settlement import Stakes
from tests.plumbing import felts

Rows = list[dict[str, object]]


def bet(wager: str, dollars: int, *, seat: int = 1, **felt: object) -> dict[str, object]:
    return {"wager": wager, "stake_cents": dollars * 100, "seat": seat} | felt


def throw(number: int, point: int, dice: str, *bets: dict[str, object]) -> Rows:
    """The rows of a throw; dice as in ``2+4``."""
    first, second = (int(die) for die in dice.split("+"))
    felt: dict[str, object] = {
        "round": number,
        "throw": number,
        "point": point,
        "die_1": first,
        "die_2": second,
    }
    return [felt | each for each in bets]


def settled(*throws: Rows, game: str = "craps", **changes: object) -> Resettled:
    given = [row for rows in throws for row in rows]
    return resettle(GAMES[game], felts.rules(game, **changes), felts.rows(game, *given))


def found(result: Resettled) -> list[tuple[int, int, str, str]]:
    assert result.refused == ()
    return [
        (each.round, each.seat, each.wager, each.rule.rpartition("§ ")[2])
        for each in result.disagreements
    ]


SET_6 = throw(1, 0, "2+4", bet("pass", 10), bet("dont_pass", 10, seat=2))


@pytest.mark.parametrize(
    ("next_throw", "wanted"),
    [
        (throw(2, 6, "1+2", bet("pass", 10)), []),
        (throw(2, 6, "1+2", bet("dont_pass", 10, seat=2)), [(2, 1, "pass", "623a.4(c)")]),
        (throw(2, 6, "1+2", bet("pass", 5)), [(2, 1, "pass", "623a.4(c)")]),
        (throw(2, 6, "1+2", bet("pass", 20)), [(2, 1, "pass", "623a.4")]),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("pass", 10, seat=3)),
            [(2, 3, "pass", "623a.4")],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("dont_pass", 20, seat=2)),
            [(2, 2, "dont_pass", "623a.4(d)")],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("dont_pass", 5, seat=2)),
            [],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("dont_pass", 10, seat=3)),
            [(2, 3, "dont_pass", "623a.4(d)")],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("come_9", 10)),
            [(2, 1, "come_9", "623a.4")],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("dont_come_9", 10)),
            [(2, 1, "dont_come_9", "623a.4(d)")],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("pass_odds", 55)),
            [(2, 1, "pass_odds", "623a.6")],
        ),
        (
            throw(2, 6, "1+2", bet("pass", 10), bet("dont_pass_odds", 6)),
            [(2, 1, "dont_pass_odds", "623a.6")],
        ),
        (throw(3, 8, "1+2", bet("dont_pass", 10)), []),
    ],
)
def test_what_stood_rides_as_it_must(
    next_throw: Rows, wanted: list[tuple[int, int, str, str]]
) -> None:
    assert found(settled(SET_6, next_throw)) == wanted


def test_a_wrong_point_is_found_for_the_throw() -> None:
    wrong = throw(2, 0, "1+2", bet("field", 5))
    assert found(settled(SET_6, wrong)) == [(2, 0, "", "623a.9")]


def test_put_bets_are_no_breach_where_they_are_filed() -> None:
    given = throw(2, 6, "1+2", bet("pass", 20), bet("come_9", 10))
    assert found(settled(SET_6, given, put_bets=True)) == []


def test_a_come_bet_that_moved_may_not_be_taken_down() -> None:
    come = throw(2, 6, "4+5", bet("pass", 10), bet("come", 10), bet("dont_come", 10, seat=2))
    gone = throw(3, 6, "1+2", bet("pass", 10))
    assert found(settled(SET_6, come, gone)) == [(3, 1, "come_9", "623a.4(c)")]
    up = throw(3, 6, "1+2", bet("pass", 10), bet("come_9", 10), bet("dont_come_9", 15, seat=2))
    assert found(settled(SET_6, come, up)) == [(3, 2, "dont_come_9", "623a.4(d)")]


def test_come_bets_wait_for_a_point() -> None:
    early = throw(1, 0, "1+2", bet("come", 10), bet("dont_come", 10, seat=2))
    assert found(settled(early)) == [(1, 1, "come", "623a.4"), (1, 2, "dont_come", "623a.4")]


def test_odds_need_a_point_and_a_flat_bet() -> None:
    early = throw(1, 0, "1+2", bet("pass", 10), bet("pass_odds", 10), bet("dont_pass_odds", 6))
    assert found(settled(early)) == [
        (1, 1, "dont_pass_odds", "623a.6"),
        (1, 1, "pass_odds", "623a.6"),
    ]
    bare = throw(1, 6, "1+2", bet("come_odds_4", 10), bet("dont_come_odds_4", 6))
    assert {each[2] for each in found(settled(bare))} == {"come_odds_4", "dont_come_odds_4"}


@pytest.mark.parametrize(("counts", "wanted"), [(False, ["pass_odds"]), (True, [])])
def test_odds_are_sized_on_chips_or_on_chips_and_coupon(*, counts: bool, wanted: list[str]) -> None:
    coupon: dict[str, object] = {"coupon_serial": "MP-1", "coupon_cents": 1000}
    given = throw(1, 6, "1+2", bet("pass", 10) | coupon, bet("pass_odds", 100))
    result = settled(given, coupon_in_multiples=counts)
    assert [each[2] for each in found(result)] == wanted


COUPON: dict[str, object] = {"coupon_serial": "MP-1", "coupon_cents": 1000}


@pytest.mark.parametrize(
    ("first", "then", "wanted"),
    [
        (COUPON, COUPON, []),
        (COUPON, {}, [(2, 1, "pass", "603a.21(e)")]),
        ({}, COUPON, [(2, 1, "pass", "603a.21(e)")]),
    ],
)
def test_a_coupon_rides_with_its_wager(
    first: dict[str, object], then: dict[str, object], wanted: list[tuple[int, int, str, str]]
) -> None:
    given = [
        throw(1, 0, "2+4", bet("pass", 10) | first),
        throw(2, 6, "1+2", bet("pass", 10) | then),
    ]
    assert found(settled(*given)) == wanted


def test_a_coupon_stands_on_the_line_only() -> None:
    given = throw(1, 6, "1+2", bet("come", 10) | COUPON)
    assert found(settled(given)) == [(1, 1, "come", "525.22(c)")]


def test_what_is_not_offered_is_found() -> None:
    given = throw(1, 6, "4+5", bet("lay_4", 40), bet("place_lose_4", 11), bet("big_6", 5))
    both = settled(given, lay_side="lay", big_6_8=False)
    assert found(both) == [(1, 1, "big_6", "623a.3"), (1, 1, "place_lose_4", "623a.3")]
    other = settled(given, lay_side="place_to_lose")
    assert found(other) == [(1, 1, "lay_4", "623a.3")]
    small = throw(1, 6, "4+5", bet("hop_1_2", 5), bet("buy_4", 20), bet("field", 5))
    assert {each[2] for each in found(settled(small, game="mini_craps"))} == {"hop_1_2", "buy_4"}


def test_throws_without_dice_or_with_no_such_point_are_refused() -> None:
    given = [
        *throw(1, 0, "0+4", bet("pass", 10)),
        *throw(2, 7, "1+1", bet("field", 5)),
        *throw(3, 0, "0+0", bet("pass", 10, no_roll=1)),
        *throw(4, 0, "0+0", bet("pass", 10, void_reason=6)),
    ]
    result = settled(given)
    assert [(each.row, each.reason) for each in result.refused] == [
        (0, "The dice are not recorded."),
        (1, "The point is no number that can be one."),
    ]
    assert result.columns["standing_cents"].tolist() == [1000, 0]
    assert result.columns["pushed_cents"].tolist() == [0, 1000]


def test_what_cannot_be_paid_to_the_cent_is_refused() -> None:
    odd: dict[str, object] = {"stake_cents": 1001}
    given = [
        *throw(1, 5, "3+3", bet("place_6", 0) | odd, bet("field", 5)),
        *throw(2, 5, "4+5", bet("buy_4", 0) | odd, bet("lay_5", 0) | odd),
        *throw(3, 5, "4+5", bet("lay_4", 0) | {"stake_cents": 1000}),
    ]
    result = settled(given, buy_vig="up_front", lay_vig="up_front", vig_rounding="exact")
    assert {(each.row, each.reason) for each in result.refused} == {
        (0, "The payout is not a whole number of cents."),
        (2, "The vigorish is not a whole number of cents."),
        (3, "The payout is not a whole number of cents."),
    }


@pytest.mark.parametrize("what", ["paid_tray_cents", "standing_cents", "vig_collected_cents"])
def test_a_wrong_cent_of_a_throw_is_found(what: str) -> None:
    given = throw(1, 6, "1+3", bet("buy_4", 20), bet("place_5", 10, seat=2), bet("lay_5", 30))
    right = settled(given)
    assert right.disagreements == ()
    wrong = dict(right.columns)
    row = int(np.flatnonzero(wrong[what])[0])
    wrong[what] = wrong[what] + (np.arange(3) == row)
    again = resettle(craps, felts.rules("craps"), wrong)
    assert [(each.what, each.recorded - each.by_book) for each in again.disagreements] == [
        (what, 1)
    ]


def test_a_throw_is_settled_in_its_order() -> None:
    bets = ["come", "pass", "place_5", "any_seven", "pass_odds", "hard_4", "field"]
    given = throw(1, 6, "3+4", *(bet(wager, 10) for wager in bets))
    rules = felts.rules("craps")
    batch, _ = from_columns(craps, rules, felts.rows("craps", *given))
    outcome, _ = craps.settle(rules, batch.felt, batch.stakes, None)
    notes = Notes(batch.rounds, *np.array([[0], [1], [0]]))
    columns = to_columns(craps, batch.felt, batch.stakes, outcome, notes)
    order = [craps.WAGERS[w].code for w in columns["wager"][np.argsort(columns["sequence"])]]
    assert order == ["field", "any_seven", "place_5", "hard_4", "pass", "pass_odds", "come"]


def test_dice_past_their_time_are_found() -> None:
    late = throw(2, 6, "1+2", bet("pass", 10, at=24 * 3_600_000_000 + 1))
    assert found(settled(SET_6, late)) == [(2, 0, "", "623a.7")]
    assert found(settled(SET_6, late, dice_hours=25)) == []


# --- batches ------------------------------------------------------------------------------


def a_day(**changes: object) -> tuple[Any, dict[str, Any]]:
    rules = felts.rules("craps", **changes)
    coupons = tuple((f"MP-{n}", value) for n, value in enumerate([500, 2500] * 40))
    table = felts.a_period("craps", seed=4, rules=rules, coupons=coupons)
    batches = [act.columns for act in play(table) if isinstance(act, Rounds)]
    return rules, {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}


@pytest.mark.parametrize(
    "changes", [{}, {"buy_vig": "up_front", "lay_vig": "up_front", "vig_refund": True}]
)
def test_a_record_in_parts_agrees_as_the_whole_does(changes: dict[str, object]) -> None:
    rules, columns = a_day(**changes)
    whole = resettle(craps, rules, columns)
    assert (whole.disagreements, whole.refused) == ((), ())
    ends = [0, 40, 41, 100, int(columns["round"].max()) + 1]
    before = resettle(craps, rules, {name: values[:0] for name, values in columns.items()}).onward
    assert before.carried is None
    for low, high in pairwise(ends):
        part = (columns["round"] >= low) & (columns["round"] < high)
        again = resettle(craps, rules, {name: v[part] for name, v in columns.items()}, before)
        assert (again.disagreements, again.refused) == ((), ())
        before = again.onward
    last, wanted = before.carried, whole.onward.carried
    assert isinstance(last, Before)
    assert (last.throw, last.point, last.known) == (wanted.throw, wanted.point, wanted.known)
    for name in ("stood_cents", "coupon_cents", "paid_cents"):
        assert (getattr(last, name) == getattr(wanted, name)).all()


def test_a_breach_across_batches_is_found() -> None:
    rules, rows = felts.rules("craps"), felts.rows("craps", *SET_6)
    first = resettle(craps, rules, rows)
    gone = felts.rows("craps", *throw(2, 6, "1+2", bet("field", 5)))
    after = resettle(craps, rules, gone, first.onward)
    assert found(after) == [(2, 1, "pass", "623a.4(c)")]


def test_void_throws_carry_paid_vigorish_across_batches() -> None:
    rules = felts.rules("craps", buy_vig="up_front")
    first = throw(1, 6, "4+5", bet("buy_4", 20))
    void = throw(2, 6, "1+1", bet("buy_4", 20, void_reason=6))
    third = throw(3, 6, "4+5", bet("buy_4", 20))
    paid: list[int] = []
    before = resettle(craps, rules, felts.rows("craps", *first))
    paid += before.columns["vig_collected_cents"].tolist()
    for rows in (void, third):
        before = resettle(craps, rules, felts.rows("craps", *rows), before.onward)
        paid += before.columns["vig_collected_cents"].tolist()
    assert paid == [100, 0, 0]


# --- dealing ------------------------------------------------------------------------------


def test_the_point_follows_from_the_dice() -> None:
    felt = deal(np.random.default_rng(3), 3000, felts.rules("craps"))
    assert (points_after(felt)[:-1] == felt.point[1:]).all()
    assert felt.no_roll.sum() == pytest.approx(3000 / VALID_THROWS, rel=0.6)
    assert set(np.unique(felt.point)) == {0, 4, 5, 6, 8, 9, 10}


@pytest.mark.parametrize("game", ["craps", "mini_craps"])
def test_patrons_keep_to_the_rules(game: str) -> None:
    module: Any = GAMES[game]
    for name, terms in module.EXAMPLES.items():
        rules = module.Rules.from_dict(terms)
        rng = np.random.default_rng(5)
        units = np.repeat(rng.integers(0, 4, (20, rules.seats)), 20, axis=0) * 500
        felt = module.deal(rng, len(units), rules)
        felt, stakes = module.decide(rng, rules, felt, units, np.zeros_like(units))
        for breach in module.breaches(rules, felt, stakes, None):
            assert not breach.where.any(), (name, breach.says)
        settled_, _ = module.settle(rules, felt, stakes, None)
        assert not (settled_.paid_tray_cents % 100).any()
        assert ((felt.shooter > 0) == (stakes.stake_cents > 0).any(axis=(1, 2))).all()


def test_patrons_of_a_table_that_offers_the_line_alone_bet_the_line() -> None:
    none: dict[str, object] = {
        name: False for name in felts.RULES["mini_craps"] if name.startswith("offers_")
    }
    rules = felts.rules("mini_craps", **none)
    rng = np.random.default_rng(5)
    felt = mini_craps.deal(rng, 200, rules)
    units = np.full((200, 6), 500)
    _, stakes = mini_craps.decide(rng, rules, felt, units, np.zeros_like(units))
    made = {mini_craps.WAGERS[w].code for w in np.unique(np.nonzero(stakes.stake_cents)[2])}
    assert made == {"pass", "dont_pass"}


def test_a_played_coupon_drops_once() -> None:
    coupons = tuple((f"MP-{n}", value) for n, value in enumerate([500, 2500] * 40))
    acts = list(play(felts.a_period("craps", seed=9, coupons=coupons)))
    dropped = [act for act in acts if isinstance(act, CouponPlayed)]
    worth = dict(coupons)
    assert len(dropped) == len({act.serial for act in dropped}) > 40
    assert all(worth[act.serial] == act.value_cents for act in dropped)


def serials(brought: dict[tuple[int, int], str], played: list[tuple[int, bool, bool]]) -> list[str]:
    """Follow coupons of 5 at one seat, played (round, it stood, the round was void)."""
    n = 6
    stake, standing = np.zeros((n, 1, 2), np.int64), np.zeros((n, 1, 2), np.int64)
    void, value = np.zeros(n, bool), np.zeros((n, 1), np.int64)
    for place in brought:
        value[place] = 500
    for number, stood, is_void in played:
        stake[number, 0, 0], void[number] = 500, is_void
        standing[number, 0, 0] = 500 * stood
    stakes = Stakes(stake, stake, void)
    found_ = _serials(_Brought(value, dict(brought)), stakes, standing)
    return [found_[number, 0] for number, _, _ in played]


@pytest.mark.parametrize(
    ("brought", "played", "wanted"),
    [
        ({(0, 0): "A"}, [(0, True, False), (1, True, False), (2, False, False)], "AAA"),
        ({(0, 0): "A"}, [(2, True, False), (3, False, False)], "AA"),
        ({(0, 0): "A", (1, 0): "B"}, [(0, True, False), (1, False, False)], "AA"),
        ({(0, 0): "A", (1, 0): "B"}, [(0, False, False), (1, False, False)], "AB"),
        ({(0, 0): "A", (1, 0): "B"}, [(0, False, False), (3, False, False)], "AB"),
        ({(0, 0): "A"}, [(0, False, True), (1, False, False)], "AA"),
        (
            {(0, 0): "A", (1, 0): "B"},
            [(0, False, True), (1, False, False), (3, False, False)],
            "ABA",
        ),
    ],
)
def test_coupons_are_followed_to_their_decision(
    brought: dict[tuple[int, int], str], played: list[tuple[int, bool, bool]], wanted: str
) -> None:
    assert "".join(serials(brought, played)) == wanted


# --- edges --------------------------------------------------------------------------------


def test_edges_do_not_hang_on_the_steps_of_the_vigorish() -> None:
    rules = felts.rules("craps", vig_step_cents=25, vig_rounding="up", buy_vig="up_front")
    found_ = {each.bet: each for each in EDGES["craps"]("a", rules)}
    assert str(found_["buy4.upfront"].edge) == "1/21"
    assert str(found_["place6"].edge) == "1/66"
