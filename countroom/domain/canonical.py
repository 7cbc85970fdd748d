"""Facts as canonical bytes, so that a digest means one content and no other.

The form is RFC 8785 (JSON Canonicalization Scheme) narrowed to what a paper holds: objects,
arrays, NFC text, integers, booleans and null. No floats exist, so no number formatting does.
"""

import dataclasses
import hashlib
import json
import types
import typing
import unicodedata
from collections.abc import Callable, Hashable, Mapping
from datetime import UTC, date, datetime, time
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeVar

from countroom.money import Money

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
T = TypeVar("T")


def _plain_scalar(value: object) -> Plain:
    match value:
        case None | bool() | int():
            return value
        case str():
            return unicodedata.normalize("NFC", str(value))
        case Money():
            return value.cents
        case datetime():
            assert value.tzinfo is not None, "stored time is aware"
            return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        case date() | time():
            return value.isoformat()
        case bytes():
            return "sha256:" + hashlib.sha256(value).hexdigest()
        case _:
            msg = f"{type(value).__name__} has no canonical form"
            raise TypeError(msg)


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_SCALARS: Final = frozenset({str, int, bool, type(None)})


def to_plain(value: object) -> Plain:
    """Turn a fact into what JSON knows; money becomes its cents, time its UTC text.

    Raises:
        TypeError: The value holds something no paper holds, a float for one.
    """
    if type(value) in _SCALARS:
        return _plain_scalar(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type | Money):
        return {
            field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {str(name): to_plain(entry) for name, entry in value.items()}
    if isinstance(value, tuple | list):
        return [to_plain(entry) for entry in value]
    if isinstance(value, frozenset | set):
        return sorted((to_plain(entry) for entry in value), key=str)
    return _plain_scalar(value)


def to_bytes(value: object) -> bytes:
    """Write the canonical bytes of a fact (UTF-8, keys in order, no spaces).

    >>> to_bytes({"b": 1, "a": "é"}).decode()
    '{"a":"é","b":1}'
    """
    return _ENCODER.encode(to_plain(value)).encode()


def digest(value: object) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(to_bytes(value)).hexdigest()


def digest_bytes(stored: bytes) -> str:
    """SHA-256 of bytes already stored, in hex."""
    return hashlib.sha256(stored).hexdigest()


def _read_time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _read_union(kind: Any, plain: Plain) -> object:
    if plain is None:
        return None
    (other,) = (arm for arm in typing.get_args(kind) if arm is not type(None))
    return _read(other, plain)


def _read_container(kind: Any, plain: Plain) -> object:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        assert isinstance(plain, list)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(_read(arguments[0], entry) for entry in plain)
        return tuple(_read(arm, entry) for arm, entry in zip(arguments, plain, strict=True))
    assert origin in {dict, Mapping}, kind
    assert isinstance(plain, dict), kind
    return {name: _read(arguments[1], entry) for name, entry in plain.items()}


def _read(kind: Any, plain: Plain) -> object:
    origin = typing.get_origin(kind)
    if origin in {typing.Union, types.UnionType}:
        return _read_union(kind, plain)
    if origin is not None:
        return _read_container(kind, plain)
    if dataclasses.is_dataclass(kind) and kind is not Money:
        assert isinstance(plain, dict)
        assert isinstance(kind, type)
        return from_plain(kind, plain)
    return _read_scalar(kind, plain)


def _read_scalar(kind: Any, plain: Plain) -> object:
    if kind is Money:
        assert isinstance(plain, int)
        return Money(plain)
    if kind in _WRITTEN:
        return _WRITTEN[kind](str(plain))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(str(plain))
    return plain


_WRITTEN: Final[dict[Any, Callable[[str], object]]] = {
    datetime: _read_time,
    date: date.fromisoformat,
    time: time.fromisoformat,
}
"""Kinds that are written as text, and how each is read."""


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def from_plain(kind: type[T], plain: Mapping[str, Plain]) -> T:
    """Read a fact back from its plain form; the fact checks itself again."""
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(**{name: _read(hints[name], entry) for name, entry in plain.items()})


def from_bytes(kind: type[T], stored: bytes) -> T:
    """Read a fact back from its canonical bytes."""
    return from_plain(kind, json.loads(stored))
