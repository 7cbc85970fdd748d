"""Edges of Sic Bo: all 216 ways three dice fall, settled."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np

from countroom.engine.edges.bets import Bet, edge_of, nets, outcomes
from countroom.engine.games import sic_bo
from countroom.engine.sic_bo_tables import INFERRED, PayTable

BETS: Final = {
    "three_of_a_kind": "three_of_a_kind_1",
    "any_three_of_a_kind": "any_three_of_a_kind",
    "two_of_a_kind": "two_of_a_kind_1",
    **{f"total_{total}": f"total_{total}" for total in sic_bo.TOTALS},
    "two_dice_combination": "combination_1_2",
    "small": "small",
    "big": "big",
    "one_of_a_kind": "one_of_a_kind_1",
}
"""Bets, and the wager that stands for all of its kind: the numbers of a die are alike."""


WORDS: Final = {
    PayTable.A: "§ 625a.6 table A as given in secondary notes",
    PayTable.B: "§ 625a.6 table B as given in secondary notes",
    PayTable.USUAL_US: (
        "usual US table 180/30/10, 60/30/17/12/8/6/6, 5, 1/2/3 (not a § 625a.6 table)"
    ),
}


def edges(name: str, rules: sic_bo.Rules) -> Iterator[Bet]:
    """Give every wager's edge; the pay table says where its line is assumed."""
    del name
    dice = np.array(list(product(sic_bo.NUMBERS, repeat=sic_bo.DICE.count)), np.int8)
    weight = np.ones(len(dice), np.int64)
    codes = [wager.code for wager in sic_bo.WAGERS]
    for bet, code in BETS.items():
        found = nets(sic_bo, rules, sic_bo.Felt(dice), weight, codes.index(code))
        said = WORDS[rules.paytable]
        if bet == "two_of_a_kind" and not rules.pair_in_a_triple:
            said += "; not paid on three of a kind"
        table = rules.paytable.value
        if bet in INFERRED[rules.paytable]:
            table += " (line assumed)"
        yield Bet(bet, said, table, edge_of(found), counts=_counts(found))


def _counts(found: dict[int, int]) -> dict[str, int]:
    """Count wins and losses, and the lines of a wager that has several."""
    lines = {f"pays {net // 100}": many for net, many in sorted(found.items()) if net > 0}
    return outcomes(found) | (lines if len(lines) > 1 else {})
