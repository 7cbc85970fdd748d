"""The patrons of a played table: who sits where, for how long, and with what money."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

_STAYS_ROUNDS: Final = 60
_EMPTY_ROUNDS: Final = 45
_UNITS: Final = (1, 1, 1, 1, 2, 2, 2, 3, 5, 10)
"""How many times the table's minimum a patron usually wagers."""

_OFTEN: Final = {10000: 0.9, 5000: 0.3, 2000: 0.95, 1000: 0.8, 500: 0.8}
"""How readily a patron uses a note he could."""

BUY_IN_STEP_CENTS: Final = 2000


@dataclass(frozen=True, slots=True)
class Visit:
    """One patron's stay in one seat.

    Attributes:
        seat: From 0.
        first: Index of his first round.
        end: Index after his last round.
        unit_cents: His usual wager.
        chips_cents: Chips he brings from elsewhere.
    """

    seat: int
    first: int
    end: int
    unit_cents: int
    chips_cents: int


def visits(
    rng: np.random.Generator, n: int, seats: int, least: int, limits: tuple[int, int]
) -> list[Visit]:
    """Seat patrons for ``n`` rounds.

    Args:
        rng: Chance.
        n: Rounds.
        seats: Betting positions.
        least: So many seats are taken at the beginning.
        limits: The table's minimum and maximum in cents.
    """
    minimum, maximum = limits
    found: list[Visit] = []
    for seat in range(seats):
        at = 0 if seat < least or rng.random() < 0.5 else int(rng.geometric(1 / _EMPTY_ROUNDS))
        while at < n:
            end = min(n, at + int(rng.geometric(1 / _STAYS_ROUNDS)))
            unit = min(maximum, minimum * _UNITS[int(rng.integers(len(_UNITS)))])
            brought = unit * 20 if rng.random() < 0.25 else 0
            found.append(Visit(seat, at, end, unit, brought))
            at = end + int(rng.geometric(1 / _EMPTY_ROUNDS))
    return sorted(found, key=lambda visit: (visit.first, visit.seat))


def units_cents(found: list[Visit], n: int, seats: int) -> NDArray[np.int64]:
    """Spread visits into usual wagers, ``(n, seats)``; 0 where nobody sits."""
    units = np.zeros((n, seats), np.int64)
    for visit in found:
        units[visit.first : visit.end, visit.seat] = visit.unit_cents
    return units


def buy_in_cents(need_cents: int, unit_cents: int) -> int:
    """Say for how much a patron buys in who needs that much to wager.

    >>> buy_in_cents(1500, 500)
    10000
    """
    wanted = max(need_cents, 20 * unit_cents)
    return -(-wanted // BUY_IN_STEP_CENTS) * BUY_IN_STEP_CENTS


def notes_for(rng: np.random.Generator, cents: int, notes: tuple[int, ...]) -> dict[int, int]:
    """Make an amount out of notes, with chance in which.

    Args:
        rng: Chance.
        cents: The amount.
        notes: Denominations, largest first; the last one divides every buy-in.
    """
    made: dict[int, int] = {}
    for note in notes:
        most = cents // note
        last = note == notes[-1]
        count = most if last else int(rng.binomial(most, _OFTEN.get(note, 0.1)))
        if count:
            made[note] = count
            cents -= count * note
    assert cents == 0, "the smallest note divides every buy-in"
    return made
