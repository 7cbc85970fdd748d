"""Poker (hold'em): patrons against each other, the house takes a rake or a time charge."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from countroom.engine import hands, poker_time
from countroom.engine.cards import NO_CARD, Cards, shuffled_decks
from countroom.engine.game import (
    COUPON_GAMES,
    Bank,
    Breach,
    Column,
    Ints,
    Wager,
    columns_named,
    repeated_cards,
)
from countroom.engine.odds import Cents
from countroom.engine.pots import share_pots
from countroom.engine.rules import RulesOfPlay, stated
from countroom.engine.settlement import Flags, Settlement, Stakes, nothing

CODE = "poker"
TITLE = "Poker (hold'em)"
REFERENCE = "58 Pa. Code ch. 637a; rake or time charge as filed, § 601a.2"
KIND: Literal["banking", "nonbanking"] = "nonbanking"

WAGERS: tuple[Wager, ...] = (
    Wager("pot", "Pot", "58 Pa. Code § 601a.2 (rake schedule)", bank=Bank.PATRONS),
    Wager("time", "Time charge", poker_time.RULE, bank=Bank.PATRONS),
)
"""The time charge is no wager: it stands in the record as one that never pays."""

POT, TIME = range(2)

COLUMNS: tuple[Column, ...] = (
    *columns_named(("hole_1", "hole_2"), per="seat", says="card of the seat's own"),
    Column("folded", "seat", 0, 1, "1 where the seat folded"),
    *columns_named(tuple(f"board_{k}" for k in range(1, 6)), per="round", says="board card"),
    Column("button", "round", 1, 14, "seat that holds the button"),
    Column(
        "period",
        "round",
        0,
        2**31 - 1,
        "period of the time charge, counted from 1970 UTC; 0 where the house takes a rake",
    ),
)

MAXIMUM_SEATS: Final = 10


@dataclass(frozen=True, kw_only=True)
class Rules(RulesOfPlay):
    """The operator's Rules Submission for Poker.

    Attributes:
        small_blind_cents: Of the seat left of the button.
        big_blind_cents: Of the next seat, and the size of each bet.
        chip_cents: The smallest chip in play: pots are split into whole ones.
        rake_percent: Of the pot.
        rake_step_cents: The rake is lowered to a multiple of it.
        rake_cap_cents: The most taken from one pot.
        no_flop_no_drop: Nothing is taken from a pot that ended before the flop.
        time_charge_cents: Of each seat for each period, in place of a rake; 0 for none.
        time_charge_minutes: Length of the period.
    """

    small_blind_cents: int = stated("the rake schedule, § 601a.2")
    big_blind_cents: int = stated("the rake schedule, § 601a.2")
    chip_cents: int = stated("the chips in play, § 601a.2")
    rake_percent: int = stated("the rake schedule, § 601a.2")
    rake_step_cents: int = stated("the rake schedule, § 601a.2")
    rake_cap_cents: int = stated("the rake schedule, § 601a.2")
    no_flop_no_drop: bool = stated("the rake schedule, § 601a.2")
    time_charge_cents: int = stated("the time charge, § 601a.2")
    time_charge_minutes: int = stated("the time charge, § 601a.2")

    def faults(self) -> dict[str, str]:
        """Find what is wrong with the rules."""
        found = super().faults()
        if not 2 <= self.seats <= MAXIMUM_SEATS:
            found["seats"] = f"A poker table has 2 to {MAXIMUM_SEATS} seats."
        if not 0 < self.small_blind_cents <= self.big_blind_cents:
            found["small_blind_cents"] = "The small blind is above nothing, and not above the big."
        if not 0 <= self.rake_percent <= 100:
            found["rake_percent"] = "The rake is 0 to 100 percent of the pot."
        if self.rake_cap_cents < 0:
            found["rake_cap_cents"] = "The cap is not below nothing."
        return found | self._time_faults() | self._chip_faults()

    def _time_faults(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if self.time_charge_cents < 0:
            found["time_charge_cents"] = "The time charge is not below nothing."
        if self.time_charge_cents > 0 and self.rake_percent > 0:
            found["time_charge_cents"] = "A table takes a rake or a time charge, not both."
        if self.time_charge_minutes <= 0:
            found["time_charge_minutes"] = "The time charge is for a minute at least."
        return found

    def _chip_faults(self) -> dict[str, str]:
        if self.chip_cents <= 0:
            return {"chip_cents": "The smallest chip is worth more than nothing."}
        whole = "It is a number of the smallest chips, above nothing."
        amounts = {
            "big_blind_cents": self.big_blind_cents,
            "rake_step_cents": self.rake_step_cents,
        }
        found = {name: whole for name, c in amounts.items() if c <= 0 or c % self.chip_cents}
        for name in ("small_blind_cents", "time_charge_cents"):
            if getattr(self, name) % self.chip_cents:
                found[name] = whole
        return found


@dataclass(frozen=True, slots=True)
class Felt:
    """A batch of hands.

    Attributes:
        hole: ``(n, seats, 2)``; ``NO_CARD`` where a hand was never shown.
        board: ``(n, 5)``; ``NO_CARD`` where the hand ended before.
        button: ``(n,)``: seat number, from 1.
        folded: ``(n, seats)``; seats that are not in the hand count as folded.
        period: ``(n,)``: of the time charge; 0 where there is none.
    """

    hole: Cards
    board: Cards
    button: Ints
    folded: Flags
    period: Ints


def rake_cents(rules: Rules, pot_cents: Cents, *, flop: Flags) -> Cents:
    """Take the rake of pots: a percentage, lowered to whole steps, up to the cap.

    Args:
        rules: With the schedule.
        pot_cents: What was called, in any shape.
        flop: The flop was dealt, same shape.
    """
    exact = pot_cents * rules.rake_percent // 100
    taken = np.minimum(exact // rules.rake_step_cents * rules.rake_step_cents, rules.rake_cap_cents)
    return taken * (flop | (not rules.no_flop_no_drop))


_BLINDS: Final = {
    "seats": 9,
    "minimum_cents": 200,
    "maximum_cents": 5000_00,
    "small_blind_cents": 200,
    "big_blind_cents": 400,
    "chip_cents": 100,
    "rake_step_cents": 100,
    "no_flop_no_drop": True,
    "time_charge_minutes": 30,
}

EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "blinds 2 and 4, rake 10 % up to 5": _BLINDS
    | {"rake_percent": 10, "rake_cap_cents": 500, "time_charge_cents": 0},
    "blinds 2 and 4, time charge 6 a half hour": _BLINDS
    | {"rake_percent": 0, "rake_cap_cents": 0, "time_charge_cents": 600},
}


def deal(rng: np.random.Generator, n: int, rules: Rules) -> Felt:
    """Deal ``n`` hands from fresh decks; the button moves on with every hand."""
    deck = shuffled_decks(rng, n)
    own = 2 * rules.seats
    hand = np.arange(n, dtype=np.int64)
    return Felt(
        hole=deck[:, :own].reshape(n, rules.seats, 2),
        board=deck[:, own : own + 5],
        button=hand % rules.seats + 1,
        folded=np.zeros((n, rules.seats), bool),
        period=(1 + hand // poker_time.HANDS_A_PERIOD) * (rules.time_charge_cents > 0),
    )


def timed(rules: Rules, felt: Felt, at: Ints) -> Felt:
    """Say in which period of the time charge each hand was dealt.

    Args:
        rules: The table's rules.
        felt: As dealt.
        at: ``(n,)`` microseconds since 1970 UTC.
    """
    if not rules.time_charge_cents:
        return felt
    length = rules.time_charge_minutes * poker_time.MICROSECONDS_A_MINUTE
    return replace(felt, period=at // length)


def decide(
    rng: np.random.Generator, rules: Rules, felt: Felt, units_cents: Cents, coupon_cents: Cents
) -> tuple[Felt, Stakes]:
    """Post blinds and call by a plain strategy, one bet of a big blind a street.

    Before the flop: a pair, two cards of ten or higher, a suited ace or suited neighbours
    stay in. After it: who has a pair or better stays in (and bets, if anyone has one); on
    flop and turn so does an ace. One seat in twenty is short and puts in at most two bets. A
    time charge is paid in the first hand of each period in which somebody else plays too.

    Args:
        rng: Chance: who is short of chips.
        rules: The table's rules.
        felt: As dealt.
        units_cents: ``(n, seats)``: a seat with any unit plays.
        coupon_cents: Never used: coupons are for games against the house.
    """
    del coupon_cents
    seated = units_cents > 0
    most = np.where(rng.random(seated.shape) < 0.05, 2, 4) * rules.big_blind_cents
    paid, stays = _before_the_flop(rules, felt, seated)
    flop = stays.sum(axis=1) > 1
    for seen in (3, 4, 5):
        paid, stays = _street(rules, felt, seen, (paid, stays), most)
    board = np.where(flop[:, None], felt.board, NO_CARD).astype(np.int8)
    done = replace(felt, board=board, folded=~stays)
    plays = seated & (seated.sum(axis=1)[:, None] > 1)
    time = rules.time_charge_cents * poker_time.due(felt.period, plays)
    stake = np.stack([paid * plays, time], axis=2)
    return done, Stakes(stake, np.zeros_like(stake), np.zeros(len(stake), bool))


def _before_the_flop(rules: Rules, felt: Felt, seated: Flags) -> tuple[Cents, Flags]:
    """Post the blinds and call: what each seat put in, and who is still in."""
    order = places_after(felt.button, seated)
    small, big = (order == 0) & seated, (order == 1) & seated
    calls = seated & _worth_calling(felt.hole)
    raised_to = rules.big_blind_cents
    paid = np.where(calls | big, raised_to, np.where(small, rules.small_blind_cents, 0))
    return paid.astype(np.int64), calls | big


def _worth_calling(hole: Cards) -> Flags:
    high, low = (hole >> 2).max(axis=2), (hole >> 2).min(axis=2)
    suited = (hole[..., 0] & 3) == (hole[..., 1] & 3)
    worth: Flags = (high == low) | (low >= 8) | (suited & ((high == 12) | (high - low == 1)))
    return worth


def _street(
    rules: Rules, felt: Felt, seen: int, so_far: tuple[Cents, Flags], most: Cents
) -> tuple[Cents, Flags]:
    """Play a street: who has something bets or calls, the others check or fold."""
    paid, stays = so_far
    board = np.broadcast_to(felt.board[:, None, :seen], (*stays.shape, seen))
    cards = np.concatenate([felt.hole, board], axis=2)
    paired = hands.class_of(hands.strength(cards)) >= hands.ONE_PAIR
    contested = stays.sum(axis=1)[:, None] > 1
    bet = (paired & stays & (paid < most)).any(axis=1, keepdims=True) & contested
    all_in = paid >= most
    ace = (felt.hole >> 2).max(axis=2) == 12
    keeps = paired | all_in | (ace & (seen < 5))
    calls = stays & bet & keeps & ~all_in
    return paid + calls * rules.big_blind_cents, stays & (keeps | ~bet)


def places_after(button: Ints, seated: Flags) -> Ints:
    """Number the seated seats from 0, beginning left of the button.

    Args:
        button: ``(n,)`` seat numbers from 1.
        seated: ``(n, seats)``.

    Returns:
        ``(n, seats)``; meaningless for empty seats.
    """
    seats = seated.shape[1]
    distance = (np.arange(seats) - button[:, None]) % seats
    nearer = seated[:, None, :] & (distance[:, None, :] < distance[:, :, None])
    return np.asarray(nearer.sum(axis=2), np.int64)


def settle(
    rules: Rules, felt: Felt, stakes: Stakes, carried: poker_time.Paid | None
) -> tuple[Settlement, poker_time.Paid | None]:
    """Settle hands: bets not called go back, the rake is taken, pots go to the best hands.

    Pots that cannot be split evenly leave whole smallest chips over; they go one each to
    the winners nearest to the button's left. A time charge goes into the box with the rake.
    Which seats have paid it is carried on.

    Reference: the operator's rake schedule or time charge, 58 Pa. Code § 601a.2.
    """
    live = ~stakes.void[:, None]
    put_in, time = stakes.stake_cents[..., POT] * live, stakes.stake_cents[..., TIME] * live
    alive = ~felt.folded & (put_in > 0)
    strength = _shown(felt, alive)
    flop = felt.board[:, 0] != NO_CARD
    shared = share_pots(
        put_in,
        np.where(alive, strength, -1),
        places_after(felt.button, alive),
        rake_of=lambda pot: rake_cents(rules, pot, flop=flop),
        chip_cents=rules.chip_cents,
    )
    pooled = np.stack([put_in - shared.uncalled_cents, time], axis=2)
    zero = nothing(stakes.stake_cents.shape)
    settled = Settlement(
        collected_cents=zero,
        paid_tray_cents=zero,
        paid_elsewhere_cents=zero,
        pushed_cents=stakes.stake_cents - pooled,
        standing_cents=zero,
        pooled_cents=pooled,
        drawn_cents=np.stack([shared.drawn_cents, np.zeros_like(time)], axis=2),
        vig_charged_cents=zero,
        vig_marked_cents=zero,
        vig_collected_cents=zero,
        vig_cleared_cents=zero,
        coupon_dropped=np.broadcast_to(np.False_, zero.shape),
        coupon_win_cents=zero,
        rake_cents=shared.rake_cents + time.sum(axis=1),
        phase=np.broadcast_to(np.array([1, 0], np.int8), zero.shape),
    )
    return settled, _paid(rules, felt, stakes, carried)


def _paid(
    rules: Rules, felt: Felt, stakes: Stakes, before: poker_time.Paid | None
) -> poker_time.Paid | None:
    """Tell which seats have paid for which period after these hands."""
    if not rules.time_charge_cents:
        return None
    charged = stakes.stake_cents[..., TIME] > 0
    return poker_time.paid_through(felt.period, charged, stakes.void, before).last()


def _shown(felt: Felt, alive: Flags) -> "hands.Ints":
    """Rank the hands that are compared; a hand left alone needs no rank."""
    compared = alive & (alive.sum(axis=1) > 1)[:, None]
    board = np.broadcast_to(felt.board[:, None, :], (*alive.shape, 5))
    return hands.strength_where(np.concatenate([felt.hole, board], axis=2), compared)


def breaches(
    rules: Rules, felt: Felt, stakes: Stakes, carried: poker_time.Paid | None
) -> list[Breach]:
    """Find play against the rules: coupons, amounts below a chip, charges, cards dealt twice."""
    in_hand = stakes.stake_cents[..., POT, None] > 0
    own = np.where(in_hand, felt.hole, NO_CARD).reshape(-1, 2 * rules.seats)
    dealt = np.concatenate([own, felt.board], axis=1)
    return [
        Breach(COUPON_GAMES, "Coupons are for games against the house.", stakes.coupon_cents > 0),
        Breach(
            "58 Pa. Code § 601a.2 (rake schedule)",
            "The bet is not a number of the smallest chips.",
            stakes.stake_cents % rules.chip_cents != 0,
        ),
        Breach("58 Pa. Code § 603a.16", "A card lies twice in one hand.", repeated_cards(dealt)),
        *poker_time.breaches(
            felt.period, stakes.stake_cents, stakes.void, carried, rules.time_charge_cents
        ),
    ]


def incomplete(rules: Rules, felt: Felt, stakes: Stakes) -> list[Breach]:
    """Find hands that cannot be settled: nobody left in, or a showdown without its cards."""
    del rules
    alive = ~felt.folded & (stakes.stake_cents[..., POT] > 0)
    hidden = alive & (felt.hole == NO_CARD).any(axis=2)
    short = hidden.any(axis=1) | (felt.board == NO_CARD).any(axis=1)
    live = ~stakes.void & (stakes.stake_cents[..., POT] > 0).any(axis=1)
    rule = "58 Pa. Code § 601a.2 (rake schedule)"
    return [
        Breach(rule, "Nobody is left in the hand.", live & (alive.sum(axis=1) == 0)),
        Breach(
            rule, "The showdown's cards are not recorded.", live & short & (alive.sum(axis=1) > 1)
        ),
    ]


def to_columns(felt: Felt) -> dict[str, Ints]:
    """Spread a felt into its columns."""
    return {
        "hole_1": felt.hole[..., 0].astype(np.int64),
        "hole_2": felt.hole[..., 1].astype(np.int64),
        "folded": felt.folded.astype(np.int64),
        "button": felt.button,
        "period": felt.period,
    } | {f"board_{k + 1}": felt.board[:, k].astype(np.int64) for k in range(5)}


def from_columns(columns: Mapping[str, Ints]) -> Felt:
    """Gather a felt from its columns."""
    hole = np.stack([columns["hole_1"], columns["hole_2"]], axis=2)
    board = np.stack([columns[f"board_{k}"] for k in range(1, 6)], axis=1)
    return Felt(
        hole.astype(np.int8),
        board.astype(np.int8),
        columns["button"],
        columns["folded"] != 0,
        columns["period"],
    )
