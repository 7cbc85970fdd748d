"""Recorded rounds: what is wrong with them is found, and nothing else."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine.dealing import BuyIn, EndOfDayDrop, Rounds, buy_in_columns, play
from countroom.engine.games import GAMES
from countroom.engine.house import house_result
from countroom.engine.records import (
    OUTCOME,
    Disagreement,
    Notes,
    Resettled,
    from_columns,
    resettle,
    to_columns,
)
from countroom.errors import EntryError
from tests.plumbing import felts

STUD_CARDS: dict[str, object] = {
    "hole_1": "Ks",
    "hole_2": "Kd",
    "community_1": "2c",
    "community_2": "3d",
    "community_3": "4h",
}
PLAYER_WINS: dict[str, object] = {
    "player_1": "9c",
    "player_2": "Kd",
    "banker_1": "4c",
    "banker_2": "4d",
    "shoe": 1,
}
DRAGON_7: dict[str, object] = {
    "player_1": "2c",
    "player_2": "Kd",
    "player_3": "4h",
    "banker_1": "2d",
    "banker_2": "2h",
    "banker_3": "3s",
    "shoe": 1,
}
SHOWDOWN: dict[str, object] = {
    "board_1": "2c",
    "board_2": "7d",
    "board_3": "9h",
    "board_4": "Js",
    "board_5": "Kd",
    "button": 1,
}


def stud(**bets: int) -> list[dict[str, object]]:
    return [STUD_CARDS | {"wager": wager, "stake_cents": cents} for wager, cents in bets.items()]


def settled(game: str, *given: dict[str, object], **changes: object) -> Resettled:
    return resettle(GAMES[game], felts.rules(game, **changes), felts.rows(game, *given))


def says(found: Resettled) -> list[tuple[int, str, str]]:
    return [(each.seat, each.wager, each.says) for each in found.disagreements]


# --- a day's record -----------------------------------------------------------------------


@pytest.fixture(scope="module", params=list(GAMES))
def day(request: pytest.FixtureRequest) -> tuple[str, dict[str, NDArray[Any]]]:
    game: str = request.param
    coupons = tuple((f"MP-{n}", 2500) for n in range(12)) if game != "poker" else ()
    acts = list(play(felts.a_period(game, coupons=coupons)))
    batches = [act.columns for act in acts if isinstance(act, Rounds)]
    return game, {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}


def changed(
    columns: dict[str, NDArray[Any]], name: str, row: int, value: object
) -> dict[str, NDArray[Any]]:
    column = columns[name].copy()
    column[row] = value
    return columns | {name: column}


def test_a_clean_day_agrees(day: tuple[str, dict[str, NDArray[Any]]]) -> None:
    game, columns = day
    found = resettle(GAMES[game], felts.rules(game), columns)
    assert found.disagreements == ()
    assert found.refused == ()
    assert all((found.columns[name] == columns[name]).all() for name in columns)


def test_rounds_without_an_outcome_are_settled(day: tuple[str, dict[str, NDArray[Any]]]) -> None:
    game, columns = day
    bare = {name: values for name, values in columns.items() if name not in OUTCOME}
    found = resettle(GAMES[game], felts.rules(game), bare)
    assert found.disagreements == ()
    assert (found.columns["collected_cents"] == columns["collected_cents"]).all()


def test_rows_in_any_order_are_settled_alike(day: tuple[str, dict[str, NDArray[Any]]]) -> None:
    game, columns = day
    order = np.random.default_rng(1).permutation(len(columns["round"]))
    mixed = {name: values[order] for name, values in columns.items()}
    found = resettle(GAMES[game], felts.rules(game), mixed)
    assert found.disagreements == ()
    assert found.refused == ()


def only(found: Resettled) -> Disagreement:
    assert found.refused == ()
    assert len(found.disagreements) == 1
    return found.disagreements[0]


@pytest.mark.parametrize(
    ("game", "name", "rule"),
    [
        ("mississippi_stud", "paid_tray_cents", "58 Pa. Code § 655a.12(a)"),
        ("mississippi_stud", "collected_cents", "58 Pa. Code § 655a.12(a)"),
        ("baccarat", "vig_collected_cents", "58 Pa. Code § 545.13(c), (e)"),
        ("poker", "drawn_cents", "58 Pa. Code § 601a.2 (rake schedule)"),
    ],
)
def test_a_wrong_cent_is_found(game: str, name: str, rule: str) -> None:
    batches = [act.columns for act in play(felts.a_period(game)) if isinstance(act, Rounds)]
    columns = dict(batches[0])
    row = int(np.flatnonzero(columns[name])[3])
    wrong = changed(columns, name, row, columns[name][row] - 1)
    found = only(resettle(GAMES[game], felts.rules(game), wrong))
    wager = GAMES[game].WAGERS[int(columns["wager"][row])].code
    at = int(columns["round"][row]), int(columns["seat"][row]), wager
    assert (found.round, found.seat, found.wager) == at
    assert (found.what, found.rule) == (name, rule)
    assert found.by_book - found.recorded == 1


def test_a_wrong_rake_is_found_for_the_round() -> None:
    batches = [act.columns for act in play(felts.a_period("poker")) if isinstance(act, Rounds)]
    columns = dict(batches[0])
    row = int(np.flatnonzero(columns["rake_cents"])[0])
    wrong = changed(columns, "rake_cents", row, columns["rake_cents"][row] + 100)
    found = only(resettle(GAMES["poker"], felts.rules("poker"), wrong))
    assert (found.seat, found.wager, found.what) == (0, "", "rake_cents")
    assert found.recorded - found.by_book == 100


def test_a_pushed_dragon_7_paid_as_a_win_is_found() -> None:
    row = DRAGON_7 | {"wager": "banker", "stake_cents": 10_000}
    columns = felts.rows("ez_baccarat", row) | {"paid_tray_cents": np.array([10_000])}
    found = only(resettle(GAMES["ez_baccarat"], felts.rules("ez_baccarat"), columns))
    assert (found.recorded, found.by_book) == (10_000, 0)
    assert found.rule == "58 Pa. Code § 545.8(a)(1)"


def test_a_coupon_settled_twice_is_found() -> None:
    coupon: dict[str, object] = {"coupon_serial": "MP-1", "coupon_cents": 500}
    bets = [PLAYER_WINS | coupon | {"round": number, "wager": "player"} for number in (4, 7)]
    found = only(settled("baccarat", *bets))
    assert (found.round, found.what, found.rule) == (7, "breach", "58 Pa. Code § 603a.21(e)")


def test_a_coupon_not_dropped_is_found() -> None:
    row = PLAYER_WINS | {"wager": "player", "coupon_serial": "MP-1", "coupon_cents": 500}
    columns = felts.rows("baccarat", row) | {"coupon_dropped": np.array([False])}
    found = only(resettle(GAMES["baccarat"], felts.rules("baccarat"), columns))
    assert (found.what, found.rule) == ("coupon_dropped", "58 Pa. Code § 603a.21(e)")


# --- play against the rules ---------------------------------------------------------------

COUPON: dict[str, object] = {"coupon_serial": "MP-1", "coupon_cents": 500}


@pytest.mark.parametrize(
    ("game", "given", "wanted"),
    [
        ("baccarat", [PLAYER_WINS | {"stake_cents": 499}], (1, "player", "minimum and maximum")),
        ("baccarat", [PLAYER_WINS | {"stake_cents": 500_001}], (1, "player", "minimum and max")),
        (
            "baccarat",
            [PLAYER_WINS | COUPON | {"coupon_cents": 1001}],
            (1, "player", "chips are less than the coupon"),
        ),
        (
            "ez_baccarat",
            [DRAGON_7 | COUPON | {"wager": "dragon_7"}],
            (1, "dragon_7", "may not stand on this wager"),
        ),
        ("baccarat", [PLAYER_WINS | {"player_3": "2h"}], (0, "", "third card was drawn")),
        ("mississippi_stud", stud(ante=1000, third=2500), (1, "third", "one, two or three times")),
        ("mississippi_stud", stud(ante=1000, fourth=1000), (1, "fourth", "without the one before")),
        ("mississippi_stud", stud(third=1000), (1, "third", "one, two or three times")),
        (
            "mississippi_stud",
            [row | {"hole_1": "2c"} for row in stud(ante=1000)],
            (0, "", "card lies twice"),
        ),
        (
            "poker",
            [
                SHOWDOWN | COUPON | {"hole_1": "Ks", "hole_2": "Kh"},
                SHOWDOWN | {"seat": 2, "hole_1": "Qs", "hole_2": "Qh"},
            ],
            (1, "pot", "games against the house"),
        ),
        (
            "poker",
            [
                SHOWDOWN | {"stake_cents": 950, "hole_1": "Ks", "hole_2": "Kh"},
                SHOWDOWN | {"seat": 2, "hole_1": "Qs", "hole_2": "Qh"},
            ],
            (1, "pot", "number of the smallest chips"),
        ),
        (
            "poker",
            [
                SHOWDOWN | {"hole_1": "Kd", "hole_2": "Kh"},
                SHOWDOWN | {"seat": 2, "hole_1": "Qs", "hole_2": "Qh"},
            ],
            (0, "", "card lies twice"),
        ),
    ],
)
def test_play_against_a_rule_is_found(
    game: str, given: list[dict[str, object]], wanted: tuple[int, str, str]
) -> None:
    found = settled(game, *given)
    assert found.refused == ()
    assert any(
        (seat, wager) == wanted[:2] and wanted[2] in sentence
        for seat, wager, sentence in says(found)
    )


def two_coupons() -> list[dict[str, object]]:
    first = PLAYER_WINS | {"wager": "player", "coupon_serial": "MP-1", "coupon_cents": 500}
    return [first, first | {"wager": "tie", "coupon_serial": "MP-2"}]


def test_one_coupon_a_round_now_one_a_wager_in_2011() -> None:
    found = settled("baccarat", *two_coupons())
    assert [each.rule for each in found.disagreements] == ["58 Pa. Code § 603a.21(d)"] * 2
    assert settled("baccarat", *two_coupons(), coupons_per="wager").disagreements == ()


def test_bets_are_sized_on_chips_or_on_chips_and_coupon() -> None:
    bets = stud(ante=1000, third=1500)
    bets[0] |= COUPON
    assert [each.wager for each in settled("mississippi_stud", *bets).disagreements] == ["third"]
    assert settled("mississippi_stud", *bets, coupon_in_multiples=True).disagreements == ()


def test_a_void_round_is_not_held_to_its_cards() -> None:
    row = PLAYER_WINS | {"player_3": "2h", "void_reason": 2, "wager": "player"}
    assert settled("baccarat", row).disagreements == ()


# --- malformed rows -----------------------------------------------------------------------

GOOD = PLAYER_WINS | {"wager": "player"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"round": 0}, "The round has no number."),
        ({"seat": 10}, "There is no such seat at this table."),
        ({"seat": 0}, "There is no such seat at this table."),
        ({"stake_cents": 0}, "The stake is not an amount above nothing."),
        ({"stake_cents": 10**13}, "The stake is not an amount above nothing."),
        ({"coupon_cents": -1}, "The coupon's value is not an amount."),
        ({"coupon_cents": 500}, "A coupon has a serial and a value, or neither."),
        ({"coupon_serial": "MP-1"}, "A coupon has a serial and a value, or neither."),
        ({"void_reason": 9}, "There is no such reason to declare a round void."),
        ({"player_1": 52}, "player_1 is not from -1 to 51."),
        ({"player_1": "2h"}, "player_1 says otherwise than its round's first row."),
        ({"at": 5}, "at says otherwise than its round's first row."),
        ({"seat": 1}, "This seat's wager is already on record."),
        ({"round": 2, "banker_2": -1}, "A hand has fewer than two cards."),
    ],
)
def test_a_malformed_row_is_refused_and_the_rest_goes_on(
    change: dict[str, object], reason: str
) -> None:
    given = [GOOD, GOOD | {"seat": 2} | change, GOOD | {"seat": 3}]
    found = settled("baccarat", *given)
    assert [(each.row, each.reason) for each in found.refused] == [(1, reason)]
    assert found.disagreements == ()
    assert found.columns["paid_tray_cents"].tolist() == [1000, 1000]


def test_an_unknown_wager_is_refused() -> None:
    columns = felts.rows("baccarat", GOOD) | {"wager": np.array([-1])}
    found = resettle(GAMES["baccarat"], felts.rules("baccarat"), columns)
    assert [each.reason for each in found.refused] == ["There is no such wager."]


def test_amounts_that_cannot_be_paid_are_refused_by_row() -> None:
    given = [
        GOOD,
        GOOD | {"seat": 2, "wager": "tie", "round": 2, "banker_1": "5c", "stake_cents": 501},
        GOOD | {"seat": 3, "wager": "banker", "round": 3, "player_1": "2c", "stake_cents": 501},
    ]
    found = settled("baccarat", *given, tie_odds="17:2", vig_rounding="exact")
    assert [(each.row, each.reason) for each in found.refused] == [
        (1, "The payout is not a whole number of cents."),
        (2, "The vigorish is not a whole number of cents."),
    ]
    assert found.columns["paid_tray_cents"].tolist() == [1000]


def test_a_seat_has_one_pair_of_cards() -> None:
    bets = stud(ante=1000, third=1000)
    bets[1]["hole_1"] = "Qs"
    found = settled("mississippi_stud", *bets)
    assert [each.reason for each in found.refused] == [
        "hole_1 says otherwise than its seat's first row."
    ]


def test_a_hand_played_to_its_end_needs_its_cards() -> None:
    bets = stud(ante=1000, third=1000, fourth=1000, fifth=1000)
    for row in bets:
        row["hole_2"] = -1
    found = settled("mississippi_stud", *bets)
    assert {each.reason for each in found.refused} == {"The hand's five cards are not recorded."}
    assert [each.row for each in found.refused] == [0, 1, 2, 3]


def test_a_pot_is_refused_as_a_whole() -> None:
    given = [
        SHOWDOWN | {"hole_1": "Ks", "hole_2": "Kh"},
        SHOWDOWN | {"seat": 99, "hole_1": "Qs", "hole_2": "Qh"},
        SHOWDOWN | {"round": 2, "hole_1": "Ks", "hole_2": "Kh"},
        SHOWDOWN | {"round": 2, "seat": 2, "hole_1": "Qs", "hole_2": "Qh"},
    ]
    found = settled("poker", *given)
    assert [(each.row, each.reason) for each in found.refused] == [
        (0, "Another row of this pot was refused."),
        (1, "There is no such seat at this table."),
    ]
    assert found.columns["drawn_cents"].tolist() == [1800, 0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hole_1": -1}, "The showdown's cards are not recorded."),
        ({"board_5": -1}, "The showdown's cards are not recorded."),
        ({"folded": 1}, "Nobody is left in the hand."),
    ],
)
def test_a_showdown_needs_its_cards(change: dict[str, object], reason: str) -> None:
    given = [
        SHOWDOWN | {"hole_1": "Ks", "hole_2": "Kh"} | change,
        SHOWDOWN | {"seat": 2, "hole_1": "Qs", "hole_2": "Qh"} | change,
    ]
    found = settled("poker", *given)
    assert [each.reason for each in found.refused] == [reason, reason]


def test_a_missing_column_refuses_the_file() -> None:
    columns = felts.rows("baccarat", GOOD)
    del columns["player_1"]
    columns["seat"] = columns["seat"].astype(np.float64)
    with pytest.raises(EntryError) as refused:
        from_columns(GAMES["baccarat"], felts.rules("baccarat"), columns)
    assert refused.value.fields == {
        "seat": "The column seat is not of type int64.",
        "player_1": "The column player_1 is missing.",
    }


def test_no_rows_are_no_rounds() -> None:
    columns = {name: values[:0] for name, values in felts.rows("baccarat", GOOD).items()}
    found = resettle(GAMES["baccarat"], felts.rules("baccarat"), columns)
    assert found.disagreements == ()
    assert found.refused == ()


# --- order and house ----------------------------------------------------------------------


def test_losing_wagers_are_settled_first_then_seats_from_the_highest() -> None:
    rules = felts.rules("baccarat")
    bets = [("player", 1), ("banker", 2), ("player", 3), ("banker", 4)]
    given = [PLAYER_WINS | {"seat": seat, "wager": wager} for wager, seat in bets]
    batch, _ = from_columns(GAMES["baccarat"], rules, felts.rows("baccarat", *given))
    outcome, _ = GAMES["baccarat"].settle(rules, batch.felt, batch.stakes, None)
    notes = Notes(batch.rounds, *np.array([[0], [1], [0]]))
    columns = to_columns(GAMES["baccarat"], batch.felt, batch.stakes, outcome, notes)
    order = np.argsort(columns["sequence"])
    assert columns["seat"][order].tolist() == [4, 2, 3, 1]


def test_the_house_result_of_a_banking_table() -> None:
    table = felts.a_period("baccarat", checks=(("CC-1", 50_000),), coupons=(("MP-1", 2500),))
    acts = list(play(table))
    batches = [act.columns for act in acts if isinstance(act, Rounds)]
    columns = {name: np.concatenate([each[name] for each in batches]) for name in batches[0]}
    buyins = [act for act in acts if isinstance(act, BuyIn)]
    result = house_result(GAMES["baccarat"], table.rules, columns, buy_in_columns(buyins))
    drop = acts[-1]
    assert isinstance(drop, EndOfDayDrop)
    assert result == drop.result
    assert result.check_buyins == (("CC-1", 50_000),)
    assert result.check_buyins_cents == 50_000


# --- from batch to batch ------------------------------------------------------------------


HOUR = 3_600_000_000


def test_play_with_cards_past_their_time_is_found_across_batches() -> None:
    rules = felts.rules("baccarat", change_hours=4)
    given = [
        PLAYER_WINS | {"round": number, "at": hours * HOUR, "equipment": equipment}
        for number, (hours, equipment) in enumerate([(1, 1), (5, 1), (6, 1), (6, 2), (10, 2)], 1)
    ]
    first, second = (felts.rows("baccarat", *part) for part in (given[:1], given[1:]))
    before = resettle(GAMES["baccarat"], rules, first)
    assert before.disagreements == ()
    found = resettle(GAMES["baccarat"], rules, second, before.onward)
    assert [(each.round, each.seat, each.rule) for each in found.disagreements] == [
        (3, 0, rules.change().rule)
    ]
    assert "over 4 hours" in found.disagreements[0].says
    assert (
        resettle(GAMES["baccarat"], rules, felts.rows("baccarat", *given[2:])).disagreements == ()
    )


def test_a_coupon_that_dropped_in_an_earlier_batch_is_found() -> None:
    coupon = {"stake_cents": 2500, "coupon_serial": "MP-1", "coupon_cents": 2500}
    one, two = (
        felts.rows("baccarat", PLAYER_WINS | coupon | {"round": number}) for number in (1, 2)
    )
    rules = felts.rules("baccarat")
    before = resettle(GAMES["baccarat"], rules, one)
    found = resettle(GAMES["baccarat"], rules, two, before.onward)
    assert [each.says for each in found.disagreements] == [
        "Coupon MP-1 was settled before and is in the drop box."
    ]


# --- whatever stands in a file ------------------------------------------------------------

STRANGE = (-(2**63), -1, 0, 1, 7, 51, 52, 53, 2**31, 2**62, 2**63 - 1, 10**12, 10**12 + 1)


def a_few_rounds(game: str) -> dict[str, NDArray[Any]]:
    """Rounds as they are played, some with coupons, as columns."""
    module, rules, rng = GAMES[game], felts.rules(game), np.random.default_rng(1)
    units = np.full((20, rules.seats), rules.minimum_cents)
    coupons = np.where(rng.random(units.shape) < 0.3, min(500, rules.minimum_cents), 0)
    felt, stakes = module.decide(rng, rules, module.deal(rng, 20, rules), units, coupons)
    settled, _ = module.settle(rules, felt, stakes, None)
    serials = {(n, s): f"MP-{n}-{s}" for n, s, _ in np.argwhere(stakes.coupon_cents).tolist()}
    numbers, ones = np.arange(1, 21), np.ones(20, np.int64)
    notes = Notes(numbers, numbers, ones, ones * 0, serials)
    return to_columns(module, felt, stakes, settled, notes)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_stands_in_a_record_is_settled_or_refused_by_row(game: str) -> None:
    sound = a_few_rounds(game)
    names = [name for name, values in sound.items() if values.dtype == np.int64]
    rng = np.random.default_rng(5)
    for _ in range(25):
        spoilt = {name: values.copy() for name, values in sound.items()}
        for name in rng.choice(names, int(rng.integers(1, 12))):
            row = int(rng.integers(len(spoilt["round"])))
            spoilt[name][row] = rng.choice(STRANGE) if rng.random() < 0.5 else rng.integers(-1, 60)
        order = rng.permutation(len(spoilt["round"]))
        given = {name: values[order] for name, values in spoilt.items()}
        found = resettle(GAMES[game], felts.rules(game), given)
        assert len(found.columns["round"]) + len(found.refused) == len(order)
        assert all(refused.reason for refused in found.refused)
