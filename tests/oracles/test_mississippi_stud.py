"""Mississippi Stud by enumeration, settled by the engine itself.

Published: 4.91 % of the Ante under the best play, 3.59 Antes bet on average, 1.37 % of what
is bet (Wizard of Odds); exactly 53223/1082900. Of 1,326 two-card starts 412 fold, 836 bet
one, 78 bet three (own exact computation, and the published strategy). Counts of hands of
three, five and six cards are standard figures.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from countroom.engine.edges import Bet
from countroom.engine.edges import mississippi_stud as edges
from countroom.engine.games import mississippi_stud
from countroom.engine.mississippi_rules import THREE_CARD
from countroom.engine.mississippi_strategy import street_multiple
from tests.plumbing import felts

Ints = NDArray[np.int64]

BASE, EVERYTHING, NO_MINI_ROYAL, *PROGRESSIVES = mississippi_stud.EXAMPLES

FIVE_CARDS = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair_jacks_or_better": 337_920,
    "pair_6_to_10": 422_400,
    "low_pair": 337_920,
    "high_card": 1_302_540,
}
THREE_CARDS = {
    "mini_royal": 4,
    "straight_flush": 44,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high_card": 16_440,
}
SIX_CARDS = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
}


def rules(example: str, **changes: object) -> Any:
    given = dict(mississippi_stud.EXAMPLES[example]) | changes
    return mississippi_stud.Rules.from_dict(given)


@pytest.fixture(scope="module")
def bets() -> Mapping[str, Bet]:
    return {bet.bet: bet for bet in edges.edges(BASE, rules(BASE))}


@pytest.fixture(scope="module")
def optional() -> Mapping[str, Bet]:
    return {bet.bet: bet for bet in edges.edges(EVERYTHING, rules(EVERYTHING))}


def test_the_edge_under_best_play(bets: Mapping[str, Bet]) -> None:
    assert bets["main"].edge == Fraction(53223, 1082900)
    assert sum(bets["main"].counts.values()) == edges.STARTS * edges.SCALE
    assert float(bets["average_bet"].edge) == pytest.approx(3.5897719087635056, abs=1e-12)
    assert float(bets["element_of_risk"].edge) == pytest.approx(0.013691282833302978, abs=1e-12)


def test_the_best_bet_on_third_street(bets: Mapping[str, Bet]) -> None:
    assert bets["strategy"].counts == {"fold": 412, "1x": 836, "2x": 0, "3x": 78}


def test_every_start_has_its_worth_and_they_make_the_whole(bets: Mapping[str, Bet]) -> None:
    starts = [bet for name, bet in bets.items() if name.startswith("start ")]
    assert len(starts) == 169
    assert sum(bet.counts["starts"] for bet in starts) == edges.STARTS
    total = sum(Fraction(bet.edge) * bet.counts["starts"] for bet in starts)
    assert total / edges.STARTS == bets["main"].edge
    assert "fold" in bets["start 65o"].rules
    assert bets["start 65o"].edge == 1
    assert "bet 1" in bets["start 65s"].rules
    assert "bet 3" in bets["start 22"].rules


def test_hands_of_five_cards_are_counted_as_published(bets: Mapping[str, Bet]) -> None:
    assert bets["never_folding"].counts == FIVE_CARDS
    won = (4 * 500, 36 * 100, 624 * 40, 3744 * 10, 5108 * 6, 10200 * 4, 54912 * 3, 123552 * 2)
    net = sum(won) + 337_920 - 337_920 - 1_302_540
    assert bets["never_folding"].edge == Fraction(-4 * net, 2_598_960)


def test_hands_of_three_cards_and_what_they_pay(optional: Mapping[str, Bet]) -> None:
    bet = optional["three_card_bonus"]
    assert {name: bet.counts[name] for name in THREE_CARDS} == THREE_CARDS
    assert bet.edge == Fraction(392, 5525)
    assert float(bet.edge) == pytest.approx(0.07095, abs=5e-7)
    without = edges._optional(rules(NO_MINI_ROYAL), THREE_CARD)
    assert without.edge == Fraction(402, 5525)
    assert float(without.edge) == pytest.approx(0.0728, abs=5e-5)


def test_hands_of_six_cards_and_what_they_pay(optional: Mapping[str, Bet]) -> None:
    bet = optional["six_card_bonus"]
    assert {name: bet.counts[name] for name in SIX_CARDS} == SIX_CARDS
    assert bet.counts["win"] + bet.counts["lose"] == 20_358_520
    pays = {"royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 50, "full_house": 25}
    pays |= {"flush": 20, "straight": 10, "three_of_a_kind": 5}
    back = sum((pays[name] + 1) * many for name, many in SIX_CARDS.items())
    assert bet.edge == 1 - Fraction(back, 20_358_520)


def fixed(three_of_a_kind: int) -> int:
    """What the Progressive's fixed prizes give back, but for four of a kind."""
    return 3744 * 50 + 5108 * 40 + 10200 * 30 + 54912 * three_of_a_kind


@pytest.mark.parametrize(
    ("example", "back"),
    [
        (EVERYTHING, 4 * 10_000 + 36 * 1_000 + 624 * 300 + fixed(9)),
        (PROGRESSIVES[0], 4 * 50_000 + 36 * 2_500 + 624 * 300 + fixed(9)),
        (PROGRESSIVES[1], 4 * 50_000 + 36 * 2_500 + 624 * 250 + fixed(10)),
        (PROGRESSIVES[2], 4 * 50_000 + 36 * 2_500 + 624 * 250 + fixed(9)),
    ],
)
def test_the_progressive_at_its_seeds(example: str, back: int) -> None:
    bets = {bet.bet: bet for bet in edges.edges(example, rules(example))}
    assert bets["progressive"].edge == 1 - Fraction(back, 2_598_960)
    assert not any(name.startswith("start ") for name in bets)


def test_what_another_patrons_hand_brings(optional: Mapping[str, Bet]) -> None:
    bet = optional["envy_bonus"]
    assert bet.edge == -Fraction(4 * 1000 + 36 * 300, 2_598_960)
    assert bet.counts == {"win": 40, "lose": 0, "push": 2_598_920}


def test_the_five_card_hand_bonus(optional: Mapping[str, Bet]) -> None:
    back = 36 * 500 + 624 * 100 + 3744 * 20 + 5108 * 15 + 10200 * 10 + 54912 * 4
    assert optional["five_card_bonus"].edge == 1 - Fraction(back, 2_598_960)


# --- the strategy that played patrons follow ----------------------------------------------


def by_the_stated_strategy(start: edges.Start) -> int:
    """Value of a start under the strategy that played patrons follow."""
    pays = edges._pays(felts.rules("mississippi_stud"), start).sum(axis=2)
    own = np.array(start.hole, np.int8)
    one = start.left.astype(np.int8)[:, None]
    two = np.array([(a, b) for a in start.left for b in start.left], np.int8)
    first = int(street_multiple(own, np.array(False)))
    if first == 0:
        return -edges.SCALE
    raised = np.full(50, first == 3)
    second = street_multiple(np.hstack([np.tile(own, (50, 1)), one]), raised).astype(np.int64)
    again = np.repeat(raised | (second == 3), 50)
    third = street_multiple(np.hstack([np.tile(own, (2500, 1)), two]), again).reshape(50, 50)
    stake = (1 + first + second)[:, None]
    value = np.where(third > 0, (stake + third) * pays, -stake * 48)
    np.fill_diagonal(value, 0)
    at_once = -(1 + first) * 49 * 48
    return int(np.where(second > 0, value.sum(axis=1), at_once).sum())


def test_the_stated_strategy_is_as_good_as_it_says() -> None:
    value = sum(start.weight * by_the_stated_strategy(start) for start in edges.starts())
    edge = Fraction(-value, edges.STARTS * edges.SCALE)
    assert Fraction(53223, 1082900) <= edge < Fraction(53223, 1082900) + Fraction(1, 10_000)
