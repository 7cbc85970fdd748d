"""The keys of a played day: taken for the drop and the count, and brought back."""

from typing import Final

from countroom.domain.keys import KeyKind, keys_of
from countroom.operations import keys
from countroom.operations.play.stage import Actor, Stage

DROP: Final = frozenset({KeyKind.RELEASE, KeyKind.TROLLEY})
"""What the drop takes: every release key, and the trolley's."""

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
