"""One recorded round as on the felt: cards, wagers, and where every chip went, by the book."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from countroom.domain import access
from countroom.domain.access import Permission, Viewer
from countroom.engine.cards import card_text
from countroom.engine.game import Column, Game
from countroom.engine.house import TAKEN
from countroom.engine.records import VOID_REASONS, Columns, Disagreement
from countroom.errors import NotFoundError
from countroom.inquiries import played, revenue
from countroom.money import Money
from countroom.stores import registry
from countroom.stores.database import Database

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DIGIT: Final = re.compile(r"([a-z])([0-9])", re.ASCII)
_NUMBERED: Final = re.compile(r"(.+)_\d+", re.ASCII)

_WAYS: Final = (
    ("collected_cents", "patron", "tray", "lost"),
    ("paid_tray_cents", "tray", "patron", "won"),
    ("paid_elsewhere_cents", "cage, meter or account", "patron", "won, not from the tray"),
    ("pooled_cents", "patron", "centre", "into the centre"),
    ("drawn_cents", "centre", "patron", "out of the centre"),
    ("vig_collected_cents", "patron", "tray", "vigorish"),
    ("vig_marked_cents", "patron", "patron", "vigorish marked for later"),
    ("vig_cleared_cents", "patron", "tray", "marked vigorish"),
    ("pushed_cents", "felt", "patron", "given back"),
    ("standing_cents", "felt", "felt", "stands for a later round"),
)
"""Column of the outcome, from where to where, and why."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards that lie together.

    Attributes:
        name: Whose, as the game calls them.
        cards: Each as rank and suit, ``Ts``.
    """

    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Chips that moved.

    Attributes:
        amount: How many dollars' worth.
        from_: Where they were.
        to: Where they went.
        why: In a word.
    """

    amount: Money
    from_: str
    to: str
    why: str


@dataclass(frozen=True, slots=True)
class WagerOnFelt:
    """One wager of the round, in the order of settlement.

    Attributes:
        seat: From 1.
        title: Its name.
        stake: Chips on it.
        coupon: Serial and value of the coupon on it, or nothing.
        dropped: The coupon went into the box.
        moves: What became of it, by the book.
        rule: The section it is settled by.
        differs: Where the record says otherwise, in sentences.
    """

    seat: int
    title: str
    stake: Money
    coupon: tuple[str, Money] | None
    dropped: bool
    moves: tuple[Move, ...]
    rule: str
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meter:
    """One of the places money lies in.

    Attributes:
        name: Which.
        moved: What the round did to it.
        before: What play had moved since the drop before; nothing for whoever may not see the
            day's win, which it adds up to.
    """

    name: str
    moved: Money
    before: Money | None

    @property
    def after(self) -> Money | None:
        """What play has moved since the drop before, this round in it."""
        return None if self.before is None else self.before + self.moved


@dataclass(frozen=True, slots=True)
class Seat:
    """A betting position: its cards and what else is recorded of it."""

    number: int
    hands: tuple[Hand, ...]
    facts: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round on the felt.

    Attributes:
        table: Code of the table.
        game: Title of the game.
        number: Of the round in its drop period.
        first: Number of the period's first round on record.
        last: Number of its last one.
        at: When it was settled.
        void: Why it was declared void, or empty.
        hands: Cards in common.
        facts: What else is recorded of it, in words.
        seats: Seats that played.
        wagers: In the order of settlement.
        rake: Taken from the pot into the box.
        meters: Tray, box, and what is paid elsewhere: by play alone.
        differs: What is wrong with the round as a whole, in sentences.
    """

    table: str
    game: str
    number: int
    first: int
    last: int
    at: datetime
    void: str
    hands: tuple[Hand, ...]
    facts: tuple[tuple[str, int | None], ...]
    seats: tuple[Seat, ...]
    wagers: tuple[WagerOnFelt, ...]
    rake: Money
    meters: tuple[Meter, ...]
    differs: tuple[str, ...]


def on_felt(
    database: Database,
    viewer: Viewer,
    day: date,
    table: str,
    rounds: Path,
    number: int | None = None,
) -> Round:
    """Lay a recorded round out.

    Args:
        database: The property's.
        viewer: Who asks.
        day: Gaming date of the drop that ended the period.
        table: Code of the table.
        rounds: The folder of rounds.
        number: Of the round; the period's first by default.

    Raises:
        AccessError: The duty may not see rounds, or no count of that date is concluded.
        NotFoundError: There is no such table, or no such round of it on record.
    """
    with database.read() as tx:
        access.rounds(viewer, revenue.embargo(revenue.concluded(tx, day))).require()
        period = registry.period_on(tx, table, day)
        found = None if period is None else played.resettled(tx, rounds, period.id)
    if found is None or not len(found[1].columns["round"]):
        msg = f"No rounds of {table} on {day.isoformat()} are on record."
        raise NotFoundError(msg)
    of, again = found
    numbers = again.columns["round"]
    wanted = int(numbers[0]) if number is None else number
    here = numbers == wanted
    if not here.any():
        msg = f"There is no round {wanted} of {table} on {day.isoformat()}."
        raise NotFoundError(msg)
    rows = {name: values[here] for name, values in again.columns.items()}
    wrong = [each for each in again.disagreements if each.round == wanted]
    sums = access.may(viewer.duty, Permission.ACCOUNTING_DAY)
    meters = _meters(again.columns, wanted, sums=sums)
    return _lay_out(table, of.module, rows, wrong, (numbers, meters))


def _lay_out(
    table: str,
    game: Game,
    rows: Columns,
    wrong: list[Disagreement],
    period: tuple[NDArray[np.int64], tuple[Meter, ...]],
) -> Round:
    numbers, meters = period
    first = {name: values[0] for name, values in rows.items()}
    return Round(
        table=table,
        game=game.TITLE,
        number=int(first["round"]),
        first=int(numbers.min()),
        last=int(numbers.max()),
        at=_EPOCH + timedelta(microseconds=int(first["at"])),
        void=VOID_REASONS[int(first["void_reason"])],
        hands=_hands(game, first, "round"),
        facts=_facts(game, first, "round"),
        seats=tuple(_seats(game, rows)),
        wagers=tuple(_wagers(game, rows, wrong)),
        rake=Money(int(rows["rake_cents"].sum())),
        meters=meters,
        differs=tuple(each.says for each in wrong if not each.wager),
    )


def _hands(game: Game, row: dict[str, Any], per: str) -> tuple[Hand, ...]:
    """Gather cards that lie together: columns of one name with numbers behind it."""
    gathered: dict[str, list[str]] = {}
    for column in game.COLUMNS:
        if column.per == per and column.is_card and row[column.name] >= 0:
            name = _together(column).replace("_", " ")
            gathered.setdefault(name, []).append(card_text(int(row[column.name])))
    return tuple(Hand(name, tuple(cards)) for name, cards in gathered.items())


def _together(column: Column) -> str:
    match = _NUMBERED.fullmatch(column.name)
    return _DIGIT.sub(r"\1 \2", match[1] if match else column.name)


def _facts(game: Game, row: dict[str, Any], per: str) -> tuple[tuple[str, int | None], ...]:
    """What else is recorded, in words; of what may be so or not, only what is so, bare."""
    found: list[tuple[str, int | None]] = []
    for column in game.COLUMNS:
        if column.per != per or column.is_card:
            continue
        value, says = int(row[column.name]), _shortly(column.says)
        if not column.is_flag:
            found.append((says, value))
        elif value:
            found.append((says, None))
    return tuple(found)


def _shortly(says: str) -> str:
    """Say of a column what stands in it, without how that is written."""
    return says.partition(";")[0].removeprefix("1: ").removeprefix("1 where ")


def _seats(game: Game, rows: Columns) -> Iterator[Seat]:
    for seat in np.unique(rows["seat"]).tolist():
        place = int(np.flatnonzero(rows["seat"] == seat)[0])
        own = {name: values[place] for name, values in rows.items()}
        facts = tuple(fact for fact in _facts(game, own, "seat") if fact[1] != 0)
        yield Seat(seat, _hands(game, own, "seat"), facts)


def _wagers(game: Game, rows: Columns, wrong: list[Disagreement]) -> Iterator[WagerOnFelt]:
    for row in np.argsort(rows["sequence"], kind="stable").tolist():
        wager = game.WAGERS[int(rows["wager"][row])]
        seat, coupon = int(rows["seat"][row]), int(rows["coupon_cents"][row])
        yield WagerOnFelt(
            seat=seat,
            title=wager.title,
            stake=Money(int(rows["stake_cents"][row])),
            coupon=(str(rows["coupon_serial"][row]), Money(coupon)) if coupon else None,
            dropped=bool(rows["coupon_dropped"][row]),
            moves=tuple(_moves(rows, row)),
            rule=wager.rule,
            differs=tuple(
                _said(each) for each in wrong if (each.seat, each.wager) == (seat, wager.code)
            ),
        )


def _moves(rows: Columns, row: int) -> Iterator[Move]:
    for name, from_, to, why in _WAYS:
        cents = int(rows[name][row])
        if cents:
            yield Move(Money(cents), from_, to, why)


def _said(each: Disagreement) -> str:
    if not each.what.endswith("_cents"):
        return f"{each.says} ({each.rule})"
    what = each.what.removesuffix("_cents").replace("_", " ")
    amounts = f"{Money(each.recorded).text()}, by the book {Money(each.by_book).text()}"
    return f"Recorded as {what}: {amounts} ({each.rule})."


def _meters(whole: Columns, number: int, *, sums: bool) -> tuple[Meter, ...]:
    """What play alone moved: buy-ins, fills and credits are not in it."""
    tray: NDArray[Any] = np.sum([whole[name] for name in TAKEN], axis=0) - whole["paid_tray_cents"]
    dropped = whole["coupon_cents"] * whole["coupon_dropped"]
    parts = (
        ("Tray", tray),
        ("Drop box, rake", whole["rake_cents"]),
        ("Drop box, coupons at face value", dropped),
        ("Paid by cage, meter or account", whole["paid_elsewhere_cents"]),
    )
    before, here = whole["round"] < number, whole["round"] == number
    return tuple(
        Meter(
            name, Money(int(moved[here].sum())), Money(int(moved[before].sum())) if sums else None
        )
        for name, moved in parts
    )
