"""Pai Gow Poker: hands and the house way, the start and the cut, the bank, and what breaks them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countroom.engine import pai_gow_bank, pai_gow_bonus
from countroom.engine import pai_gow_hands as ranking
from countroom.engine.cards import cards
from countroom.engine.edges import pai_gow_poker as edges
from countroom.engine.games import GAMES
from countroom.engine.games import pai_gow_poker as game
from countroom.engine.pai_gow_hands import WheelRank
from countroom.engine.pai_gow_house_way import HouseWay, set_by
from countroom.engine.pai_gow_play import Before
from countroom.engine.pai_gow_start import offered_before, start_place
from countroom.engine.pai_gow_table import BANK, BANK_HOUSE, DICE, FORTUNE, MAIN, TREASURE
from countroom.engine.records import Notes, Resettled, resettle, to_columns
from countroom.engine.settlement import LOSE, WIN, Stakes
from countroom.errors import EntryError
from tests.plumbing import felts

# --- hands --------------------------------------------------------------------------------

IN_ORDER = (
    "Kc Qd Jh 9s 7c",
    "Ac Qd Jh 9s 7c",
    "Jo Kd Jh 9s 7c",
    "2c 2d Jh 9s 7c",
    "Jo Ad Jh 9s 7c",
    "3c 3d 2h 2s Ac",
    "Jo Ad 3h 3s 2c",
    "2c 2d 2h 3s 4c",
    "Jo 2d 3h 4s 6c",
    "Ts Jh Qd Kc 9d",
    "Ac 2d 3h 4s Jo",
    "Jo Jh Qd Kc Ts",
    "2c 3c 4c 5c 7c",
    "Jo 3c 4c 5c 8c",
    "2c 2d 2h 3s 3c",
    "2c 2d 2h 2s 3c",
    "Ac Ad Ah Jo 3c",
    "2c 3c 4c 6c Jo",
    "9c Tc Jc Qc Kc",
    "Ac 2c Jo 4c 5c",
    "Ac Jo Jc Qc Kc",
    "Ac Ad Ah As Jo",
)


def test_five_cards_in_their_order() -> None:
    hands = np.stack([cards(text) for text in IN_ORDER])
    strength = ranking.five_card_strength(hands, WheelRank.SECOND)
    assert (np.diff(strength) > 0).all()
    assert ranking.class_of(strength)[-1] == ranking.FIVE_ACES


def test_the_wheel_may_be_the_lowest_straight() -> None:
    hands = np.stack([cards("Ac 2d 3h 4s 5c"), cards("2c 3d 4h 5s 6c")])
    lowest = ranking.five_card_strength(hands, WheelRank.LOWEST)
    second = ranking.five_card_strength(hands, WheelRank.SECOND)
    assert lowest[0] < lowest[1]
    assert second[0] > second[1]


@pytest.mark.parametrize(
    ("high", "low", "wrong"),
    [
        ("Kc Qd Jh 9s 7c", "Ac 2d", True),
        ("Ac Qd Jh 9s 7c", "Ad Qh", False),
        ("Ac Qd Jh 9s 7c", "Ad Kh", True),
        ("Ac Qd Jh 9s 7c", "2d 2h", True),
        ("9c 9d Jh 2s 7c", "9h 9s", False),
        ("9c 9d Jh 2s 7c", "Th Ts", True),
        ("9c 9d 2h 2s 7c", "Ah As", False),
        ("Kc Kd Jh 9s 7c", "Ac Jo", True),
    ],
)
def test_the_low_hand_may_not_be_above_the_high_hand(high: str, low: str, *, wrong: bool) -> None:
    five = ranking.five_card_strength(cards(high)[None], WheelRank.SECOND)
    two = ranking.two_card_strength(cards(low)[None])
    assert ranking.wrongly_set(five, two).tolist() == [wrong]


SET = {
    "9c 8d 7h 5s 4c 3d 2h": "8d 7h",
    "9c 9d 7h 5s 4c 3d Kh": "Kh 7h",
    "Ac Ad 2h 2s Kc Qd Jh": "2h 2s",
    "Kc Kd Qh Qs Ac 3d 4h": "Qh Qs",
    "Jc Jd 3h 3s Ac Td 9h": "Ac Td",
    "Jc Jd 3h 3s Kc Td 9h": "3h 3s",
    "9c 9d 8h 8s Ac 2d 4h": "Ac 4h",
    "9c 9d 8h 8s Kc 2d 4h": "8h 8s",
    "Jc Jd 9h 9s Ac Td 2h": "Ac Td",
    "Jc Jd 9h 9s Kc 5d 2h": "9h 9s",
    "4c 4d 3h 3s Ac Td 8h": "Ac Td",
    "4c 4d 3h 3s Kc Td 8h": "Kc Td",
    "4c 4d 3h 3s Qc Td 8h": "3h 3s",
    "9c 9d 8h 8s 4c 4d 2h": "9c 9d",
    "9c 9d 9h 5s Kc 3d 2h": "Kc 5s",
    "Ac Ad Ah 5s Kc 3d 2h": "Ah Kc",
    "9c 9d 9h 5s 5c 3d 2h": "5s 5c",
    "9c 9d 9h 2s 2c Ad Kh": "Ad Kh",
    "9c 9d 9h 5s 5c 7d 7h": "7d 7h",
    "9c 9d 9h 5s 5c 5d 7h": "9c 9d",
    "4c 4d 4h 4s 7c 8d Th": "Th 8d",
    "9c 9d 9h 9s 7c 3d Kh": "9c 9d",
    "9c 9d 9h 9s 7c 3d Ah": "Ah 7c",
    "9c 9d 9h 9s 3c 3d Kh": "3c 3d",
    "Jc Jd Jh Js 9c 9d 9h": "Jc Jd",
    "Jc Jd Jh Js Tc Td 2h": "Tc Td",
    "Ac Ad Ah As 6c 6d 2h": "Ac Ad",
    "Ac Ad Ah As 7c 7d 2h": "7c 7d",
    "Ac Ad Ah As Jo 2d 3h": "Ac Ad",
    "Ac Ad Ah As Jo Kd Kh": "Kd Kh",
    "9c 8d 7h 6s 5c Ad 9h": "Ad 9h",
    "9c 8d 7h 6s 5c 4d 4h": "4d 4h",
    "9c 8d 7h 6s 5c 4d 3h": "9c 8d",
    "Ac Kc 9c 7c 5c 3c 2d": "Ac 2d",
}
"""Seven cards, and the ranks of the two that Trump Plaza puts low."""


@pytest.mark.parametrize("seven", SET)
def test_the_trump_plaza_house_way(seven: str) -> None:
    found = set_by(HouseWay.TRUMP_PLAZA, cards(seven)[None], WheelRank.SECOND)
    assert found.low == ranking.two_card_strength(cards(SET[seven]))
    assert not ranking.wrongly_set(found.high, found.low).any()


@pytest.mark.parametrize(
    ("seven", "low"),
    [
        ("Kc Kd Qh Qs Ac 3d 4h", "Ac 4h"),
        ("9c 9d 8h 8s Kc 2d 4h", "8h 8s"),
        ("Ac Ad 2h 2s Kc Qd Jh", "2h 2s"),
    ],
)
def test_the_other_house_way(seven: str, low: str) -> None:
    found = set_by(HouseWay.ACE_KEEPS_TWO_PAIR, cards(seven)[None], WheelRank.SECOND)
    assert found.low == ranking.two_card_strength(cards(low))


@pytest.mark.parametrize("way", HouseWay)
def test_every_hand_can_be_set(way: HouseWay) -> None:
    sevens, _ = edges.all_sevens()
    found = set_by(way, sevens[::37], WheelRank.SECOND)
    assert (found.low > 0).all()
    assert not ranking.wrongly_set(found.high, found.low).any()


def test_a_table_of_bonuses_is_read_with_care() -> None:
    assert pai_gow_bonus.read_table("") == {}
    assert pai_gow_bonus.pays("").max() == 0
    with pytest.raises(ValueError, match="Write each line once"):
        pai_gow_bonus.read_table("straight:02")


# --- start and cut ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "bank", "place"),
    [(1, 0, 0), (2, 0, 6), (3, 0, 5), (7, 0, 1), (8, 0, 0), (18, 0, 4), (1, 3, 3), (2, 3, 2)],
)
def test_counting_to_the_start(count: int, bank: int, place: int) -> None:
    """Counterclockwise: the dealer, then his right, seat 6, and so down to seat 1."""
    assert start_place(np.array([count]), np.array([bank]), 6) == place


def test_the_dice_favour_no_place_but_by_one_in_216() -> None:
    throws = np.indices((6, 6, 6)).reshape(3, -1).sum(axis=0) + 3
    found = np.bincount(start_place(throws, np.zeros_like(throws), 6))
    assert sorted(found) == [30, 31, 31, 31, 31, 31, 31]


@pytest.mark.parametrize(
    ("cut_by", "bank", "before"),
    [
        (6, 0, []),
        (4, 0, [5, 6]),
        (0, 0, [1, 2, 3, 4, 5, 6]),
        (3, 3, []),
        (2, 3, [3]),
        (5, 3, [1, 2, 3, 6]),
        (0, 3, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_who_is_offered_the_cut_first(cut_by: int, bank: int, before: list[int]) -> None:
    found = offered_before(np.array([cut_by]), np.array([bank]), 6)
    assert (np.flatnonzero(found[0]) + 1).tolist() == before


# --- the bank -----------------------------------------------------------------------------


def flows(co_bank: bool, wagers: list[int], outcome: list[int]) -> pai_gow_bank.Flows:  # noqa: FBT001
    return pai_gow_bank.flows(
        pai_gow_bank.Round(
            wager_cents=np.array([wagers]),
            outcome=np.array([outcome], np.int8),
            house_cents=np.array([2000]),
            house_outcome=np.array([0 if co_bank else WIN], np.int8),
            co_bank=np.array([co_bank]),
        )
    )


@pytest.mark.parametrize(
    ("outcome", "tray_in", "tray_out", "bank_won"), [(LOSE, 50, 0, 51), (WIN, 0, 51, 0)]
)
def test_an_odd_cent(outcome: int, tray_in: int, tray_out: int, bank_won: int) -> None:
    """It is the tray's when the centre is short, and the bank's when something is left."""
    found = flows(True, [101, 40], [outcome, 0])
    assert found.tray_in_cents == tray_in
    assert found.tray_out_cents == tray_out
    assert found.bank_won_cents == bank_won


def step_by_step(
    wagers: list[tuple[int, int]], house: tuple[int, int], *, co_bank: bool
) -> tuple[int, int, int]:
    """Walk § 561.15(i)-(l) chip by chip: what bank and tray gain, vigorish not yet taken.

    Returns:
        The bank's gain, the tray's, and the surplus that he pays vigorish on.
    """
    bank = tray = centre = surplus = 0
    winning: list[tuple[int, str]] = []
    if house[1] == WIN:
        winning.append((house[0], "house"))
    if house[1] == LOSE:
        tray -= house[0]
        centre += house[0]
    for cents, outcome in wagers:
        centre += cents if outcome == LOSE else 0
        winning += [(cents, "player")] if outcome == WIN else []
    remaining = 0
    for cents, who in winning:
        from_centre = min(cents, centre)
        centre -= from_centre
        remaining += cents - from_centre
        tray += cents if who == "house" else 0
    if remaining and co_bank:
        bank -= remaining // 2
        tray -= remaining - remaining // 2
    elif remaining:
        bank -= remaining
    elif centre:
        half = centre // 2 if co_bank else 0
        tray += half
        surplus = centre - half
        bank += surplus
    return bank, tray, surplus


@given(
    wagers=st.lists(
        st.tuples(st.integers(1, 10_000), st.sampled_from([LOSE, 0, WIN])), min_size=1, max_size=5
    ),
    house=st.tuples(st.integers(0, 10_000), st.sampled_from([LOSE, 0, WIN])),
    co_bank=st.booleans(),
)
def test_the_centre_step_by_step(
    wagers: list[tuple[int, int]], house: tuple[int, int], *, co_bank: bool
) -> None:
    against = (0, 0) if co_bank else house
    found = pai_gow_bank.flows(
        pai_gow_bank.Round(
            wager_cents=np.array([[cents for cents, _ in wagers]]),
            outcome=np.array([[outcome for _, outcome in wagers]], np.int8),
            house_cents=np.array([against[0]]),
            house_outcome=np.array([against[1]], np.int8),
            co_bank=np.array([co_bank]),
        )
    )
    tray = int(found.tray_in_cents[0] - found.tray_out_cents[0])
    bank = int(found.bank_out_cents[0] - found.bank_in_cents[0]) - tray
    won = int(found.bank_won_cents[0])
    assert (bank, tray, won) == step_by_step(wagers, against, co_bank=co_bank)


def test_no_vigorish_where_the_dealers_win_empties_the_centre() -> None:
    found = flows(False, [1500], [LOSE])
    assert found.bank_out_cents == 1500
    assert found.tray_in_cents == 2000
    assert found.bank_won_cents == 0


# --- play against the rules ---------------------------------------------------------------


def a_table(n: int = 6, **changes: Any) -> tuple[Any, Any, Stakes]:
    """Rounds as they should be: $20 on every seat; seat 4 banks the third round."""
    rules = felts.rules("pai_gow_poker", **changes)
    felt = game.deal(np.random.default_rng(2), n, rules)
    units = np.full((n, rules.seats), 2000)
    closed = replace(rules, bank_offered=False, co_bank_offered=False)
    felt, stakes = game.decide(np.random.default_rng(2), closed, felt, units, 0 * units)
    stakes.stake_cents[..., [FORTUNE, TREASURE, DICE]] = 0
    return rules, *banked(rules, felt, stakes, 2, 4)


def banked(rules: Any, felt: Any, stakes: Stakes, n: int, seat: int) -> tuple[Any, Stakes]:
    stake = stakes.stake_cents
    bank, cut_by = felt.bank.copy(), felt.cut_by.copy()
    bank[n] = cut_by[n] = seat
    stake[n, seat - 1, MAIN] = 0
    stake[n, seat - 1, BANK] = stake[n, :, MAIN].sum()
    stake[n, seat - 1, BANK_HOUSE] = 2000
    start = felt.start
    if rules.start_by != "button":
        start = start_place(felt.dice.sum(axis=1) + felt.number, bank, rules.seats)
    return replace(felt, bank=bank, cut_by=cut_by, start=start), stakes


def found_in(rules: Any, felt: Any, stakes: Stakes, carried: Any = None) -> list[tuple[str, Any]]:
    return [
        (breach.says, np.argwhere(breach.where).tolist())
        for breach in game.breaches(rules, felt, stakes, carried)
        if breach.where.any()
    ]


@pytest.mark.parametrize("start_by", ["shaker", "number", "button"])
def test_rounds_as_they_should_be(start_by: str) -> None:
    rules, felt, stakes = a_table(start_by=start_by, dice_sum="none")
    assert found_in(rules, felt, stakes) == []
    assert not any(each.where.any() for each in game.incomplete(rules, felt, stakes))


def test_the_strategy_breaks_no_rule() -> None:
    rules = felts.rules("pai_gow_poker", house_wager_cents=5000)
    rng = np.random.default_rng(5)
    units = rng.integers(0, 3, (300, 6)) * 1000
    felt, stakes = game.decide(rng, rules, game.deal(rng, 300, rules), units, 0 * units)
    assert (felt.bank > 0).sum() > 20
    assert (felt.bank > 0).sum() > felt.co_bank.sum() > 5
    assert found_in(rules, felt, stakes) == []


def wrong_dealer(felt: Any, _: Stakes) -> Any:
    dealer = felt.dealer.copy()
    dealer[1] = dealer[1][[6, 5, 4, 3, 2, 1, 0]]
    return replace(felt, dealer=dealer)


def wrong_bank(felt: Any, _: Stakes) -> Any:
    felt.hands[2, 3] = felt.hands[2, 3][::-1]
    return felt


def same_card(felt: Any, _: Stakes) -> Any:
    felt.hands[1, 0, 0] = felt.hands[1, 1, 0]
    return felt


def elsewhere(felt: Any, _: Stakes) -> Any:
    start = felt.start.copy()
    start[4] = (start[4] + 1) % 7
    return replace(felt, start=start)


def no_dice(felt: Any, _: Stakes) -> Any:
    dice = felt.dice.copy()
    dice[4, 1] = 0
    return replace(felt, dice=dice)


def cut_past(felt: Any, _: Stakes) -> Any:
    cut_by = felt.cut_by.copy()
    cut_by[3] = 4
    return replace(felt, cut_by=cut_by)


def banks(*rounds: int, seat: int = 4) -> Any:
    def change(felt: Any, stakes: Stakes) -> Any:
        for n in rounds:
            felt, _ = banked(felts.rules("pai_gow_poker"), felt, stakes, n, seat)
            stakes.stake_cents[n, seat - 1, BANK_HOUSE] = 0
        return felt

    return change


def never_played(felt: Any, stakes: Stakes) -> Any:
    stakes.stake_cents[1, 3, MAIN] = 0
    stakes.stake_cents[2, 3, BANK_HOUSE] = 0
    return felt


def large_house_wager(felt: Any, stakes: Stakes) -> Any:
    stakes.stake_cents[2, 3, BANK_HOUSE] = 2500
    return felt


def bank_bets(felt: Any, stakes: Stakes) -> Any:
    stakes.stake_cents[2, 3, MAIN] = 2000
    return felt


def two_banks(felt: Any, stakes: Stakes) -> Any:
    stakes.stake_cents[2, 0, BANK] = 2000
    return felt


def odd_halves(felt: Any, stakes: Stakes) -> Any:
    stakes.stake_cents[2, 0, MAIN] = 2001
    return replace(felt, co_bank=felt.bank > 0)


def coupon(felt: Any, stakes: Stakes) -> Any:
    stakes.coupon_cents[2, 0, MAIN] = 500
    return felt


@pytest.mark.parametrize(
    ("change", "says", "where"),
    [
        (wrong_dealer, "The dealer's hand is not set as filed", [1]),
        (wrong_bank, "The bank's hand is not set as filed", [2]),
        (same_card, "A card lies twice", [1]),
        (elsewhere, "The deal began elsewhere", [4]),
        (no_dice, "not found by the means filed", [4]),
        (cut_past, "The cut went past", [3]),
        (banks(0), "may not bank the first round", [0]),
        (banks(3), "banked two rounds in a row", [3]),
        (never_played, "made no wager against the dealer", [2]),
        (large_house_wager, "above what it may be", [2]),
        (odd_halves, "may not halve evenly", [2]),
        (bank_bets, "one betting area only", [2, 3, MAIN]),
        (two_banks, "one betting area only", [2, 0, BANK]),
        (coupon, "a player banks this round", [2, 0, MAIN]),
    ],
)
def test_play_against_a_rule_is_found(change: Any, says: str, where: list[int]) -> None:
    rules, felt, stakes = a_table()
    felt = change(felt, stakes)
    found = found_in(rules, felt, stakes)
    assert [places for text, places in found if says in text] == [
        [where],
    ], found
    assert len(found) == 1


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"bank_offered": False, "co_bank_offered": False}, "does not offer its players the bank"),
        ({"co_bank_offered": False}, "does not offer co-banking"),
    ],
)
def test_a_bank_that_is_not_offered(rules: dict[str, Any], says: str) -> None:
    terms, felt, stakes = a_table(**rules)
    found = found_in(terms, replace(felt, co_bank=felt.bank > 0), stakes)
    assert (f"The table {says}.", [[2]]) in found


def test_what_earlier_rounds_leave_to_the_next() -> None:
    rules, felt, stakes = a_table(start_by="button", dice_sum="none")
    whole = found_in(rules, felt, stakes)
    part = slice(2, None)
    later = type(felt)(**{name: getattr(felt, name)[part] for name in felt.__dataclass_fields__})
    first = type(felt)(**{name: getattr(felt, name)[:2] for name in felt.__dataclass_fields__})
    _, before = game.settle(rules, first, stakes.only(slice(2)), None)
    assert before is not None
    assert before.bank == 0
    assert before.wagers_cents.tolist() == [2000] * 6
    assert found_in(rules, later, stakes.only(part), before) == whole == []
    banked_last = replace(before, bank=4)
    assert "two rounds in a row" in found_in(rules, later, stakes.only(part), banked_last)[0][0]
    never = Before(0, before.start, np.zeros(6, np.int64))
    assert "no wager against the dealer" in found_in(rules, later, stakes.only(part), never)[0][0]
    first_round = found_in(rules, later, stakes.only(part))
    assert "A player may not bank the first round." in [text for text, _ in first_round]


def test_no_rounds_leave_what_was_before() -> None:
    rules, felt, stakes = a_table()
    none = type(felt)(**{name: getattr(felt, name)[:0] for name in felt.__dataclass_fields__})
    before = Before(2, 3, np.zeros(6, np.int64))
    assert game.settle(rules, none, stakes.only(slice(0)), before)[1] is before


def test_a_bank_over_a_whole_batch_leaves_the_wagers_before_it() -> None:
    rules, felt, stakes = a_table()
    only = slice(2, 3)
    one = type(felt)(**{name: getattr(felt, name)[only] for name in felt.__dataclass_fields__})
    before = Before(0, 3, np.full(6, 700))
    _, after = game.settle(rules, one, stakes.only(only), before)
    assert after is not None
    assert (after.bank, after.wagers_cents.tolist()) == (4, [700] * 6)
    _, fresh = game.settle(rules, one, stakes.only(only), None)
    assert fresh is not None
    assert fresh.wagers_cents.tolist() == [0] * 6


def test_a_coupon_has_no_part_in_a_banked_round() -> None:
    rules, felt, stakes = a_table(coupon_on_push="drops")
    stakes.coupon_cents[:, 0, MAIN] = 500
    settled, _ = game.settle(rules, felt, stakes, None)
    dropped = settled.coupon_dropped[:, 0, MAIN].tolist()
    assert dropped == [True, True, False, True, True, True]
    assert settled.coupon_win_cents[2].sum() == 0


# --- hands that are reset, rows that are refused -------------------------------------------


def a_round(*given: dict[str, object], **rules: object) -> Resettled:
    terms = {"start_by": "button", "dice_sum": "none", "vig_rounding": "exact"} | rules
    return resettle(
        game, felts.rules("pai_gow_poker", **terms), felts.rows("pai_gow_poker", *given)
    )


def hand(high: str, low: str, who: str = "") -> dict[str, object]:
    named: dict[str, object] = {f"{who}high_{k + 1}": card for k, card in enumerate(high.split())}
    named |= {f"{who}low_{k + 1}": card for k, card in enumerate(low.split())}
    return named


WRONG_DEALER = hand("Kc Qd 8h 6s 4c", "Td Jh", "dealer_")
RIGHT_DEALER = hand("Kc Td 8h 6s 4c", "Qd Jh", "dealer_")
PLAYER = hand("9c 9d 8s 6h 4d", "Js Tc")


def test_a_dealers_hand_set_wrongly_is_settled_as_it_should_have_been() -> None:
    """Against J-10 the player's J-10 would be a copy; against Q-J it is lower; each a tie."""
    low = hand("9c 9d 8s 6h 4d", "Qs Tc")
    wrong, right = a_round(low | WRONG_DEALER), a_round(low | RIGHT_DEALER)
    assert right.disagreements == ()
    assert [each.rule for each in wrong.disagreements] == ["58 Pa. Code § 561.14(i)"]
    assert (
        wrong.columns["pushed_cents"].tolist() == right.columns["pushed_cents"].tolist() == [1000]
    )


def test_a_hand_that_is_not_on_record_is_refused() -> None:
    without_dealer = a_round(PLAYER)
    assert [each.row for each in without_dealer.refused] == [0]
    one = a_round(RIGHT_DEALER | PLAYER, RIGHT_DEALER | {"seat": 2})
    assert [(each.row, each.reason) for each in one.refused] == [
        (1, "The seven cards of the hand are not recorded.")
    ]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"wager": "treasure"}, "does not offer it"),
        ({"wager": "dice_sum"}, "does not offer it"),
    ],
)
def test_a_wager_that_is_not_offered_is_refused(row: dict[str, object], says: str) -> None:
    found = a_round(RIGHT_DEALER | PLAYER | row)
    assert says in found.refused[0].reason


def test_dice_that_are_not_on_record() -> None:
    row = RIGHT_DEALER | PLAYER | {"wager": "dice_sum"}
    found = a_round(row, start_by="shaker", dice_sum="a")
    assert [each.reason for each in found.refused] == ["The dice are not recorded."]


BANK_ROUND = {"bank": 3, **RIGHT_DEALER}
LOSES = hand("Ah Jc 7c 5s 3d", "Kh 2c")
BANKS = hand("Qc Qh 9h 7d 5d", "Ac Jd")


@pytest.mark.parametrize(
    ("rows", "refused"),
    [
        ([LOSES | {"seat": 1}, BANKS | {"seat": 3, "wager": "bank"}], 0),
        ([LOSES | {"seat": 1}], 1),
        ([LOSES | {"seat": 1}, BANKS | {"seat": 3, "wager": "bank", "stake_cents": 900}], 2),
        ([LOSES | {"seat": 1}, {"seat": 3, "wager": "bank"}], 2),
        ([{"seat": 1}, BANKS | {"seat": 3, "wager": "bank"}], 2),
        (
            [
                LOSES | {"seat": 1},
                BANKS | {"seat": 3, "wager": "bank"},
                BANKS | {"seat": 3, "wager": "bank_house", "dealer_low_1": -1},
            ],
            3,
        ),
        (
            [
                LOSES | {"seat": 1, "co_bank": 1},
                BANKS | {"seat": 3, "wager": "bank", "co_bank": 1},
                BANKS | {"seat": 3, "wager": "bank_house", "co_bank": 1, "stake_cents": 400},
            ],
            3,
        ),
    ],
)
def test_a_bank_that_does_not_add_up_is_refused_whole(
    rows: list[dict[str, object]], refused: int
) -> None:
    missing = {"dealer_low_1": -1} if any("dealer_low_1" in row for row in rows) else {}
    found = a_round(*(BANK_ROUND | row | missing for row in rows))
    assert len(found.refused) == refused


def test_a_bank_at_a_seat_the_table_has_not_is_refused() -> None:
    found = a_round(RIGHT_DEALER | PLAYER | {"bank": 6}, seats=5)
    assert "not what he covers" in found.refused[0].reason


def test_vigorish_that_is_no_whole_cent_refuses_the_banked_round() -> None:
    rows = [
        LOSES | {"seat": 1, "stake_cents": 1003},
        BANKS | {"seat": 3, "wager": "bank", "stake_cents": 1003},
    ]
    found = a_round(*(BANK_ROUND | row for row in rows))
    assert [each.row for each in found.refused] == [0, 1]
    alone = a_round(RIGHT_DEALER | PLAYER | hand("9c 9d 8s 6h 4d", "As Tc") | {"stake_cents": 1003})
    assert [each.reason for each in alone.refused] == [
        "The vigorish is not a whole number of cents."
    ]


@pytest.mark.parametrize(
    ("wager", "what", "by"),
    [
        (BANK, "vig_collected_cents", -25),
        (BANK, "pooled_cents", 100),
        (BANK_HOUSE, "collected_cents", 1000),
        (MAIN, "drawn_cents", -1000),
        (FORTUNE, "paid_tray_cents", 500),
    ],
)
def test_a_planted_mistake_is_found_and_nothing_else(wager: int, what: str, by: int) -> None:
    rules = felts.rules("pai_gow_poker", fortune_envy="four_of_a_kind:2500")
    rng, n = np.random.default_rng(9), 60
    units = np.full((n, 6), 1000)
    felt, stakes = game.decide(rng, rules, game.deal(rng, n, rules), units, 0 * units)
    settled, _ = game.settle(rules, felt, stakes, None)
    numbers, once = np.arange(1, n + 1), np.ones(n, np.int64)
    notes = Notes(numbers, numbers, once, 0 * once)
    columns = to_columns(GAMES["pai_gow_poker"], felt, stakes, settled, notes)
    clean = resettle(GAMES["pai_gow_poker"], rules, columns)
    assert (clean.disagreements, clean.refused) == ((), ())
    row = int(np.flatnonzero((columns["wager"] == wager) & (columns[what] > 0))[-1])
    columns[what][row] += by
    (found,) = resettle(GAMES["pai_gow_poker"], rules, columns).disagreements
    assert (found.round, found.what) == (columns["round"][row], what)
    assert found.recorded - found.by_book == by


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"start_by": "button"}, "dice_sum"),
        ({"bank_offered": False}, "co_bank_offered"),
    ],
)
def test_rules_that_do_not_go_together(change: dict[str, object], field: str) -> None:
    with pytest.raises(EntryError) as refused:
        felts.rules("pai_gow_poker", **change)
    assert set(refused.value.fields) == {field}


def test_the_edges_of_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    some, weight = edges.all_sevens()
    monkeypatch.setattr(edges, "SHUFFLES", 50)
    monkeypatch.setattr(edges, "all_sevens", lambda: (some[::101], weight[::101]))
    names = {name: game.Rules.from_dict(terms) for name, terms in game.EXAMPLES.items()}
    bets = [
        [bet.bet for bet in edges.edges(name, rules) if bet.counts] for name, rules in names.items()
    ]
    everything = ["main", "bank", "fortune_bonus", "dice_sum", "seven_card"]
    assert bets == [everything, ["main", "bank", "dice_sum"], ["main"]]
