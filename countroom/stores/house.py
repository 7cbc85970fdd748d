"""The house as it stood on a gaming date, put together from the registry."""

from bisect import bisect_right
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeVar

from countroom.domain import canonical
from countroom.domain.floor import Property
from countroom.domain.house import SINGLES, House
from countroom.domain.house_faults import LISTS
from countroom.errors import NotFoundError
from countroom.stores import Tx, registry
from countroom.stores.recall import newest, recall_while
from countroom.stores.rows import RegistryRow

T = TypeVar("T")

_KINDS: Final[dict[str, type[Any]]] = {**SINGLES, **LISTS}
_KEPT: Final = 8
"""Houses kept put together for one database: today's, yesterday's and a few more."""


def content_of(fact: Any) -> str:
    """The canonical text that the registry keeps of a fact."""
    return canonical.to_bytes(fact).decode()


def _recall(tx: Tx, what: object, read: Callable[[], T]) -> T:
    """Answer from memory: a screen does not read two hundred entries again.

    Raises:
        NotFoundError: No house is on record.
    """
    if not newest(tx, RegistryRow) and RegistryRow not in tx.info.get("given", {}):
        msg = "No house is on record: load a property first."
        raise NotFoundError(msg)
    return recall_while(tx, (RegistryRow,), what, read, keep=_KEPT)


def house_on(tx: Tx, day: date) -> House:
    """The house on a gaming date.

    Raises:
        NotFoundError: No house is on record for that day.
    """
    changes = _recall(tx, "changes", lambda: registry.changes(tx))
    since = changes[bisect_right(changes, day) - 1] if changes and changes[0] <= day else day
    return _recall(tx, ("house since", since), lambda: _read(tx, day))


def _read(tx: Tx, day: date) -> House:
    held = registry.as_of(tx, day)
    if ("property", "property") not in held:
        msg = f"No house is on record for {day.isoformat()}."
        raise NotFoundError(msg)
    return House.of(
        (kind, canonical.from_bytes(_KINDS[kind], entry.content.encode()))
        for (kind, _), entry in held.items()
        if kind in _KINDS
    )


def gaming_date_at(tx: Tx, now: datetime) -> date:
    """The gaming date that an instant belongs to, by the property's own clock.

    Raises:
        NotFoundError: No house is on record.
    """
    entries = _recall(tx, "properties", lambda: _properties(tx))
    tomorrow = now.astimezone(UTC).date() + timedelta(days=1)
    in_force = [entry for entry in entries if entry[0] <= tomorrow] or entries[:1]
    *_, standing = max(in_force, key=lambda entry: entry[:2])
    return standing.gaming_date(now)


def _properties(tx: Tx) -> list[tuple[date, int, Property]]:
    """Every entry of the property itself: from when, which act, what it says."""
    entries = registry.everything(tx, "property")
    if not entries:
        msg = "No house is on record: load a property first."
        raise NotFoundError(msg)
    return [
        (entry.valid_from, entry.seq, canonical.from_bytes(Property, entry.content.encode()))
        for entry in entries
    ]


def house_at(tx: Tx, now: datetime) -> House:
    """The house at an instant.

    Raises:
        NotFoundError: No house is on record for the gaming date of that instant.
    """
    return house_on(tx, gaming_date_at(tx, now))
