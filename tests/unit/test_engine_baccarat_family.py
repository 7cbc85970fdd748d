"""The baccarat family: marked vigorish through shoes and batches, what is offered, order."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine import baccarat_wagers
from countroom.engine.baccarat_vigorish import Marks
from countroom.engine.dealing import BuyIn, EndOfDayDrop, Rounds, buy_in_columns, play
from countroom.engine.dealing.plan import plan
from countroom.engine.games import GAMES
from countroom.engine.house import house_result
from countroom.engine.records import Resettled, from_columns, resettle
from countroom.errors import EntryError
from tests.plumbing import felts

MARKED: dict[str, object] = {"vig_collection": "marked"}
EZ: dict[str, object] = {"ez": True, "vig_percent": 0}
DEFERRED = "58 Pa. Code § 545.13(f)"

BANKER_WINS: dict[str, object] = {
    "player_1": "2c",
    "player_2": "Kd",
    "banker_1": "4c",
    "banker_2": "4d",
    "wager": "banker",
    "stake_cents": 10_000,
}
BOTH = pytest.mark.parametrize("game", ["baccarat", "minibaccarat"])


def coup(number: int, shoe: int, **changed: object) -> dict[str, object]:
    return BANKER_WINS | {"round": number, "shoe": shoe} | changed


def settled(game: str, *rows: dict[str, object], **changes: object) -> Resettled:
    return resettle(GAMES[game], felts.rules(game, **(MARKED | changes)), felts.rows(game, *rows))


def breaches(found: Resettled) -> list[tuple[int, int, str, str]]:
    return [(each.round, each.seat, each.wager, each.rule) for each in found.disagreements]


# --- marked vigorish ----------------------------------------------------------------------


@BOTH
def test_marks_open_when_a_new_shoe_begins_are_found(game: str) -> None:
    rows = [coup(1, 1), coup(2, 1, seat=2), coup(3, 2, seat=3), coup(4, 2, seat=3)]
    found = settled(game, *rows)
    assert breaches(found) == [(3, 1, "banker", DEFERRED), (3, 2, "banker", DEFERRED)]
    assert "before a new shoe was begun" in found.disagreements[0].says


@BOTH
def test_marks_collected_in_time_are_no_breach(game: str) -> None:
    rows = [coup(1, 1), coup(2, 1, clears_vig=1), coup(3, 2)]
    found = settled(game, *rows)
    assert breaches(found) == []
    assert found.columns["vig_cleared_cents"].tolist() == [0, 1000, 0]
    assert found.onward.carried.cents[0] == found.onward.carried.cents.sum() == 500
    assert found.onward.carried.shoe == 2


@BOTH
def test_marks_left_open_stay_owed_and_are_found_at_every_new_shoe(game: str) -> None:
    rows = [coup(1, 1), coup(2, 2), coup(3, 3, clears_vig=1)]
    found = settled(game, *rows)
    assert breaches(found) == [(2, 1, "banker", DEFERRED), (3, 1, "banker", DEFERRED)]
    assert found.columns["vig_cleared_cents"].tolist() == [0, 0, 1500]


@BOTH
def test_a_shoe_that_begins_in_another_batch_is_a_new_shoe(game: str) -> None:
    rules = felts.rules(game, **MARKED)
    first = resettle(GAMES[game], rules, felts.rows(game, coup(1, 1)))
    same, other = felts.rows(game, coup(2, 1)), felts.rows(game, coup(2, 2))
    assert breaches(resettle(GAMES[game], rules, same, first.onward)) == []
    found = resettle(GAMES[game], rules, other, first.onward)
    assert breaches(found) == [(2, 1, "banker", DEFERRED)]


@BOTH
def test_no_coups_leave_the_marks_as_they_are(game: str) -> None:
    rules = felts.rules(game, **MARKED)
    none = {name: values[:0] for name, values in felts.rows(game, coup(1, 1)).items()}
    batch, _ = from_columns(GAMES[game], rules, none)
    before = Marks(np.full(rules.seats, 725), 4)
    _, after = GAMES[game].settle(rules, batch.felt, batch.stakes, before)
    assert after.cents.tolist() == [725] * rules.seats
    assert after.shoe == 4
    assert all(
        not breach.where.any()
        for breach in GAMES[game].breaches(rules, batch.felt, batch.stakes, before)
    )


@BOTH
def test_a_table_that_collects_at_once_leaves_nothing(game: str) -> None:
    found = settled(game, coup(1, 1), coup(2, 2, clears_vig=1), vig_collection="at_payout")
    assert breaches(found) == []
    assert found.onward.carried is None
    assert found.columns["vig_collected_cents"].tolist() == [500, 500]
    assert not found.columns["vig_cleared_cents"].any()


def test_a_seat_that_does_not_play_is_not_asked_for_its_marks() -> None:
    rows = [coup(1, 1), coup(2, 1, seat=2, clears_vig=1), coup(3, 2, seat=2)]
    rules = felts.rules("baccarat", **MARKED)
    batch, _ = from_columns(GAMES["baccarat"], rules, felts.rows("baccarat", *rows))
    batch.felt.clears[1, 0] = True
    outcome, left = GAMES["baccarat"].settle(rules, batch.felt, batch.stakes, None)
    assert outcome.vig_cleared_cents[:, 0].sum() == 0
    assert left.cents[:2].tolist() == [500, 500]
    (*_, found) = GAMES["baccarat"].breaches(rules, batch.felt, batch.stakes, None)
    assert np.argwhere(found.where).tolist() == [[2, 0, 1]]


def test_only_who_plays_is_asked_for_marks() -> None:
    rules = felts.rules("baccarat", **MARKED)
    rng = np.random.default_rng(3)
    units = rng.integers(0, 2, (200, rules.seats)) * 500
    felt = GAMES["baccarat"].deal(rng, 200, rules)
    felt, _ = GAMES["baccarat"].decide(rng, rules, felt, units, np.zeros_like(units))
    assert felt.clears.any()
    assert not felt.clears[units == 0].any()


def test_marks_collected_short_by_a_cent_are_found() -> None:
    rows = [coup(1, 1), coup(2, 1, clears_vig=1)]
    columns = felts.rows("baccarat", *rows) | {"vig_cleared_cents": np.array([0, 999])}
    found = resettle(GAMES["baccarat"], felts.rules("baccarat", **MARKED), columns)
    (only,) = found.disagreements
    assert (only.round, only.what, only.recorded, only.by_book) == (
        2,
        "vig_cleared_cents",
        999,
        1000,
    )


# --- a played period ----------------------------------------------------------------------


def played(game: str, **changes: object) -> tuple[Any, dict[str, NDArray[Any]], Any]:
    rules = felts.rules(game, **(MARKED | changes))
    coupons = tuple((f"MP-{n}", 2500) for n in range(12))
    acts = list(play(felts.a_period(game, 7, rules=rules, coupons=coupons, rounds_per_hour=70)))
    batches = [act.columns for act in acts if isinstance(act, Rounds)]
    columns = {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}
    drop = acts[-1]
    assert isinstance(drop, EndOfDayDrop)
    bought = buy_in_columns([act for act in acts if isinstance(act, BuyIn)])
    assert house_result(GAMES[game], rules, columns, bought) == drop.result
    return rules, columns, drop.result


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("baccarat", {"golden_talons": "B", "pair_odds": "11:1"}),
        ("minibaccarat", {"dragon_bonus": "A"}),
    ],
)
def test_a_played_table_collects_what_it_marks_before_each_new_shoe(
    game: str, changes: dict[str, object]
) -> None:
    rules, columns, result = played(game, **changes)
    assert (result.disagreements, result.refused) == ((), ())
    marked, cleared = columns["vig_marked_cents"], columns["vig_cleared_cents"]
    assert len(np.unique(columns["shoe"])) > 3
    for shoe in np.unique(columns["shoe"]):
        here = columns["shoe"] == shoe
        assert marked[here].sum() == cleared[here].sum() > 0
    assert not columns["vig_collected_cents"].any()
    assert (marked[columns["wager"] != 1] == 0).all()
    offered = {place for place, offers in enumerate(rules.offered) if offers}
    assert set(columns["wager"].tolist()) == offered


def test_a_played_ez_table_knows_no_vigorish() -> None:
    rules, columns, _ = played("minibaccarat", **EZ, dragon_7_odds="40:1", panda_8_odds="25:1")
    assert not columns["vig_charged_cents"].any()
    assert not columns["clears_vig"].any()
    assert {place for place, offers in enumerate(rules.offered) if offers} == {0, 1, 2, 3, 4}
    assert set(columns["wager"].tolist()) == {0, 1, 2, 3, 4}


def test_a_table_that_collects_at_once_has_nothing_to_clear() -> None:
    _, columns, _ = played("baccarat", vig_collection="at_payout")
    assert not columns["clears_vig"].any()
    assert columns["vig_collected_cents"].any()


def test_patrons_hold_the_chips_for_marks_they_are_asked_for() -> None:
    rules = felts.rules("baccarat", **MARKED)
    planned = plan(felts.a_period("baccarat", rules=rules), np.random.default_rng(1))
    cleared = planned.settled.vig_cleared_cents.sum()
    assert cleared > 0
    assert planned.stake_cents.sum() == planned.columns["stake_cents"].sum() + cleared


# --- what is offered ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        ("baccarat", "golden_talons_player"),
        ("baccarat", "pair_banker"),
        ("minibaccarat", "dragon_7"),
        ("minibaccarat", "panda_8"),
        ("minibaccarat", "dragon_bonus_banker"),
    ],
)
def test_a_wager_that_is_not_offered_is_refused(game: str, wager: str) -> None:
    found = settled(game, coup(1, 1), coup(1, 1, wager=wager))
    assert [(each.row, each.reason) for each in found.refused] == [
        (1, "This table's rules do not offer the wager.")
    ]
    assert found.disagreements == ()
    assert found.columns["paid_tray_cents"].tolist() == [10_000]
    void = settled(game, coup(1, 1, wager=wager, void_reason=2))
    assert void.refused == ()
    assert void.columns["pushed_cents"].tolist() == [10_000]


def test_panda_8_was_not_offered_in_2011() -> None:
    row = {**BANKER_WINS, "wager": "panda_8", "shoe": 1}
    rules = felts.rules("ez_baccarat", panda_8_odds="none")
    found = resettle(GAMES["ez_baccarat"], rules, felts.rows("ez_baccarat", row))
    assert len(found.refused) == 1
    batch, _ = from_columns(GAMES["ez_baccarat"], rules, felts.rows("ez_baccarat", row))
    outcome, _ = GAMES["ez_baccarat"].settle(rules, batch.felt, batch.stakes, None)
    assert outcome.pushed_cents.sum() == 10_000


def test_a_hand_short_of_cards_is_refused() -> None:
    for game in ("baccarat", "minibaccarat", "ez_baccarat"):
        row = {**BANKER_WINS, "banker_2": -1, "shoe": 1}
        found = resettle(GAMES[game], felts.rules(game), felts.rows(game, row))
        assert [each.reason for each in found.refused] == ["A hand has fewer than two cards."]


def test_a_coupon_stands_on_no_side_wager() -> None:
    coupon = {"coupon_serial": "MP-1", "coupon_cents": 500}
    row = coup(1, 1, wager="dragon_bonus_player", clears_vig=0) | coupon
    found = settled("minibaccarat", row, dragon_bonus="A")
    assert [each.says for each in found.disagreements] == ["A coupon may not stand on this wager."]


# --- rules --------------------------------------------------------------------------------


def test_ez_takes_no_vigorish() -> None:
    with pytest.raises(EntryError, match="takes no vigorish: state 0") as refused:
        felts.rules("minibaccarat", ez=True)
    assert set(refused.value.fields) == {"vig_percent"}
    assert felts.rules("minibaccarat", **EZ).vig_percent == 0


def test_cards_are_changed_in_the_time_filed() -> None:
    hour = 3_600_000_000
    rows = [coup(1, 1, at=0), coup(2, 1, at=8 * hour + 1, clears_vig=1)]
    assert settled("baccarat", *rows).disagreements == ()
    (late,) = settled("baccarat", *rows, change_hours=8).disagreements
    assert late.rule == "58 Pa. Code §§ 627a.3, 631a.3"


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({}, ["winning wagers are paid", "vigorish is collected"]),
        (MARKED, ["winning wagers are paid", "vigorish is marked"]),
        ({"vig_order": "before_paying"}, ["vigorish is collected", "winning wagers are paid"]),
        (MARKED | {"vig_order": "before_paying"}, ["vigorish is marked", "wagers are paid"]),
        (EZ, ["winning wagers are paid"]),
    ],
)
def test_seats_are_paid_before_or_after_their_vigorish(
    change: dict[str, object], wanted: list[str]
) -> None:
    module: Any = GAMES["minibaccarat"]
    steps = module.steps(felts.rules("minibaccarat", **change))
    assert steps[0][0] == "Every losing wager is collected."
    assert [word in says for word, (says, _) in zip(wanted, steps[1:], strict=True)] == [
        True for _ in wanted
    ]
    rule = "58 Pa. Code § 545.12(b)" if "vig_order" in change else "58 Pa. Code § 631a.12(b)"
    assert {section for _, section in steps} == {rule}


def test_lines_have_names() -> None:
    assert len(baccarat_wagers.LINES) == 12
    assert baccarat_wagers.LINES[baccarat_wagers.NATURAL_TIE] == "natural_tie"
    assert baccarat_wagers.LINES[9] == "win_by_9"


def test_losing_wagers_come_first_then_seats_from_the_highest() -> None:
    _, columns, _ = played("minibaccarat", dragon_bonus="A")
    number, order = columns["round"], np.lexsort((columns["sequence"], columns["round"]))
    for one in np.unique(number[columns["void_reason"] == 0])[:60]:
        rows = order[number[order] == one]
        lost = columns["collected_cents"][rows] > 0
        assert (np.diff(lost.astype(int)) <= 0).all()
        paid = columns["seat"][rows][~lost]
        assert (np.diff(paid) <= 0).all()
