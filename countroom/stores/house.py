"""The house as it stood on a gaming date, put together from the registry."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from weakref import WeakKeyDictionary

from sqlalchemy import func
from sqlmodel import select

from countroom.domain import canonical
from countroom.domain.floor import Property
from countroom.domain.house import SINGLES, House
from countroom.domain.house_faults import LISTS
from countroom.errors import NotFoundError
from countroom.stores import Tx, registry
from countroom.stores.rows import RegistryRow

_KINDS: Final[dict[str, type[Any]]] = {**SINGLES, **LISTS}
_KEPT: Final = 8
"""Houses kept put together for one database: today's, yesterday's and a few more."""

_Key = tuple[int, date]
_kept: WeakKeyDictionary[Any, dict[_Key, House]] = WeakKeyDictionary()


def content_of(fact: Any) -> str:
    """The canonical text that the registry keeps of a fact."""
    return canonical.to_bytes(fact).decode()


def house_on(tx: Tx, day: date) -> House:
    """The house on a gaming date.

    What was put together is kept in memory under the newest entry of the registry, so that a
    screen does not read two hundred entries again.

    Raises:
        NotFoundError: No house is on record for that day.
    """
    newest = tx.exec(select(func.max(RegistryRow.id))).one()
    if not newest:
        msg = "No house is on record: load a property first."
        raise NotFoundError(msg)
    if RegistryRow in tx.info.get("given", {}):  # entries that may still be undone
        return _read(tx, day)
    kept = _kept.setdefault(tx.get_bind(), {})
    if (newest, day) not in kept:
        while len(kept) >= _KEPT:
            kept.pop(next(iter(kept)), None)
        kept[newest, day] = _read(tx, day)
    return kept[newest, day]


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
    entries = registry.everything(tx, "property")
    if not entries:
        msg = "No house is on record: load a property first."
        raise NotFoundError(msg)
    tomorrow = now.astimezone(UTC).date() + timedelta(days=1)
    in_force = [entry for entry in entries if entry.valid_from <= tomorrow] or entries[:1]
    newest = max(in_force, key=lambda entry: (entry.valid_from, entry.seq))
    return canonical.from_bytes(Property, newest.content.encode()).gaming_date(now)


def house_at(tx: Tx, now: datetime) -> House:
    """The house at an instant.

    Raises:
        NotFoundError: No house is on record for the gaming date of that instant.
    """
    return house_on(tx, gaming_date_at(tx, now))
