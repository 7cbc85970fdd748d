"""The keys of the house: which there are, who may hold one, and how a key stands.

The keys that turn the locks of the boxes are those of the key sets; beside them stand one key
to the inventory containers of each pit, one to the trolley and one to the count room's door.

Reference:
    525.17(b); 3.2 of the procedure; V_03, KEY_CUSTODY.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from countroom.domain.floor import Box
from countroom.domain.house import House
from countroom.domain.people import Role


class KeyKind(StrEnum):
    """What a key opens."""

    RELEASE = "release"
    CONTENT_A = "content_a"
    CONTENT_B = "content_b"
    CONTAINER = "container"
    TROLLEY = "trolley"
    ROOM = "room"

    @property
    def printed(self) -> str:
        """What it is called."""
        return _PRINTED[self]


_PRINTED: Final = {
    KeyKind.RELEASE: "Release key",
    KeyKind.CONTENT_A: "Content key A",
    KeyKind.CONTENT_B: "Content key B",
    KeyKind.CONTAINER: "Inventory container key",
    KeyKind.TROLLEY: "Trolley key",
    KeyKind.ROOM: "Count room key",
}

CONTENT: Final = frozenset({KeyKind.CONTENT_A, KeyKind.CONTENT_B})
"""Keys that go out for a count, both together, to two people (V-03)."""

HOLDERS: Final[dict[KeyKind, frozenset[Role]]] = {
    KeyKind.RELEASE: frozenset({Role.SECURITY, Role.DROP_TEAM}),
    KeyKind.CONTAINER: frozenset({Role.FLOORPERSON, Role.PIT_CLERK}),
    KeyKind.TROLLEY: frozenset({Role.SECURITY, Role.DROP_TEAM, Role.COUNT_ROOM_SUPERVISOR}),
    KeyKind.ROOM: frozenset({Role.SECURITY, Role.COUNT_ROOM_SUPERVISOR}),
}
"""Duties that a key is given to; whoever carries chips holds no container key."""


class KeyState(StrEnum):
    """How a key stands."""

    IN = "in"
    OUT = "out"
    LOST = "lost"
    BROKEN = "broken"


UNUSABLE: Final = frozenset({KeyState.LOST, KeyState.BROKEN})
"""A key in one of these turns no lock until the lock is re-keyed."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Attributes:
        kind: What it opens.
        code: Which of its kind: its own code, or the pit's.
        opens: What it opens, in words.
    """

    kind: KeyKind
    code: str
    opens: str

    @property
    def name(self) -> str:
        """What it is called on record, ``release-R1``."""
        return f"{self.kind.value}-{self.code}"

    @property
    def printed(self) -> str:
        """What screens call it."""
        return f"{self.kind.printed} {self.code}"


_TURNS: Final = {
    KeyKind.RELEASE: "takes boxes off their tables",
    KeyKind.CONTENT_A: "first lock of the contents",
    KeyKind.CONTENT_B: "second lock of the contents",
}


def _of_boxes(house: House) -> list[Key]:
    keys: dict[str, Key] = {}
    for kind in _TURNS:
        for key_set in house.key_sets:
            key = Key(kind, getattr(key_set, kind.value), _TURNS[kind])
            keys.setdefault(key.name, key)
    return list(keys.values())


def keys_of(house: House) -> tuple[Key, ...]:
    """Every key of a house, the boxes' first."""
    pits = (Key(KeyKind.CONTAINER, pit.code, f"containers of {pit.name}") for pit in house.pits)
    return (
        *_of_boxes(house),
        *pits,
        trolley_key(),
        Key(KeyKind.ROOM, "1", "the count room's door"),
    )


def trolley_key() -> Key:
    """The key to the trolley."""
    return Key(KeyKind.TROLLEY, "1", "the trolley")


def container_key(house: House, table: str) -> Key:
    """The key to the inventory containers of a table's pit."""
    code = house.table(table).pit
    return next(key for key in keys_of(house) if (key.kind, key.code) == (KeyKind.CONTAINER, code))


def release_key(house: House, box: Box) -> Key:
    """The key that takes a box off its table."""
    return Key(KeyKind.RELEASE, house.key_set_of(box).release, _TURNS[KeyKind.RELEASE])


def keys_of_box(house: House, box: Box) -> dict[KeyKind, str]:
    """Names of the keys that turn a box's locks."""
    key_set = house.key_set_of(box)
    return {kind: Key(kind, getattr(key_set, kind.value), "").name for kind in _TURNS}
