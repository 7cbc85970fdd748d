"""Takes the keys of one TOML table, noting every fault instead of stopping at the first.

A key that is wrong gives a harmless value to go on with; the fact is not made then.
"""

import difflib
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any, Final, TypeVar

from countroom.errors import EntryError
from countroom.money import ZERO, Money, dollars

_CLOCK: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})", re.ASCII)

E = TypeVar("E", bound=StrEnum)
F = TypeVar("F")


def did_you_mean(word: str, known: list[str]) -> str:
    """Say which known word was probably meant, or which there are."""
    close = difflib.get_close_matches(word, known, n=1)
    return f" Did you mean {close[0]!r}?" if close else f" Known here: {', '.join(known)}."


@dataclass
class Entry:
    """One table of the file while it is read: what was asked for, and what is wrong with it."""

    place: str
    raw: Mapping[str, Any]
    faults: dict[str, str]
    number_in_list: int = 1
    asked: list[str] = field(default_factory=list)

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}"

    def fault(self, key: str, sentence: str) -> None:
        """Note what is wrong with a key; the first fault of a key stands."""
        self.faults.setdefault(self._at(key), sentence)

    def value(self, key: str, *, needed: bool) -> Any:
        """Take the value of a key as it stands, None where there is none."""
        self.asked.append(key)
        found = self.raw.get(key)
        if found is None and needed:
            self.fault(key, f"{key} is missing.")
        return found

    def text(self, key: str, default: str | None = None) -> str:
        """Take a text, in Unicode form NFC."""
        found = self.value(key, needed=default is None)
        if isinstance(found, str):
            return unicodedata.normalize("NFC", found)
        if found is not None:
            self.fault(key, f'{key} must be a text in quotes, such as "007".')
        return default or ""

    def texts(self, key: str, *, needed: bool = True) -> tuple[str, ...]:
        """Take a list of texts."""
        found = self.value(key, needed=needed)
        if found is None:
            return ()
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            return tuple(unicodedata.normalize("NFC", each) for each in found)
        self.fault(key, f'{key} must be a list of texts, such as ["A", "B"].')
        return ()

    def choice(self, key: str, kind: type[E], default: E | None = None) -> E:
        """Take one of a few words."""
        word = self.text(key, default)
        chosen = self._word(key, word, kind) if word else None
        return chosen or default or next(iter(kind))

    def choices(self, key: str, kind: type[E], *, needed: bool = True) -> tuple[E, ...]:
        """Take a list of a few words."""
        words = (self._word(key, word, kind) for word in self.texts(key, needed=needed))
        return tuple(word for word in words if word is not None)

    def _word(self, key: str, word: str, kind: type[E]) -> E | None:
        known = [each.value for each in kind]
        if word in known:
            return kind(word)
        self.fault(key, f"{word!r} is not known here.{did_you_mean(word, known)}")
        return None

    def number(self, key: str, default: int) -> int:
        """Take a whole number."""
        found = self.value(key, needed=False)
        if found is None or type(found) is int:
            return default if found is None else found
        self.fault(key, f"{key} must be a whole number.")
        return default

    def flag(self, key: str, *, default: bool) -> bool:
        """Take true or false."""
        found = self.value(key, needed=False)
        if found is None or type(found) is bool:
            return default if found is None else found
        self.fault(key, f"{key} must be true or false.")
        return default

    def clock(self, key: str, default: time) -> time:
        """Take a time of day, ``"06:00"``."""
        found = self.value(key, needed=False)
        if found is None:
            return default
        if isinstance(found, time):
            return found
        match = _CLOCK.fullmatch(found) if isinstance(found, str) else None
        if match and int(match[1]) < 24 and int(match[2]) < 60:
            return time(int(match[1]), int(match[2]))
        self.fault(key, f'{key} must be a time of day, such as "06:00".')
        return default

    def day(self, key: str) -> date | None:
        """Take a date, ``2027-12-31`` without quotes, or nothing."""
        found = self.value(key, needed=False)
        if found is None or (isinstance(found, date) and not isinstance(found, datetime)):
            return found
        self.fault(key, f"{key} must be a date without quotes, such as 2027-12-31.")
        return None

    def amount(self, key: str, default: Money | None = None) -> Money:
        """Take dollars: a whole number, or a text such as ``"2.50"``."""
        found = self.value(key, needed=default is None)
        amount = None if found is None else self._dollars(key, found)
        if amount is not None:
            return amount
        return ZERO if default is None else default

    def amounts(self, key: str, default: tuple[Money, ...] | None = None) -> tuple[Money, ...]:
        """Take a list of dollars, put in order: highest first."""
        found = self.value(key, needed=default is None)
        if found is None:
            return default or ()
        if not isinstance(found, list):
            self.fault(key, f'{key} must be a list of dollars, such as [100, 5, "2.50"].')
            return ()
        read = (self._dollars(key, each) for each in found)
        return tuple(sorted((each for each in read if each is not None), reverse=True))

    def _dollars(self, key: str, found: object) -> Money | None:
        if isinstance(found, str) or type(found) is int:
            try:
                return dollars(str(found))
            except ValueError as refusal:
                self.fault(key, f"{key}: {refusal}")
                return None
        self.fault(key, f'{key} must be dollars: a whole number, or in quotes such as "2.50".')
        return None

    def close(self) -> None:
        """Name the keys that nobody asked for."""
        for key in self.raw:
            if key not in self.asked:
                self.fault(key, f"{key} is no key here.{did_you_mean(key, self.asked)}")

    def build(self, make: Callable[[], F], **renamed: str) -> F | None:
        """Make the fact, or note what it finds wrong with itself.

        Args:
            make: Makes it from what was taken.
            renamed: Field of the fact to key of the file, where they differ.
        """
        self.close()
        try:
            fact = make()
        except EntryError as refusal:
            for name, sentence in refusal.fields.items():
                self.fault(renamed.get(name, name), sentence)
            return None
        mine = f"{self.place}."
        return None if any(place.startswith(mine) for place in self.faults) else fact
