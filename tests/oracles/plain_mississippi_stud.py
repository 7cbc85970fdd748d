"""Mississippi Stud settled a second time: one round, one seat, one wager after the other.

Written from the text of the law, slowly and plainly, and sharing nothing with the engine but
the numbering of cards. It is what the engine's array functions are held against.
"""

from collections import Counter
from dataclasses import dataclass, field

Hand = list[int]

PAYS = {"royal": 500, "straight flush": 100, "four": 40, "full house": 10, "flush": 6}
PAYS |= {"straight": 4, "three": 3, "two pair": 2}

FOR_ONE = {"four": 300, "full house": 50, "flush": 40, "straight": 30, "three": 9}


@dataclass
class Table:
    """The operator's choices, as plain values.

    Attributes:
        minimum: Of the Ante, in cents.
        units: How many Antes the payout limit's alternative counts.
        progressive: Letter of its pay table, or empty.
        seeds: Of main or mega, major and minor.
        envy: By hand.
        three: Odds to 1 by hand of three cards; empty where it is not offered.
        five: For 1 by hand, ``-1`` for the whole meter; empty where it is not offered.
        six: Odds to 1 by hand; empty where it is not offered.
        fold_ends_all: Folding ends the optional wagers too.
        even: Coupons pay even money.
        drops: Coupons drop on a push.
    """

    minimum: int
    units: int = 10
    progressive: str = ""
    seeds: list[int] = field(default_factory=lambda: [0, 0, 0])
    envy: dict[str, int] = field(default_factory=dict)
    three: dict[str, int] = field(default_factory=dict)
    five: dict[str, int] = field(default_factory=dict)
    six: dict[str, int] = field(default_factory=dict)
    fold_ends_all: bool = False
    even: bool = False
    drops: bool = False


@dataclass
class Seat:
    """One patron's round: his cards, his stakes in cents by wager, his coupons likewise."""

    hole: Hand
    stakes: list[int]
    coupons: list[int]
    showed: bool = False
    magic: bool = False
    lucky: bool = False


@dataclass
class Round:
    """What lay on the table; ``meters`` are main or mega, major, minor, and five cards'."""

    seats: list[Seat]
    community: Hand
    extra: Hand
    meters: list[int]
    void: bool = False


@dataclass
class Outcome:
    """What one wager did."""

    collected: int = 0
    paid: int = 0
    elsewhere: int = 0
    pushed: int = 0
    dropped: bool = False
    coupon_win: int = 0


def straight(ranks: list[int], size: int) -> bool:
    """Tell whether distinct ranks hold a row of that many, the ace at either end."""
    held = {rank + 1 for rank in ranks} | ({0} if 12 in ranks else set())
    return any(all(low + k in held for k in range(size)) for low in range(14 - size + 1))


def best_class(cards: Hand) -> str:
    """Name the best hand of five that the cards hold."""
    by_suit = [[card // 4 for card in cards if card % 4 == suit] for suit in range(4)]
    suited = [ranks for ranks in by_suit if len(ranks) >= 5]
    times = sorted(Counter(card // 4 for card in cards).values(), reverse=True)
    times.append(0)
    ladder = {
        "royal": any({8, 9, 10, 11, 12} <= set(ranks) for ranks in suited),
        "straight flush": any(straight(ranks, 5) for ranks in suited),
        "four": times[0] == 4,
        "full house": times[0] == 3 and times[1] >= 2,
        "flush": bool(suited),
        "straight": straight([card // 4 for card in cards], 5),
        "three": times[0] == 3,
        "two pair": times[0] == 2 and times[1] == 2,
        "pair": times[0] == 2,
        "nothing": True,
    }
    return next(name for name, holds in ladder.items() if holds)


def class_of_three(cards: Hand) -> str:
    """Name a hand of three cards."""
    ranks = sorted(card // 4 for card in cards)
    suited = len({card % 4 for card in cards}) == 1
    row = len(set(ranks)) == 3 and straight(ranks, 3)
    if suited and ranks == [10, 11, 12]:
        return "mini-royal"
    if row:
        return "straight flush" if suited else "straight"
    if suited:
        return "flush"
    return {1: "three", 2: "pair", 3: "nothing"}[len(set(ranks))]


def settle(table: Table, at: Round) -> list[list[Outcome]]:
    """Settle a round: for each seat its eight wagers."""
    found = [[Outcome() for _ in range(8)] for _ in at.seats]
    meters = list(at.meters)
    for number in reversed(range(len(at.seats))):
        seat, out = at.seats[number], found[number]
        if at.void:
            for stake, outcome in zip(seat.stakes, out, strict=True):
                outcome.pushed = stake
            continue
        main(table, at, seat, out)
        optional(table, at, number, out, meters)
    return found


def folds(seat: Seat) -> bool:
    return 0 in seat.stakes[1:4]


def main(table: Table, at: Round, seat: Seat, out: list[Outcome]) -> None:
    """Collect a fold, a forfeit or a loser; push; or pay up to the limit."""
    odds = -1 if folds(seat) or seat.showed else main_odds(seat.hole + at.community)
    left = max(50_000_00, table.minimum * table.units * 500)
    for stake, coupon, outcome in zip(seat.stakes[:4], seat.coupons[:4], out[:4], strict=True):
        if stake == 0:
            continue
        outcome.dropped = coupon > 0 and (odds != 0 or table.drops)
        if odds == -1:
            outcome.collected = stake
        elif odds == 0:
            outcome.pushed = stake
        else:
            chips = min(left, stake * odds)
            outcome.coupon_win = min(left - chips, coupon * (1 if table.even else odds))
            outcome.paid = chips + outcome.coupon_win
            left -= outcome.paid
            if outcome.paid == 0:
                outcome.pushed = stake


def main_odds(cards: Hand) -> int:
    """Say what five cards pay: -1 loses, 0 pushes."""
    name = best_class(cards)
    if name != "pair":
        return PAYS.get(name, -1)
    (rank,) = (rank for rank, times in Counter(card // 4 for card in cards).items() if times == 2)
    if rank >= 9:
        return 1
    return 0 if rank >= 4 else -1


def optional(table: Table, at: Round, number: int, out: list[Outcome], meters: list[int]) -> None:
    """Settle a seat's optional wagers, one after the other."""
    seat = at.seats[number]
    five = best_class(seat.hole + at.community)
    gone = seat.showed or (table.fold_ends_all and folds(seat))
    offered = [table.progressive, table.three, table.five, table.six]
    for wager, terms in zip(range(4, 8), offered, strict=True):
        stake, outcome = seat.stakes[wager], out[wager]
        if not terms:
            outcome.pushed = stake
        elif gone:
            outcome.collected = stake
        elif stake and wager == 4:
            outcome.collected = stake
            progressive(table, five, stake, outcome, meters)
            outcome.paid += envy(table, at, number)
        elif stake and wager == 5:
            to_one(table.three, class_of_three(at.community), stake, outcome)
        elif stake and wager == 6:
            outcome.collected = stake
            five_cards(table, seat, five, outcome, meters)
        elif stake:
            to_one(table.six, best_class(seat.hole + at.extra), stake, outcome)


def to_one(odds: dict[str, int], name: str, stake: int, outcome: Outcome) -> None:
    if name in odds:
        outcome.paid = stake * odds[name]
    else:
        outcome.collected = stake


def progressive(table: Table, five: str, stake: int, out: Outcome, meters: list[int]) -> None:
    """Pay from the meter where the table's letter says so, else for one."""
    from_meter = {"royal": 0, "straight flush": 0 if table.progressive == "A" else 1}
    if table.progressive in {"C", "D"}:
        from_meter["four"] = 2
    if five in from_meter:
        meter = from_meter[five]
        tenth = table.progressive == "A" and five == "straight flush"
        out.elsewhere = meters[meter] // 10 if tenth else meters[meter]
        meters[meter] = meters[meter] - out.elsewhere if tenth else table.seeds[meter]
    elif five == "three" and table.progressive == "C":
        out.paid = stake * 10
    else:
        out.paid = stake * FOR_ONE.get(five, 0)


def envy(table: Table, at: Round, number: int) -> int:
    """Add up what the others' royal and straight flushes bring."""
    total = 0
    for other, seat in enumerate(at.seats):
        played = seat.stakes[0] > 0 and not folds(seat)
        stays = any(seat.stakes[4:]) and not table.fold_ends_all
        if other != number and (played or stays):
            total += table.envy.get(best_class(seat.hole + at.community), 0)
    return total


def five_cards(table: Table, seat: Seat, five: str, out: Outcome, meters: list[int]) -> None:
    """Credit the account, or draw the meter."""
    stake, times = seat.stakes[6], table.five.get(five, 0)
    if times == -1:
        out.elsewhere, meters[3] = meters[3], 0
    else:
        out.elsewhere = stake * times
    out.elsewhere += stake * (table.five["magic"] * seat.magic + table.five["lucky"] * seat.lucky)
