"""Baccarat over every coup from a fresh shoe, settled by the engine.

Published (8 decks): counts and edges of the Wizard of Odds; 6 decks and Golden Talons by our
own exact computation.
"""

from fractions import Fraction
from functools import cache

import pytest

from countroom.engine.baccarat_hands import Felt
from countroom.engine.edges import EDGES, coups
from countroom.engine.edges.bets import EXACT, Bet, edge_of, nets
from countroom.engine.games import baccarat
from tests.plumbing import felts
from tests.plumbing.coups import settled_twice

TOTAL = 4_998_398_275_503_360
BANKER = 2_292_252_566_437_888
PLAYER = 2_230_518_282_592_256
TIE = 475_627_426_473_216

EXACTLY = {"vig_rounding": "exact"}


@cache
def found(**changes: object) -> dict[str, Bet]:
    rules = felts.rules("baccarat", **changes)
    return {bet.bet: bet for bet in EDGES["baccarat"]("an example", rules)}


@pytest.mark.parametrize("by_rank", [False, True])
def test_every_sequence_of_six_cards_is_dealt(by_rank: bool) -> None:  # noqa: FBT001
    assert coups.sequences(8) == TOTAL
    for decks in (6, 8):
        felt, weight = coups.all_coups(decks, by_rank=by_rank)
        assert sum(weight.tolist()) == coups.sequences(decks)
        assert len(weight) == len(felt.shoe) < 200_000


def test_counts_of_eight_decks() -> None:
    bets = found(**EXACTLY)
    assert bets["player"].counts == {"win": PLAYER, "lose": BANKER, "push": TIE}
    assert bets["banker"].counts == {"win": BANKER, "lose": PLAYER, "push": TIE}
    assert bets["tie"].counts == {"win": TIE, "lose": TOTAL - TIE, "push": 0}
    assert {bet.method for bet in bets.values()} == {EXACT}


@pytest.mark.parametrize(
    ("many", "share"), [(BANKER, 0.458597), (PLAYER, 0.446247), (TIE, 0.095156)]
)
def test_shares_as_published(many: int, share: float) -> None:
    assert many / TOTAL == pytest.approx(share, abs=5e-7)


@pytest.mark.parametrize(
    ("bet", "exact", "rules"),
    [
        (
            "banker",
            Fraction(114753351728, 10847218479825),
            "8 decks; 5% vig exact, no rounding",
        ),
        ("player", Fraction(241149546272, 19524993263685), "8 decks; 1 to 1"),
        ("tie", Fraction(103841353768, 723147898655), "8 decks; 8 to 1"),
        ("pair", Fraction(43, 415), "8 decks; 11 to 1, rank pair"),
    ],
)
def test_edges_of_eight_decks(bet: str, exact: Fraction, rules: str) -> None:
    bets = found(**EXACTLY, pair_odds="11:1")
    assert (bets[bet].edge, bets[bet].rules) == (exact, rules)


def test_a_pair_is_as_likely_in_the_other_hand() -> None:
    rules = felts.rules("baccarat", pair_odds="11:1")
    felt, weight = coups.all_coups(8, by_rank=True)
    turned = Felt(felt.banker, felt.player, felt.shoe, felt.clears)
    edges = nets(baccarat, rules, turned, weight, baccarat.PAIR_BANKER)
    assert edge_of(edges) == Fraction(43, 415)


@pytest.mark.parametrize(
    ("bet", "edge"),
    [
        ("banker", 0.01055848695481882),
        ("player", 0.01237414898644739),
        ("tie", 0.1443815979778091),
    ],
)
def test_edges_of_six_decks(bet: str, edge: float) -> None:
    assert float(found(**EXACTLY, decks=6)[bet].edge) == pytest.approx(edge, abs=1e-12)


@pytest.mark.parametrize(
    ("bet", "edge"),
    [
        ("golden_talons_player", 0.02651674532036616),
        ("golden_talons_banker", 0.09373074012531578),
    ],
)
def test_edges_of_golden_talons(bet: str, edge: float) -> None:
    of = found(golden_talons="A")[bet]
    assert float(of.edge) == pytest.approx(edge, abs=1e-12)
    assert (of.rules, of.paytable) == ("8 decks; § 631b.9(f) table A", "A")
    lines = {name: many for name, many in of.counts.items() if name.startswith(("win_by", "nat"))}
    assert len(lines) == 11
    won = [many for name, many in lines.items() if name[-1] in "456789" or name == "natural_win"]
    assert sum(won) == of.counts["win"]
    assert lines["natural_tie"] == of.counts["push"]


def test_vigorish_raised_to_coins_hangs_on_the_stake() -> None:
    assert found()["banker"].rules == "8 decks; 5% vig raised to 25 cents, on 5.00"
    assert found()["banker"].edge == found(**EXACTLY)["banker"].edge
    small = found(minimum_cents=300)["banker"]
    assert small.edge == Fraction(PLAYER * 300 - BANKER * 275, 300 * TOTAL)


def test_marked_vigorish_costs_the_same() -> None:
    marked = found(**EXACTLY, vig_collection="marked")["banker"]
    assert marked.edge == found(**EXACTLY)["banker"].edge


def test_every_example_has_its_edges() -> None:
    for name, terms in baccarat.EXAMPLES.items():
        bets = list(EDGES["baccarat"](name, baccarat.Rules.from_dict(terms)))
        assert {bet.paytable for bet in bets} == {"", terms.get("golden_talons", "")}


PLAYED: list[dict[str, object]] = [
    {"golden_talons": "A", "pair_odds": "11:1", "minimum_cents": 300},
    {"vig_percent": 4, "vig_collection": "marked", "golden_talons": "B"},
    {"vig_rounding": "exact", "vig_collection": "marked", "golden_talons": "C", "decks": 6},
    {"golden_talons": "D", "coupon_on_push": "drops", "tie_odds": "19:2"},
    {"golden_talons": "E", "coupon_pays": "even_money", "vig_order": "before_paying"},
]


@pytest.mark.parametrize("change", PLAYED)
def test_a_plain_settlement_agrees(change: dict[str, object]) -> None:
    settled_twice("baccarat", change, 120, 5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", PLAYED)
def test_a_plain_settlement_agrees_on_10_000_coups(change: dict[str, object]) -> None:
    settled_twice("baccarat", change, 10_000, 6)
