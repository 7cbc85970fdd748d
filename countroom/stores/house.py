"""The house as it stood on a gaming date, put together from the registry."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import func, select

from countroom.domain import canonical
from countroom.domain.floor import Property
from countroom.domain.house import SINGLES, House
from countroom.domain.house_faults import LISTS
from countroom.errors import NotFoundError
from countroom.stores import Tx, registry
from countroom.stores.rows import RegistryRow

T = TypeVar("T")

_NEWEST: Final = select(func.max(RegistryRow.__table__.c.id))  # type: ignore[attr-defined]
_KINDS: Final[dict[str, type[Any]]] = {**SINGLES, **LISTS}
_KEPT: Final = 8
"""Houses kept put together for one database: today's, yesterday's and a few more."""

_kept: WeakKeyDictionary[Any, dict[tuple[int, object], Any]] = WeakKeyDictionary()


def content_of(fact: Any) -> str:
    """The canonical text that the registry keeps of a fact."""
    return canonical.to_bytes(fact).decode()


def _newest(tx: Tx) -> int:
    """The newest entry of the registry; looked up once a transaction.

    Raises:
        NotFoundError: No house is on record.
    """
    if "registry" not in tx.info:
        tx.info["registry"] = tx.connection().execute(_NEWEST).scalar() or 0
    newest: int = tx.info["registry"]
    if not newest:
        msg = "No house is on record: load a property first."
        raise NotFoundError(msg)
    return newest


def _recall(tx: Tx, what: object, read: Callable[[], T]) -> T:
    """Answer from memory while the registry has no newer entry; otherwise read it.

    So a screen does not read two hundred entries again.
    """
    if RegistryRow in tx.info.get("given", {}):  # entries that may still be undone
        return read()
    key = (_newest(tx), what)
    kept = _kept.setdefault(tx.get_bind(), {})
    if key not in kept:
        while len(kept) >= _KEPT:
            kept.pop(next(iter(kept)), None)
        kept[key] = read()
    found: T = kept[key]
    return found


def house_on(tx: Tx, day: date) -> House:
    """The house on a gaming date.

    Raises:
        NotFoundError: No house is on record for that day.
    """
    return _recall(tx, day, lambda: _read(tx, day))


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
    *_, newest = max(in_force, key=lambda entry: entry[:2])
    return newest.gaming_date(now)


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
