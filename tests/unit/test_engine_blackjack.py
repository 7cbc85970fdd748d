"""Blackjack: its rules, play against them, the strategy, and how cards come to lie."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from countroom.engine.blackjack_hands import DOUBLES, INSURANCE, Felt, counted, values
from countroom.engine.blackjack_strategy import Situation, choose
from countroom.engine.cards import NO_CARD, cards
from countroom.engine.games import blackjack
from countroom.engine.records import Resettled, resettle
from countroom.engine.settlement import Stakes
from countroom.errors import EntryError
from tests.plumbing import felts

# --- rules --------------------------------------------------------------------------------

HAND: dict[str, object] = {"dealt_from": "hand", "decks": 1}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"decks": 0}, "1 to 8 decks"),
        ({"decks": 9}, "1 to 8 decks"),
        ({"dealt_from": "double_shoe", "decks": 5}, "as many decks"),
        ({"dealt_from": "hand", "decks": 3, "shuffling": "continuous"}, "two decks at most"),
        ({"dealt_from": "hand", "decks": 2}, "those in the shuffler included"),
        (HAND | {"shuffling": "by_hand"}, "shuffled by a device"),
        ({"max_hands": 0}, "4 hands at most"),
        ({"max_hands": 5}, "4 hands at most"),
        ({"bj_pays": "4:5"}, "at least 1 to 1"),
        ({"payout_limit_cents": -1}, "or 0 for none"),
    ],
)
def test_rules_that_cannot_be_are_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(EntryError, match=says) as refused:
        felts.rules("blackjack", **change)
    assert set(refused.value.fields) <= set(change)


@pytest.mark.parametrize(
    ("change", "used"),
    [
        ({"shuffling": "batches"}, 12),
        ({"shuffling": "by_hand"}, 6),
        (HAND, 2),
        (HAND | {"decks": 2, "shuffling": "continuous"}, 2),
        ({"dealt_from": "double_shoe"}, 12),
    ],
)
def test_decks_in_the_game(change: dict[str, object], used: int) -> None:
    assert felts.rules("blackjack", **change).decks_used == used


def test_decks_are_changed_every_day_and_sooner_when_dealt_from_the_hand() -> None:
    shoe, hand = (felts.rules("blackjack", **change).change() for change in ({}, HAND))
    assert (shoe.hours, shoe.rule) == (24, "58 Pa. Code § 633a.3(d)")
    assert (hand.hours, hand.rule) == (4, "58 Pa. Code § 549.3(e)")


@pytest.mark.parametrize(("change", "hours"), [({}, 24), (HAND | {"burned": 1}, 4)])
def test_old_decks_are_found(change: dict[str, object], hours: int) -> None:
    rules = {name: value for name, value in change.items() if name != "burned"}
    burned = {"burned": change.get("burned", 0)}
    base = FOUR_CARDS | burned | {"shoe": 1}
    last = base | {"round": 2, "at": hours * 3_600_000_000, "shoe": 2}
    assert settled([base, last], **rules).disagreements == ()
    late = last | {"at": hours * 3_600_000_000 + 1}
    assert [each.says for each in settled([base, late], **rules).disagreements] == [
        f"Play went on with cards or dice that were in use for over {hours} hours."
    ]


# --- play against the rules ---------------------------------------------------------------


def laid(name: str, text: str) -> dict[str, object]:
    """Cards in the columns of a hand or of the dealer."""
    return {
        f"{name}_{place}": NO_CARD if card == "--" else card
        for place, card in enumerate(text.split(), start=1)
    }


FOUR_CARDS: dict[str, object] = laid("dealer", "9c Td") | laid("hand1", "Kc 9d")


def box(
    wagers: dict[str, int], hands: list[str], dealer: str = "6c Td 9h", **more: int
) -> list[dict[str, object]]:
    """Rows of one box: wagers in dollars."""
    lie = laid("dealer", dealer) | dict(more)
    for place, hand in enumerate(hands, start=1):
        lie |= laid(f"hand{place}", hand)
    return [lie | {"wager": code, "stake_cents": 100 * stake} for code, stake in wagers.items()]


def settled(given: list[dict[str, object]], **changes: object) -> Resettled:
    rules = felts.rules("blackjack", **changes)
    return resettle(blackjack, rules, felts.rows("blackjack", *given))


ONE = {"hand_1": 20}
TWO = {"hand_1": 20, "hand_2": 20}
THREE = TWO | {"hand_3": 20}

BREACHES: list[tuple[dict[str, object], list[dict[str, object]], str, str]] = [
    ({}, box(ONE, ["Kc 9d"], "6c Td"), "", "The dealer stood where he must draw."),
    ({"h17": True}, box(ONE, ["Kc 9d"], "6c Ad"), "", "The dealer stood where he must draw."),
    ({}, box(ONE, ["Kc 9d"], "6c Ad Th"), "", "The dealer drew where he must stand."),
    ({}, box(ONE, ["Kc 9d"], "9c Td 2h"), "", "The dealer drew where he must stand."),
    (
        {},
        box(ONE | {"double_1": 20}, ["Ac Kd 2h"]),
        "double_1",
        "A Blackjack was doubled.",
    ),
    (
        {},
        box(ONE | {"double_1": 25}, ["5c 6d 2h"]),
        "double_1",
        "The Double Down Wager is more than the hand's own wager.",
    ),
    (
        {},
        box(ONE | {"double_2": 20}, ["Kc 9d", "5c 6d 2h"]),
        "double_2",
        "The Double Down Wager is more than the hand's own wager.",
    ),
    (
        {},
        box(ONE | {"double_1": 20}, ["5c 2d 2h 3h"]),
        "double_1",
        "A doubled hand has not one further card.",
    ),
    (
        {},
        box(ONE | {"double_1": 20}, ["5c 6d"]),
        "double_1",
        "A doubled hand has not one further card.",
    ),
    (
        {"das": False},
        box(TWO | {"double_2": 20}, ["8c Td", "8d 3h 9s"]),
        "double_2",
        "A split hand was doubled.",
    ),
    ({}, box(TWO, ["8c Td", "9d 8h"]), "hand_2", "Two cards of unequal value were split."),
    (
        {},
        box(TWO | {"hand_2": 15}, ["8c Td", "8d 9h"]),
        "hand_2",
        "The wager of a split hand is not equal to the original.",
    ),
    (
        {"max_hands": 2},
        box(THREE, ["8c Td", "8d 9h", "8s Ts"]),
        "hand_3",
        "A box has more hands than are filed.",
    ),
    (
        {},
        box(THREE, ["Ac Td", "Ad 9h", "As Ts"]),
        "hand_3",
        "Aces were split more than once.",
    ),
    (
        {},
        box({"hand_1": 20, "hand_3": 20}, ["8c Td", "--", "8s Ts"]),
        "hand_3",
        "A hand was played without the one before it.",
    ),
    ({}, box(ONE, ["8c Td", "8d 9h"]), "hand_1", "A hand lies without a wager."),
    ({}, box(ONE, ["Kc 6d 9s 2c"]), "hand_1", "A hand past 21 had a further card."),
    ({}, box(ONE, ["Kc Ad 9s"]), "hand_1", "A Blackjack had a further card."),
    (
        {},
        box(TWO, ["Ac Td", "Ad 4h 3s"]),
        "hand_2",
        "A split ace had more than one further card.",
    ),
    (
        {"surrender": "none"},
        box(ONE, ["Kc 6d"], surrendered=1),
        "hand_1",
        "Surrender is not offered.",
    ),
    (
        {},
        box(ONE, ["Kc 3d 2s"], surrendered=1),
        "hand_1",
        "A hand was surrendered that had more than its first two cards.",
    ),
    (
        {},
        box(TWO, ["8c 6d", "8d Th"], surrendered=1),
        "hand_1",
        "A hand was surrendered that had more than its first two cards.",
    ),
    (
        {},
        box(ONE, ["Kc 6d"], "Ac Td", surrendered=1),
        "hand_1",
        "A hand was surrendered to a Blackjack that was known.",
    ),
    (
        {},
        box(ONE | {"insurance": 10}, ["Kc 9d"]),
        "insurance",
        "An Insurance Wager was made though the dealer showed no ace.",
    ),
    (
        {},
        box(ONE | {"insurance": 11}, ["Kc 9d"], "Ac 9s"),
        "insurance",
        "The Insurance Wager is more than half the original.",
    ),
    (
        {"even_money": False},
        box(ONE, ["Kc Ad"], "Ac 9s", even_money=1),
        "hand_1",
        "Even money is not offered.",
    ),
    (
        {},
        box(ONE, ["Kc Ad"], "9c 9s", even_money=1),
        "hand_1",
        "Even money needs a Blackjack, and an ace that the dealer shows.",
    ),
    (
        {},
        box(ONE, ["Kc 9d"], "Ac 9s", even_money=1),
        "hand_1",
        "Even money needs a Blackjack, and an ace that the dealer shows.",
    ),
    (
        {},
        box(ONE | {"insurance": 10}, ["Kc Ad"], "Ac 9s", even_money=1),
        "insurance",
        "A Blackjack took even money and was insured.",
    ),
    (
        {},
        box(ONE, ["Kc 2d 7s"], "Ac Ts"),
        "hand_1",
        "A hand was played though the hole card was known to make a Blackjack.",
    ),
    (
        {},
        box(TWO, ["8c Td", "8d Ts"], "Kc As"),
        "hand_1",
        "A hand was played though the hole card was known to make a Blackjack.",
    ),
    (HAND, box(ONE, ["Kc 9d"]), "", "No card was burned before a round dealt from the hand."),
    (
        HAND,
        box(ONE, ["Kc 9h"], burned=1),
        "",
        "A card lies more often than the decks hold it.",
    ),
    ({}, box({"hand_1": 2}, ["Kc 9d"]), "hand_1", "The wager is outside the table's minimum and"),
]


@pytest.mark.parametrize(
    ("change", "given", "wager", "says"),
    BREACHES,
    ids=[f"{place}: {each[-1]}" for place, each in enumerate(BREACHES)],
)
def test_play_against_a_rule_is_found(
    change: dict[str, object], given: list[dict[str, object]], wager: str, says: str
) -> None:
    found = settled(given, **change)
    assert found.refused == ()
    here = [each for each in found.disagreements if each.says.startswith(says)]
    assert wager in [each.wager for each in here]
    assert {each.what for each in here} == {"breach"}
    assert {each.seat for each in here} == {1 if wager else 0}
    assert settled([row | {"void_reason": 2} for row in given], **change).disagreements == () or (
        "outside" in says
    )


@pytest.mark.parametrize(
    ("change", "given"),
    [
        ({"das": True}, box(TWO | {"double_2": 5}, ["8c Td", "8d 3h 9s"])),
        ({"resplit_aces": True}, box(THREE, ["Ac Td", "Ad 9h", "As Ts"])),
        ({"hit_split_aces": True}, box(TWO, ["Ac Td", "Ad 4h 3s"])),
        ({"peek": False}, box(ONE, ["Kc 2d 7s"], "Ac Ts")),
        ({"peek": False}, box(ONE, ["Kc 6d"], "Ac Td", surrendered=1)),
        ({"surrender": "early"}, box(ONE, ["Kc 6d"], "Ac Td", surrendered=1)),
        ({"h17": True}, box(ONE, ["Kc 9d"], "6c Ad Th")),
        ({}, box(ONE, ["Kc 9d"], "6c Ad")),
        ({}, box(ONE, ["Kc 6d 9s"], "6c Td")),
        ({}, box(ONE, ["Kc 6d"], "6c Td", surrendered=1)),
        ({}, box(ONE, ["5c 6d Ts 2s"], "6c Td")),
        ({}, box(TWO, ["Kc As", "Td 9h"])),
        (
            {"coupon_in_multiples": True},
            box({"hand_1": 20, "double_1": 40, "insurance": 20}, ["5c 6d 2h"], "Ac 9s")[:1]
            + box({"double_1": 40, "insurance": 20}, ["5c 6d 2h"], "Ac 9s"),
        ),
    ],
)
def test_play_by_the_rules_is_not_found(
    change: dict[str, object], given: list[dict[str, object]]
) -> None:
    if "coupon_in_multiples" in change:
        given = [given[0] | {"coupon_serial": "MP-1", "coupon_cents": 2000}, *given[1:]]
    assert settled(given, **change).disagreements == ()


def test_a_card_that_came_too_often_from_one_shoe_is_found_across_its_rounds() -> None:
    rounds = [
        row | {"round": number, "shoe": 1 + (number > 3)}
        for number in range(1, 7)
        for row in box(ONE, ["Kc Kc"], "9c Td")
    ]
    assert settled(rounds, decks=6).disagreements == ()
    seventh = [rounds[0] | {"round": 7}]
    found = settled(rounds + seventh, decks=6).disagreements
    assert [each.round for each in found] == [1, 2, 3, 7]
    assert {each.says for each in found} == {"A card lies more often than the decks hold it."}


# --- rows that cannot be settled ----------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (box(TWO, ["8c Td", "8d"]), "from its first to its last, two at the least"),
        (box(ONE, ["8c -- Td"]), "from its first to its last, two at the least"),
        (box(ONE, ["8c Td"], "9c"), "The dealer has no two cards in order."),
        (box(ONE, ["8c Td"], "9c -- Td"), "The dealer has no two cards in order."),
        (
            box({"double_2": 20} | ONE, ["8c Td"]),
            "from its first to its last, two at the least",
        ),
    ],
)
def test_hands_that_are_not_whole_are_refused(given: list[dict[str, object]], refused: str) -> None:
    found = settled(given)
    assert len(found.refused) == len(given)
    assert all(refused in each.reason for each in found.refused)
    void = settled([row | {"void_reason": 2} for row in given])
    assert void.refused == ()


@pytest.mark.parametrize(
    ("hand", "surrendered", "says"),
    [
        ("Ac Kd", 0, "The payout is not a whole number of cents."),
        (
            "Tc 6d",
            1,
            "The half of a surrendered wager is not a whole number of cents.",
        ),
    ],
)
def test_half_cents_are_refused(hand: str, surrendered: int, says: str) -> None:
    odd = box(ONE, [hand], surrendered=surrendered)[0] | {"stake_cents": 1001}
    even = box(ONE, [hand], surrendered=surrendered)[0] | {"round": 2}
    found = settled([odd, even])
    assert [(each.row, each.reason) for each in found.refused] == [(0, says)]
    assert found.columns["stake_cents"].tolist() == [2000]


def test_the_order_of_settlement() -> None:
    def phases(given: list[dict[str, object]], **change: object) -> list[int]:
        rules = felts.rules("blackjack", **change)
        columns = felts.rows("blackjack", *given)
        by_column = {
            name: values[:1] if name in PER_ROUND else values[:1, None]
            for name, values in columns.items()
        }
        felt = blackjack.from_columns(by_column)
        stake = np.zeros((1, 1, len(blackjack.WAGERS)), np.int64)
        stake[0, 0, columns["wager"]] = columns["stake_cents"]
        settlement, _ = blackjack.settle(
            rules, felt, Stakes(stake, np.zeros_like(stake), np.zeros(1, bool)), None
        )
        return [int(settlement.phase[0, 0, wager]) for wager in columns["wager"]]

    insured = box(ONE | {"insurance": 10}, ["Kc 9d"], "Ac 9s")
    assert phases(insured) == [blackjack.AT_THE_END, blackjack.AT_ONCE]
    assert phases(insured, peek=False) == [blackjack.AT_THE_END, blackjack.INSURED]
    assert phases(box(ONE | {"double_1": 20}, ["Kc 2d Th"])) == [blackjack.IN_PLAY] * 2
    assert phases(box(ONE, ["Kc 6d"], surrendered=1)) == [blackjack.IN_PLAY]
    assert phases(box(ONE, ["Kc Ad"], "Ac 9s", even_money=1)) == [blackjack.AT_ONCE]
    assert phases(box(ONE, ["Kc 9d"], "Ac 9s", even_money=1)) == [blackjack.AT_THE_END]
    assert phases(box(ONE, ["Kc Ad"])) == [blackjack.AT_THE_END]


PER_ROUND = {column.name for column in blackjack.COLUMNS if column.per == "round"}


# --- the strategy -------------------------------------------------------------------------

ACTS = ["stand", "hit", "double", "split", "surrender"]


def act(own: str, up: str, **change: object) -> str:
    """What to do with some cards against an up card."""
    held = cards(own)
    total, soft = counted(held[None])
    two = len(held) == 2
    first, second = values(held[:2])
    pair = first if two and first == second else 0
    rules = felts.rules("blackjack", **change)
    situation = Situation(
        total=total,
        soft=soft,
        pair=np.array([pair], np.int8),
        up=values(cards(up)),
        may_double=np.array([two]),
        may_surrender=np.array([two]),
    )
    return ACTS[int(choose(rules, situation)[0])]


@pytest.mark.parametrize(
    ("own", "up", "wanted"),
    [
        ("5c 3d", "6h", "hit"),
        ("5c 4d", "2h", "hit"),
        ("5c 4d", "3h", "double"),
        ("6c 5d", "Th", "double"),
        ("6c 5d", "Ah", "hit"),
        ("Tc 2d", "3h", "hit"),
        ("Tc 2d", "4h", "stand"),
        ("Tc 6d", "7h", "hit"),
        ("Tc 6d", "9h", "surrender"),
        ("Tc 6d 2h", "Th", "stand"),
        ("Tc 3d 3h", "Th", "hit"),
        ("Tc 5d", "Th", "surrender"),
        ("Tc 5d", "Ah", "hit"),
        ("Tc 7d", "Ah", "stand"),
        ("8c 8d", "Th", "split"),
        ("8c 8d", "Ah", "split"),
        ("Ac Ad", "Ah", "split"),
        ("Tc Kd", "6h", "stand"),
        ("5c 5d", "6h", "double"),
        ("4c 4d", "5h", "split"),
        ("9c 9d", "7h", "stand"),
        ("Ac 7d", "2h", "stand"),
        ("Ac 7d", "3h", "double"),
        ("Ac 7d", "9h", "hit"),
        ("Ac 4d 3h", "3h", "stand"),
        ("Ac 2d 4h", "3h", "hit"),
        ("Ac 8d", "6h", "stand"),
        ("Ac 5d", "Th", "hit"),
    ],
)
def test_basic_strategy(own: str, up: str, wanted: str) -> None:
    assert act(own, up) == wanted


@pytest.mark.parametrize(
    ("own", "up", "change", "wanted"),
    [
        ("6c 5d", "Ah", {"h17": True}, "double"),
        ("Ac 7d", "2h", {"h17": True}, "double"),
        ("Ac 8d", "6h", {"h17": True}, "double"),
        ("Tc 5d", "Ah", {"h17": True}, "surrender"),
        ("Tc 7d", "Ah", {"h17": True}, "surrender"),
        ("8c 8d", "Ah", {"h17": True}, "surrender"),
        ("8c 8d", "Ah", {"h17": True, "surrender": "none"}, "split"),
        ("4c 4d", "5h", {"das": False}, "hit"),
        ("6c 6d", "2h", {"das": False}, "hit"),
        ("Tc 6d", "Th", {"surrender": "none"}, "hit"),
        ("Tc 6d", "Th", {"surrender": "early"}, "surrender"),
    ],
)
def test_basic_strategy_by_the_rules(
    own: str, up: str, change: dict[str, object], wanted: str
) -> None:
    assert act(own, up, **change) == wanted


# --- dealing and playing ------------------------------------------------------------------


def played_with(
    stock: str, seats: int = 1, unit_cents: int = 2000, **change: object
) -> tuple[Felt, Stakes]:
    """Play a round whose cards are known; behind them lie deuces, as many as there must be."""
    rules = felts.rules("blackjack", seats=seats, even_money=False, **change)
    rng = np.random.default_rng(1)
    known = cards(stock)
    felt = blackjack.deal(rng, 1, rules)
    filler = np.zeros(felt.stock.shape[1] - len(known), np.int8)
    felt = replace(felt, stock=np.concatenate([known, filler])[None])
    units = np.full((1, seats), unit_cents)
    return blackjack.decide(rng, rules, felt, units, np.zeros_like(units))


def text(hand: Any) -> str:
    return " ".join(values(hand[hand != NO_CARD]).astype(str))


def hands_of(felt: Felt, seat: int = 0) -> list[str]:
    return [text(hand) for hand in felt.hands[0, seat] if (hand != NO_CARD).any()]


def test_cards_go_around_the_table_and_to_the_dealer() -> None:
    felt, stakes = played_with("Kc Qc 7d 9c 8c Td", seats=2)
    assert [hands_of(felt, seat) for seat in (0, 1)] == [["10 9"], ["10 8"]]
    assert text(felt.dealer[0]) == "7 10"
    assert stakes.stake_cents[0, :, 0].tolist() == [2000, 2000]
    assert stakes.stake_cents.sum() == 4000


def test_a_pair_is_split_again_up_to_four_hands() -> None:
    felt, stakes = played_with("8c 6d 8d Td 8h 8s Kc Kd Kh Ks 9c")
    assert hands_of(felt) == ["8 10", "8 10", "8 10", "8 10"]
    assert text(felt.dealer[0]) == "6 10 9"
    assert stakes.stake_cents[0, 0, :4].tolist() == [2000] * 4
    felt, _ = played_with("8c 6d 8d Td 8h Kc Kd 9c", max_hands=2)
    assert hands_of(felt) == ["8 8", "8 10"]


def test_aces_are_split_once_and_have_one_card() -> None:
    felt, _ = played_with("Ac 6d Ad Td As 2c 9c")
    assert hands_of(felt) == ["1 1", "1 2"]
    felt, _ = played_with("Ac 6d Ad Td As Kc 2c 3c 9c", resplit_aces=True)
    assert hands_of(felt) == ["1 10", "1 2", "1 3"]
    felt, _ = played_with("Ac 7d Ad Td 2c 5d Kc 9c", hit_split_aces=True)
    assert hands_of(felt) == ["1 2 5", "1 10"]


def test_a_split_hand_is_doubled() -> None:
    felt, stakes = played_with("8c 6d 8d Td 3h Kc 9h 9c")
    assert hands_of(felt) == ["8 3 10", "8 9"]
    assert stakes.stake_cents[0, 0, DOUBLES].tolist() == [2000, 0, 0, 0]
    felt, stakes = played_with("8c 6d 8d Td 3h Kc 9h 9c", das=False)
    assert hands_of(felt) == ["8 3 10", "8 9"]
    assert stakes.stake_cents[0, 0, DOUBLES].sum() == 0


def test_a_split_hand_is_not_surrendered() -> None:
    felt, _ = played_with("8c Td 8d 7h 8h Kc 9h", max_hands=2)
    assert hands_of(felt) == ["8 8 10", "8 9"]
    assert not felt.surrendered.any()


def test_nobody_acts_when_a_peek_finds_a_blackjack() -> None:
    felt, _ = played_with("5c Kd 6c Ad")
    assert hands_of(felt) == ["5 6"]
    felt, stakes = played_with("5c Kd 6c Ad Th", peek=False)
    assert hands_of(felt) == ["5 6 10"]
    assert stakes.stake_cents[0, 0, DOUBLES].sum() == 2000
    assert text(felt.dealer[0]) == "10 1"


def test_the_dealer_does_not_draw_against_nobody() -> None:
    felt, _ = played_with("Kc 6d Ac Td")
    assert text(felt.dealer[0]) == "6 10"
    felt, _ = played_with("Kc Td 6c 6d")
    assert bool(felt.surrendered[0, 0])
    assert text(felt.dealer[0]) == "10 6"


def test_from_the_hand_the_first_card_is_burned() -> None:
    rules = felts.rules("blackjack", **HAND)
    felt = blackjack.deal(np.random.default_rng(1), 3, rules)
    assert felt.burned.tolist() == [1, 1, 1]
    from_shoe = blackjack.deal(np.random.default_rng(1), 3, felts.rules("blackjack"))
    assert from_shoe.burned.tolist() == [0, 0, 0]
    felt, _ = played_with("2c Kc 7d 9c Td", decks=1, dealt_from="hand")
    assert hands_of(felt) == ["10 9"]


@pytest.mark.parametrize(
    ("change", "rounds"),
    [({}, 9), ({"decks": 1}, 1), ({"decks": 2, "seats": 1}, 13), ({"shuffling": "continuous"}, 1)],
)
def test_a_shoe_is_dealt_for_several_rounds(change: dict[str, object], rounds: int) -> None:
    rules = felts.rules("blackjack", **change)
    rng = np.random.default_rng(4)
    units = np.full((40, rules.seats), 2000)
    felt = blackjack.deal(rng, 40, rules)
    stock = felt.stock
    felt, _ = blackjack.decide(rng, rules, felt, units, 0 * units)
    assert felt.shoe.tolist() == [1 + n // rounds for n in range(40)]
    for shoe in range(1, 1 + int(felt.shoe.max())):
        here = felt.shoe == shoe
        fell = np.concatenate([felt.hands[here].ravel(), felt.dealer[here].ravel()])
        fell = np.sort(fell[fell != NO_CARD])
        assert (fell == np.sort(stock[shoe - 1, : len(fell)])).all()


def test_no_rounds_are_played() -> None:
    rules, rng = felts.rules("blackjack"), np.random.default_rng(1)
    units = np.zeros((0, 7), np.int64)
    felt, stakes = blackjack.decide(rng, rules, blackjack.deal(rng, 0, rules), units, units)
    assert len(felt.dealer) == len(stakes.void) == 0


def test_patrons_stand_before_the_deck_runs_out() -> None:
    rules = felts.rules("blackjack", seats=14, surrender="none", **HAND)
    rng = np.random.default_rng(3)
    units = np.full((300, 14), 1000)
    felt, stakes = blackjack.decide(
        rng, rules, blackjack.deal(rng, 300, rules), units, np.zeros_like(units)
    )
    used = (felt.hands != NO_CARD).sum(axis=(1, 2, 3)) + (felt.dealer != NO_CARD).sum(axis=1)
    assert 41 <= used.max() <= 51
    found = [
        each.says for each in blackjack.breaches(rules, felt, stakes, None) if each.where.any()
    ]
    assert found == []


def test_the_dealer_has_cards_left_however_long_patrons_draw() -> None:
    felt, _ = played_with("", seats=14, max_hands=1, decks=1)
    assert text(felt.dealer[0]) == "2 2 2 2 2 2 2 2 2"
    assert 2 * 14 < (felt.hands != NO_CARD).sum() <= 52 - 9


def test_a_hand_stands_on_as_many_cards_as_are_kept_on_record() -> None:
    felt, _ = played_with(
        "Ac 9d Ac 9h" + 6 * " Ac" + " 4c Ac Ac Ac Kc", decks=8, max_hands=1, surrender="none"
    )
    assert hands_of(felt) == ["1 1 1 1 1 1 1 1 4 1 1 1"]


def test_some_patrons_insure_and_take_even_money() -> None:
    rules = felts.rules("blackjack", coupon_in_multiples=True)
    rng = np.random.default_rng(2)
    units = np.full((4000, 7), 2000)
    coupons = np.where(rng.random(units.shape) < 0.5, 1000, 0)
    felt, stakes = blackjack.decide(rng, rules, blackjack.deal(rng, 4000, rules), units, coupons)
    insured = stakes.stake_cents[..., INSURANCE]
    assert set(np.unique(insured).tolist()) == {0, 1000, 1500}
    assert felt.even_money.any()
    assert not (felt.even_money & (insured > 0)).any()
    shows_ace = values(felt.dealer[:, 0]) == 1
    share = ((insured > 0) | felt.even_money)[shows_ace].mean()
    assert Fraction(8, 100) < share < Fraction(12, 100)
