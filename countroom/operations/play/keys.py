"""The keys of a played day: taken for the drop and the count, and brought back."""

from typing import Final

from countroom.domain.keys import KeyKind, container_key, keys_of
from countroom.operations import keys
from countroom.operations.play.stage import Actor, Stage

DROP: Final = frozenset({KeyKind.RELEASE, KeyKind.TROLLEY})
"""What the drop takes: every release key, and the trolley's."""

RELEASE: Final = frozenset({KeyKind.RELEASE})
"""What a box that changes in the course of the day takes."""

ROOM: Final = frozenset({KeyKind.ROOM})
"""What the count takes, beside the content keys."""


def _of(stage: Stage, kinds: frozenset[KeyKind]) -> list[str]:
    return [key.name for key in keys_of(stage.house) if key.kind in kinds]


def take(stage: Stage, kinds: frozenset[KeyKind], actor: Actor, purpose: str) -> None:
    """Sign keys out to somebody, at this moment."""
    for name in _of(stage, kinds):
        asked = {"named": name, "purpose": purpose}
        stage.do(stage.now, stage.who(*actor), keys.sign_out, proof=stage.proof(*actor), **asked)


def bring(stage: Stage, kinds: frozenset[KeyKind], actor: Actor) -> None:
    """Sign keys in again, at this moment."""
    for name in _of(stage, kinds):
        proof = stage.proof(*actor)
        stage.do(stage.now, stage.who(*actor), keys.sign_in, proof=proof, named=name)


def container(stage: Stage, table: str, actor: Actor, *, out: bool) -> None:
    """Sign the key to a table's container out to open it, or in again, at this moment."""
    name = container_key(stage.house, table).name
    who, proof = stage.who(*actor), stage.proof(*actor)
    if out:
        asked = {"named": name, "purpose": f"opening {table}"}
        stage.do(stage.now, who, keys.sign_out, proof=proof, **asked)
    else:
        stage.do(stage.now, who, keys.sign_in, proof=proof, named=name)
