"""Which mistakes at the felt would leave exactly this difference in the tray.

A dealer takes a loser's chips or not, pays a winner once, twice, at another line of the pay
table or not at all, and collects vigorish, due now or marked before, or forgets it. For each
round on record we ask what each of these would have done to the tray.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from countroom.engine.game import Game
from countroom.engine.records import Columns

_FINE: Final = 1_000_000
"""Odds are told apart by so many parts of the stake."""

_SEVERAL: Final = 3
"""From so many wagers on a mistake is one that goes through the day."""

MOST: Final = 50
"""More rounds than this explain a difference no better than none."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One wager of one round that may have been settled wrongly.

    Attributes:
        round: Its number.
        seat: Its number.
        wager: Code of the wager.
        tray_cents: What the mistake leaves in the tray, above or below what should be there.
        says: What would have been done, and what the book says.
    """

    round: int
    seat: int
    wager: str
    tray_cents: int
    says: str


def _dollars(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


def that_leave(game: Game, by_book: Columns, cents: int) -> tuple[Mistake, ...]:
    """Find single mistakes that leave the tray over (above nothing) or short by an amount.

    Args:
        game: The table's.
        by_book: Rounds as settled by the book, see ``records.resettle``.
        cents: The difference; nothing has no mistakes.
    """
    if not cents:
        return ()
    found: list[Mistake] = []
    for _, rows, effect, says in _kinds(by_book):
        places = np.flatnonzero(effect == cents).tolist()
        found += [_mistake(game, by_book, int(rows[n]), cents, says[n]) for n in places]
    found.sort(key=lambda mistake: (mistake.round, mistake.seat, mistake.wager))
    return tuple(found[:MOST])


@dataclass(frozen=True, slots=True)
class Alike:
    """Mistakes of one kind that would each leave one amount in the tray.

    Attributes:
        kind: ``not_taken``, ``not_paid``, ``paid_twice``, ``vig``, ``marks``, ``push``, ``stake``,
            ``reversed``, ``odds`` or ``all_day``.
        first: One of them, the first that was played.
        rounds: In which rounds, in order.
        count: How many wagers.
        of: Of how many wagers the kind could be said at all.
    """

    kind: str
    first: Mistake
    rounds: tuple[int, ...]
    count: int
    of: int


def every(game: Game, by_book: Columns) -> tuple[Alike, ...]:
    """Gather all single mistakes that could have been made, by kind and by what they leave.

    Args:
        game: The table's.
        by_book: Rounds as settled by the book, see ``records.resettle``.
    """
    found: dict[tuple[str, int], list[tuple[int, str]]] = {}
    of: dict[str, int] = {}
    for kind, rows, effect, says in _kinds(by_book):
        wrong = np.flatnonzero(effect)
        of[kind] = of.get(kind, 0) + len(wrong)
        for place in wrong.tolist():
            found.setdefault((kind, int(effect[place])), []).append((int(rows[place]), says[place]))
    single = [
        _alike(game, by_book, key, sorted(places), of[key[0]]) for key, places in found.items()
    ]
    return (*single, *_all_day(game, by_book))


_ALL_DAY: Final = {
    "vig": "no vigorish was collected",
    "marks": "no marked vigorish was collected",
    "odds": "every winner of these odds was {says}",
}


def _all_day(game: Game, by_book: Columns) -> Iterator[Alike]:
    """The same mistake at every wager it could be made at, from the first to the last."""
    for kind, rows, effect, says in _kinds(by_book):
        at = np.flatnonzero(effect)
        if kind not in _ALL_DAY or len(at) < _SEVERAL:
            continue
        odds = by_book["paid_tray_cents"][rows[at]] * _FINE // by_book["stake_cents"][rows[at]]
        for one in np.unique(odds).tolist() if kind == "odds" else [None]:
            places = at if one is None else at[odds == one]
            if len(places) >= _SEVERAL:
                total, first = int(effect[places].sum()), int(rows[places[0]])
                words = _ALL_DAY[kind].format(says=says[places[0]])
                mistake = _mistake(game, by_book, first, total, f"{words}, {len(places)} times")
                rounds = dict.fromkeys(by_book["round"][rows[places]].tolist())
                yield Alike("all_day", mistake, tuple(rounds), len(places), 0)


def _alike(
    game: Game, by_book: Columns, key: tuple[str, int], places: list[tuple[int, str]], of: int
) -> Alike:
    kind, cents = key
    row, says = places[0]
    rounds = dict.fromkeys(int(by_book["round"][row]) for row, _ in places)
    first = _mistake(game, by_book, row, cents, says)
    return Alike(kind, first, tuple(rounds), len(places), of)


_Kind = tuple[str, NDArray[np.int64], NDArray[np.int64], Sequence[str]]
"""A kind of mistake: rows, what it would do to the tray at each, and in which words."""


def _kinds(by_book: Columns) -> Iterator[_Kind]:
    """What each kind of mistake would do to the tray, row by row."""
    collected, paid = by_book["collected_cents"], by_book["paid_tray_cents"]
    rows = np.arange(len(paid))
    for kind, effect, says in (
        ("not_taken", -collected, "the losing wager of {stake} was not taken"),
        ("not_paid", paid, "the win of {paid} was not paid"),
        ("paid_twice", -paid, "the win of {paid} was paid twice"),
        ("vig", -by_book["vig_collected_cents"], "the vigorish of {vig} was not collected"),
        (
            "marks",
            -by_book["vig_cleared_cents"],
            "the marked vigorish of {marks} was not collected",
        ),
        ("push", by_book["stake_cents"] * (by_book["pushed_cents"] > 0), "the push was taken"),
    ):
        yield kind, rows, effect, [says] * len(rows)
    yield from _otherwise(by_book)
    yield from _other_lines(by_book)


_FACTORS: Final = ((1, 10), (10, 1), (1, 5), (5, 1))
"""How a stake is recorded wrongly: another digit, another chip."""


def _otherwise(by_book: Columns) -> Iterator[_Kind]:
    """Wagers that were settled as if they had won or lost, or stood at another amount."""
    collected, paid = by_book["collected_cents"], by_book["paid_tray_cents"]
    stake, rows = by_book["stake_cents"], np.arange(len(paid))
    plain = by_book["coupon_cents"] == 0
    won, lost = plain & (paid > 0), plain & (collected > 0)
    taken, given = (stake + paid) * won, -(stake + stake) * lost
    yield "reversed", rows, taken, ["the winner of {paid} was taken as a loser"] * len(rows)
    yield "reversed", rows, given, ["the loser of {stake} was paid as a winner"] * len(rows)
    net = collected - paid
    for up, down in _FACTORS:
        exact = plain & (stake * up % down == 0) & (net * up % down == 0)
        effect = (net * up // down - net) * exact
        says = [
            f"the wager was {_dollars(cents)} and not {{stake}}" for cents in stake * up // down
        ]
        yield "stake", rows, effect, says


def _mistake(game: Game, by_book: Columns, row: int, cents: int, says: str) -> Mistake:
    return Mistake(
        round=int(by_book["round"][row]),
        seat=int(by_book["seat"][row]),
        wager=game.WAGERS[int(by_book["wager"][row])].code,
        tray_cents=cents,
        says=says.format(
            stake=_dollars(int(by_book["stake_cents"][row])),
            paid=_dollars(int(by_book["paid_tray_cents"][row])),
            vig=_dollars(int(by_book["vig_collected_cents"][row])),
            marks=_dollars(int(by_book["vig_cleared_cents"][row])),
        ),
    )


def _other_lines(by_book: Columns) -> Iterator[_Kind]:
    """Winners paid at odds that another round of the same wager was paid at."""
    won = by_book["paid_tray_cents"] > 0
    plain = won & (by_book["coupon_cents"] == 0)
    for wager in np.unique(by_book["wager"][plain]).tolist():
        rows = np.flatnonzero(plain & (by_book["wager"] == wager))
        stake, paid = by_book["stake_cents"][rows], by_book["paid_tray_cents"][rows]
        for odds in _odds_seen(stake, paid):
            other = stake * odds.numerator // odds.denominator
            exact = (stake * odds.numerator) % odds.denominator == 0
            says = [f"paid {_dollars(cents)} and not {{paid}}" for cents in other.tolist()]
            yield "odds", rows, (paid - other) * exact, says


def _odds_seen(stake: NDArray[np.int64], paid: NDArray[np.int64]) -> list[Fraction]:
    pairs = np.unique(np.stack([stake, paid], axis=1), axis=0).tolist()
    return sorted({Fraction(won, staked) for staked, won in pairs})
