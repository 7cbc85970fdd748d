"""Lists of excluded people, and who on a mailing is on one: the same name, or one like it.

The same name is refused without asking anybody. A name that is only like it is put before a
person, with the reason why it is like it.

Reference:
    525.21(q)(7); chapters 503a (self-exclusion) and 511a (exclusion); V_96.
"""

import csv
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from typing import Final

from countroom.errors import EntryError

MOST: Final = 20_000
"""Rows of one file."""

_SAID: Final = 5
"""Faults of a file that are said one by one."""

_NOT_A_WORD: Final = re.compile(r"[^\w]+")
_TITLES: Final = frozenset({"mr", "mrs", "ms", "miss", "dr", "jr", "sr", "ii", "iii", "iv"})
_LONG: Final = 8
_SHORT: Final = 4


class ListKind(StrEnum):
    """Which list."""

    SELF_EXCLUSION = "self_exclusion"
    EXCLUSION = "exclusion"

    @property
    def word(self) -> str:
        """As a sentence names it."""
        return "self-exclusion list" if self is ListKind.SELF_EXCLUSION else "exclusion list"


class Likeness(StrEnum):
    """Why a name is taken for one on a list."""

    SAME = "the same name"
    MORE_NAMES = "one has a name more than the other"
    INITIAL = "an initial stands for a name"
    SPELT = "one name is spelt a little differently"
    ADDRESS = "the same address, and a name in common"


@dataclass(frozen=True, slots=True)
class Patron:
    """Somebody a coupon is mailed to, or somebody on a list.

    Attributes:
        name: As written.
        address: As written; a list may leave it out.
    """

    name: str
    address: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The parts of the name that are compared: plain letters, in order of the alphabet."""
        return tuple(sorted(word for word in _words(self.name) if word not in _TITLES))

    @property
    def place(self) -> str:
        """The address as it is compared."""
        return " ".join(_words(self.address))


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of a list.

    Attributes:
        kind: Which list.
        who: Name and address.
    """

    kind: ListKind
    who: Patron


@dataclass(frozen=True, slots=True)
class Match:
    """Somebody on a mailing who is on a list, or may be.

    Attributes:
        patron: Place on the mailing, from 0.
        listed: The entry.
        likeness: Why.
    """

    patron: int
    listed: Listed
    likeness: Likeness

    @property
    def exact(self) -> bool:
        """Whether it is the same name: refused, whoever it is."""
        return self.likeness is Likeness.SAME


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return [word for word in _NOT_A_WORD.split(bare.replace("'", "")) if word]


def _apart(one: str, other: str) -> int:
    """How many letters are to be changed, added or left out to make one word the other."""
    row = list(range(len(other) + 1))
    for n, letter in enumerate(one, start=1):
        before, row[0] = row[0], n
        for m, wanted in enumerate(other, start=1):
            before, row[m] = row[m], min(row[m] + 1, row[m - 1] + 1, before + (letter != wanted))
    return row[-1]


def _like(one: str, other: str) -> Likeness | None:
    """Why two words may be one name."""
    if min(len(one), len(other)) == 1:
        return Likeness.INITIAL if one[0] == other[0] else None
    longest = max(len(one), len(other))
    allowed = 2 if longest >= _LONG else int(longest >= _SHORT)
    return Likeness.SPELT if _apart(one, other) <= allowed else None


def likeness(one: Patron, other: Patron) -> Likeness | None:
    """Why two people may be one, or nothing.

    >>> likeness(Patron("Jon Sample"), Patron("SAMPLE, John")).value
    'one name is spelt a little differently'
    """
    mine, theirs = one.names, other.names
    if mine == theirs:
        return Likeness.SAME
    shared = set(mine) & set(theirs)
    if not shared:
        return None
    if len(shared) > 1 and shared in (set(mine), set(theirs)):
        return Likeness.MORE_NAMES
    left, right = sorted(set(mine) - shared), sorted(set(theirs) - shared)
    if len(left) == len(right) == 1 and (found := _like(left[0], right[0])):
        return found
    return Likeness.ADDRESS if one.place and one.place == other.place else None


def scrub(patrons: Sequence[Patron], listed: Iterable[Listed]) -> tuple[Match, ...]:
    """Everybody on a mailing who is on a list or may be, each with every entry like him.

    Only entries that share a name with him are compared, so that long lists stay quick.
    """
    by_name: dict[str, list[Listed]] = defaultdict(list)
    for entry in listed:
        for name in set(entry.who.names):
            by_name[name].append(entry)
    return tuple(
        match for place, patron in enumerate(patrons) for match in _matches(place, patron, by_name)
    )


def _matches(place: int, patron: Patron, by_name: dict[str, list[Listed]]) -> Iterator[Match]:
    candidates = dict.fromkeys(
        entry for name in set(patron.names) for entry in by_name.get(name, ())
    )
    for entry in candidates:
        found = likeness(patron, entry.who)
        if found is not None:
            yield Match(place, entry, found)


def read_people(text: str, *, field: str, addressed: bool) -> tuple[Patron, ...]:
    """Read a file of people: a heading ``name,address``, then a row each.

    Args:
        text: The file.
        field: What the faults are said of.
        addressed: Whether everybody needs an address.

    Raises:
        EntryError: The heading, the number of rows, or rows: each of the first is named by its
            line.
    """
    rows = csv.DictReader(StringIO(text.removeprefix("\ufeff").strip()), strict=True)
    people: list[Patron] = []
    faults: list[str] = []
    try:
        if not {"name", "address"} <= set(rows.fieldnames or ()):
            raise EntryError({field: "The first line names the columns: name,address"})
        for row in rows:
            who = Patron((row["name"] or "").strip(), (row["address"] or "").strip())
            if fault := _fault(who, addressed=addressed, more=None in row):
                faults.append(f"Line {rows.line_num} {fault}.")
            people.append(who)
    except csv.Error:
        line = rows.reader.line_num
        faults.append(f"Line {line} is no line of a CSV file: look at its quotation marks.")
    if faults:
        raise EntryError({field: _several(faults)})
    if not 0 < len(people) <= MOST:
        raise EntryError({field: f"A file holds 1 to {MOST:,} people, not {len(people):,}."})
    return tuple(people)


def _fault(who: Patron, *, addressed: bool, more: bool) -> str:
    """What is wrong with a row, or nothing."""
    if more:
        return "has more columns than its heading: put an address with commas in quotation marks"
    if not who.names:
        return "lacks a name"
    if addressed and not who.address:
        return "lacks an address"
    if any(unicodedata.category(char) == "Cc" for char in who.name + who.address):
        return "holds a line break or another control character"
    return ""


def _several(faults: Sequence[str]) -> str:
    """Say the first faults, and how many there are beyond them."""
    said = " ".join(faults[:_SAID])
    return said if len(faults) <= _SAID else f"{said} And {len(faults) - _SAID:,} more."
