"""A Pai Gow Poker table: its rules, its felt and the columns of its records.

Reference: 58 Pa. Code ch. 561 (2011), ch. 645a, §§ 645c.1, 645c.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from countroom.engine.cards import JOKER, NO_CARD, Cards
from countroom.engine.coupons import CouponTerms
from countroom.engine.game import Bank, Column, Ints, Wager
from countroom.engine.pai_gow_bonus import ENVY_LINES, LARGEST_CENTS, DiceSum, table_fault
from countroom.engine.pai_gow_hands import WheelRank
from countroom.engine.pai_gow_house_way import HouseWay
from countroom.engine.pai_gow_start import MOST_SEATS, StartBy
from countroom.engine.rules import ChangeInterval, stated
from countroom.engine.settlement import Flags

MAIN, FORTUNE, TREASURE, DICE, BANK, BANK_HOUSE = range(6)
OPTIONAL: Final = (FORTUNE, TREASURE, DICE)

WAGERS: tuple[Wager, ...] = (
    Wager("main", "Pai Gow Poker", "58 Pa. Code §§ 561.13, 561.15", main=True, takes_coupon=True),
    Wager("fortune", "Fortune Bonus", "58 Pa. Code § 645a.7(e)(1)"),
    Wager("treasure", "Emperor's Treasure", "58 Pa. Code §§ 561.13a-561.13d"),
    Wager("dice_sum", "Sum of the dice", "58 Pa. Code § 645c.2(g)"),
    Wager("bank", "Bank", "58 Pa. Code § 561.15(j), (l)", bank=Bank.PATRONS),
    Wager("bank_house", "Bank and house", "58 Pa. Code § 561.15(g), (k), (l)"),
)
"""``bank`` stands at the bank's seat for the other players' wagers, which he covers;
``bank_house`` for what passes between him and the tray: the dealer's wager against him, or,
co-banking, the half that the house covers."""


class VigRounding(StrEnum):
    """How vigorish comes to whole coins: the text of § 561.13(m) is not known to us."""

    EXACT = "exact"
    CEILING = "ceiling"


class Commission(StrEnum):
    """What the house lives on: 5 % of winnings, or the rounds that a Tiger 9 makes a push."""

    VIGORISH = "vigorish"
    TIGER_9 = "tiger_9"


class Copies(StrEnum):
    """Whose a hand is that ranks the same: the dealer's or bank's, or neither's."""

    BANKING_HAND = "banking_hand"
    NEITHER = "neither"


class WronglySet(StrEnum):
    """What becomes of a player whose two cards rank above his five."""

    LOSES = "loses"
    RESET = "reset"


VIG_PERCENT: Final = 5
VIG_STEP_CENTS: Final = 25

CARD_CHANGE: Final = "58 Pa. Code ch. 645a"


@dataclass(frozen=True, kw_only=True)
class Rules(CouponTerms):
    """The operator's Rules Submission for Pai Gow Poker.

    Attributes:
        house_way: How the dealer sets his hand, and the bank's where he must.
        wheel_rank: How A-2-3-4-5 ranks among straights.
        copies: Whose equal hands are.
        wrongly_set: A player whose low hand is above his high hand loses, or is set anew.
        start_by: How the starting position is found.
        commission: Vigorish, or none and a Tiger 9.
        vig_rounding: Exact, or raised to the next 25 cents.
        change_hours: How long cards may stay in play.
        fortune_pays: Pay table of the Fortune Bonus, see ``pai_gow_bonus``; empty where it is
            not offered.
        fortune_envy: Cents paid for each other player's qualifying hand; empty for none.
        treasure_pays: Pay table of the Emperor's Treasure, or empty.
        treasure_envy: Its Envy Bonus, or empty.
        dice_sum: Pay table of the wager on the dice's sum.
        bank_offered: Players may bank.
        co_bank_offered: The bank may ask the house to cover half.
        house_wager_cents: What the dealer wagers against a bank; 0: the bank's last wager
            against the dealer.
    """

    house_way: HouseWay = stated("§ 561.14(i)")
    wheel_rank: WheelRank = stated("§ 645a.6")
    copies: Copies = stated("§ 645a.6, § 561.13")
    wrongly_set: WronglySet = stated("§§ 561.13, 561.14")
    start_by: StartBy = stated("§ 561.12(a)")
    commission: Commission = stated("§ 561.13(m), § 645c.1")
    vig_rounding: VigRounding = stated("§ 561.13(m)")
    change_hours: int = stated("ch. 645a, equipment")
    fortune_pays: str = stated("§ 645a.7(e)(1)")
    fortune_envy: str = stated("§ 645a.7(e)(1)")
    treasure_pays: str = stated("§§ 561.13a-561.13d")
    treasure_envy: str = stated("§§ 561.13a-561.13d")
    dice_sum: DiceSum = stated("§ 645c.2")
    bank_offered: bool = stated("§ 561.15(a)")
    co_bank_offered: bool = stated("§ 561.15(e)")
    house_wager_cents: int = stated("§ 561.15(g)")

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if self.seats > MOST_SEATS:
            found["seats"] = f"A Pai Gow Poker table has at most {MOST_SEATS} betting positions."
        if self.change_hours <= 0:
            found["change_hours"] = "Cards stay in play for an hour or longer."
        if self.dice_sum is not DiceSum.NONE and self.start_by is not StartBy.SHAKER:
            found["dice_sum"] = "The wager on the dice needs a shaker (§ 645c.2)."
        return found | self._bank_faults() | self._table_faults()

    def _bank_faults(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if self.co_bank_offered and not self.bank_offered:
            found["co_bank_offered"] = "Only where players may bank can they co-bank (§ 561.15(e))."
        if self.house_wager_cents < 0:
            found["house_wager_cents"] = "The dealer's wager is not below nothing."
        if self.bank_offered and self.commission is Commission.TIGER_9:
            found["commission"] = "A bank pays vigorish (§ 561.15(j)): none is free of it."
        return found

    def _table_faults(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in ("fortune", "treasure"):
            pays, envy = getattr(self, f"{name}_pays"), getattr(self, f"{name}_envy")
            wrong = table_fault(pays)
            if wrong:
                found[f"{name}_pays"] = wrong
            wrong = table_fault(envy, ENVY_LINES, LARGEST_CENTS)
            if envy and not pays:
                wrong = "An Envy Bonus goes with a wager that is offered."
            if wrong:
                found[f"{name}_envy"] = wrong
        return found

    def change(self) -> ChangeInterval:
        """Say when the cards must be changed."""
        return ChangeInterval(self.change_hours, CARD_CHANGE)

    @property
    def vig_step_cents(self) -> int | None:
        """The step the vigorish is raised to, or None when it is exact."""
        return None if self.vig_rounding is VigRounding.EXACT else VIG_STEP_CENTS


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of rounds.

    Attributes:
        hands: ``(n, seats, 7)``: each hand as it was set: five cards, then two.
        dealer: ``(n, 7)``: the dealer's, likewise.
        dice: ``(n, 3)``: 0 without a shaker.
        number: ``(n,)``: drawn from 1 to 7; 0 without a generator.
        start: ``(n,)``: the place the deal began at, 0 the dealer's.
        bank: ``(n,)``: the seat that banks, 0 the house.
        co_bank: ``(n,)``: the house covers half of it.
        cut_by: ``(n,)``: the seat that cut, 0 where nobody would.
        cut_refused: ``(n, seats)``: was offered the cut and would not.
    """

    hands: Cards
    dealer: Cards
    dice: Ints
    number: Ints
    start: Ints
    bank: Ints
    co_bank: Flags
    cut_by: Ints
    cut_refused: Flags


_HIGH: Final = tuple(f"high_{k}" for k in range(1, 6))
_LOW: Final = ("low_1", "low_2")
_DICE: Final = ("die_1", "die_2", "die_3")

COLUMNS: tuple[Column, ...] = (
    *(Column(name, "seat", NO_CARD, JOKER, "card of the high hand") for name in _HIGH),
    *(Column(name, "seat", NO_CARD, JOKER, "card of the low hand") for name in _LOW),
    Column("cut_refused", "seat", 0, 1, "1 where the seat was offered the cut and refused"),
    *(
        Column(f"dealer_{name}", "round", NO_CARD, JOKER, "card of the dealer's hand")
        for name in (*_HIGH, *_LOW)
    ),
    *(Column(name, "round", 0, 6, "die in the shaker, 0 without one") for name in _DICE),
    Column("number", "round", 0, 7, "number drawn for the start, 0 without one"),
    Column("start", "round", 0, MOST_SEATS, "place the deal began at, 0 the dealer's"),
    Column("bank", "round", 0, MOST_SEATS, "seat that banks, 0 the house"),
    Column("co_bank", "round", 0, 1, "1 where the house covers half of the bank"),
    Column("cut_by", "round", 0, MOST_SEATS, "seat that cut the cards, 0 where nobody would"),
)


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    spread = {
        "cut_refused": felt.cut_refused,
        "number": felt.number,
        "start": felt.start,
        "bank": felt.bank,
        "co_bank": felt.co_bank,
        "cut_by": felt.cut_by,
    }
    spread |= {name: felt.dice[:, k] for k, name in enumerate(_DICE)}
    for k, name in enumerate((*_HIGH, *_LOW)):
        spread |= {name: felt.hands[..., k], f"dealer_{name}": felt.dealer[:, k]}
    return {name: values.astype(np.int64) for name, values in spread.items()}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    names = (*_HIGH, *_LOW)
    return Felt(
        hands=np.stack([columns[name].astype(np.int8) for name in names], axis=2),
        dealer=np.stack([columns[f"dealer_{name}"].astype(np.int8) for name in names], axis=1),
        dice=np.stack([columns[name] for name in _DICE], axis=1),
        number=columns["number"],
        start=columns["start"],
        bank=columns["bank"],
        co_bank=columns["co_bank"] != 0,
        cut_by=columns["cut_by"],
        cut_refused=columns["cut_refused"] != 0,
    )
