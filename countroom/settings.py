"""How this program is set up: the ``COUNTROOM_*`` variables, read once, frozen, checked.

What the procedure of the house is stands on record (``domain.procedure``), not here. The secret
that signs cookies and hands pages their keys lies in a file of the data folder that only its
owner can read; it has no default.
"""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from countroom.errors import SettingsError

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
"""Addresses that never leave this machine."""

_SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class AppSettings:
    """One property's installation.

    Attributes:
        data: The data folder.
        database_url: SQLAlchemy URL; a file of the data folder unless it is elsewhere.
        host: Address that ``serve`` listens on.
        port: Port that it listens on.
        workers: Server processes; one on SQLite.
        threads: Threads of each.
        proxy_hops: Proxies in front, whose ``X-Forwarded-*`` headers are believed.
        argon2_time: Passes of a PIN check.
        argon2_memory_kib: Memory of a PIN check.
        argon2_lanes: Threads of a PIN check.
        idle_lock_seconds: Until an untouched screen locks.
        room_lock_seconds: The same for the people of the count room.
        sign_in_seconds: Longest that a sign-in lasts.
        secure_cookies: Cookies go over TLS only; off on loopback alone.
        sample: The property is a sample: what lies in its boxes may be looked up.
    """

    data: Path
    database_url: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 24
    proxy_hops: int = 0
    argon2_time: int = 3
    argon2_memory_kib: int = 65_536
    argon2_lanes: int = 4
    idle_lock_seconds: int = 300
    room_lock_seconds: int = 1_200
    sign_in_seconds: int = 43_200
    secure_cookies: bool = False
    sample: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                msg = f"{_variable(name)} must lie between {low} and {high}, not {value}."
                raise SettingsError(msg)
        if self.host not in LOOPBACK and not self.secure_cookies:
            msg = "Cookies without TLS are for loopback only: set COUNTROOM_SECURE_COOKIES=1."
            raise SettingsError(msg)
        if self.is_sqlite and self.workers != 1:
            msg = "SQLite is served by one process: set COUNTROOM_WORKERS=1 or use PostgreSQL."
            raise SettingsError(msg)

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file."""
        return self.database_url.startswith("sqlite")

    @property
    def rounds(self) -> Path:
        """Folder of the rounds played."""
        return self.data / "rounds"

    @property
    def prints(self) -> Path:
        """Folder where prints are made before they are kept."""
        return self.data / "prints"

    @property
    def keys(self) -> Path:
        """Folder of what only its owner may read."""
        return self.data / "keys"

    @property
    def anchor(self) -> Path:
        """File that holds the journal's head outside the database."""
        return self.keys / "journal-head"

    def secret(self) -> bytes:
        """Read the secret of this installation, made at the first call.

        Raises:
            SettingsError: Others can read the file, or it is cut.
        """
        path = self.keys / "secret"
        self.keys.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return _read_secret(path)
        with os.fdopen(descriptor, "wb") as file:
            made = secrets.token_bytes(_SECRET_BYTES)
            file.write(made)
        return made

    @classmethod
    def for_data(
        cls,
        data: Path,
        *,
        database: str | None = None,
        environment: Mapping[str, str] | None = None,
        **given: object,
    ) -> "AppSettings":
        """Settings of a data folder, from the environment and what a command was given.

        Args:
            data: The data folder.
            database: URL of a database elsewhere.
            environment: ``COUNTROOM_*`` variables; the process's own if none are given.
            **given: Attributes that go before the environment; nothing counts as not given.

        Raises:
            SettingsError: A value cannot be used.
        """
        named = os.environ if environment is None else environment
        values: dict[str, object] = {
            name: _whole(_variable(name), named[_variable(name)])
            for name in _RANGES
            if _variable(name) in named
        }
        if "COUNTROOM_HOST" in named:
            values["host"] = named["COUNTROOM_HOST"]
        values |= {name: value for name, value in given.items() if value is not None}
        values.setdefault("secure_cookies", _secure(named, str(values.get("host", "127.0.0.1"))))
        folder = data.expanduser().absolute()
        elsewhere = database or named.get("COUNTROOM_DATABASE")
        url = elsewhere or f"sqlite:///{folder / 'countroom.db'}"
        return cls(data=folder, database_url=url, **values)  # type: ignore[arg-type]


_RANGES: Final[dict[str, tuple[int, int]]] = {
    "port": (0, 65_535),
    "workers": (1, 64),
    "threads": (1, 256),
    "proxy_hops": (0, 5),
    "argon2_time": (1, 20),
    "argon2_memory_kib": (8, 1_048_576),
    "argon2_lanes": (1, 16),
    "idle_lock_seconds": (30, 3_600),
    "room_lock_seconds": (30, 7_200),
    "sign_in_seconds": (60, 43_200),
}
"""Smallest and largest value of each whole number."""


def _variable(name: str) -> str:
    return f"COUNTROOM_{name.upper()}"


def _whole(variable: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        msg = f"{variable} must be a whole number, not {text!r}."
        raise SettingsError(msg)
    return int(text)


def _secure(named: Mapping[str, str], host: str) -> bool:
    """Whether cookies go over TLS only: as set, and otherwise off on loopback alone."""
    text = named.get("COUNTROOM_SECURE_COOKIES", "")
    if text not in {"", "0", "1"}:
        msg = f"COUNTROOM_SECURE_COOKIES must be 0 or 1, not {text!r}."
        raise SettingsError(msg)
    return text == "1" if text else host not in LOOPBACK


def _read_secret(path: Path) -> bytes:
    if path.stat().st_mode & 0o077:
        msg = f"Others can read {path.name} in the keys folder: take their rights away (0600)."
        raise SettingsError(msg)
    found = path.read_bytes()
    if len(found) != _SECRET_BYTES:
        msg = f"{path.name} in the keys folder is cut: put the kept one back."
        raise SettingsError(msg)
    return found
