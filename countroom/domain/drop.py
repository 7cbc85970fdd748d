"""The drop: a box's states from the table to the shelf, and which moves the rules allow.

Reference:
    BOX_ORDER, V_34, V_35; states B0-B9, B2x, B5x.
"""

from enum import StrEnum
from typing import Final

from countroom.errors import RuleError
from countroom.regulations import BOX_ORDER, V_35, Rule


class BoxState(StrEnum):
    """Where a box stands."""

    STORED_EMPTY = "B0"
    ON_TABLE = "B1"
    DROPPED = "B2"
    STUCK_ON_TABLE = "B2x"
    IN_TRANSIT = "B3"
    RECEIVED = "B4"
    OPENED = "B5"
    FORCED = "B5x"
    EMPTIED = "B6"
    SHOWN_EMPTY = "B7"
    COUNTED = "B8"
    RECORDED = "B9"

    @property
    def word(self) -> str:
        """The state in a word, as screens say it."""
        return _WORDS[self]


_WORDS: Final = {
    BoxState.STORED_EMPTY: "stored empty",
    BoxState.ON_TABLE: "on table",
    BoxState.DROPPED: "dropped",
    BoxState.STUCK_ON_TABLE: "stuck on table",
    BoxState.IN_TRANSIT: "in transit",
    BoxState.RECEIVED: "waiting",
    BoxState.OPENED: "opened",
    BoxState.FORCED: "forced open",
    BoxState.EMPTIED: "emptied",
    BoxState.SHOWN_EMPTY: "shown empty",
    BoxState.COUNTED: "counted",
    BoxState.RECORDED: "recorded",
}

_B = BoxState

MOVES: Final[dict[BoxState, frozenset[BoxState]]] = {
    _B.STORED_EMPTY: frozenset({_B.ON_TABLE}),
    _B.ON_TABLE: frozenset({_B.DROPPED, _B.STUCK_ON_TABLE}),
    _B.STUCK_ON_TABLE: frozenset({_B.DROPPED}),
    _B.DROPPED: frozenset({_B.IN_TRANSIT}),
    _B.IN_TRANSIT: frozenset({_B.RECEIVED}),
    _B.RECEIVED: frozenset({_B.OPENED, _B.FORCED}),
    _B.FORCED: frozenset({_B.EMPTIED}),
    _B.OPENED: frozenset({_B.EMPTIED}),
    _B.EMPTIED: frozenset({_B.SHOWN_EMPTY}),
    _B.SHOWN_EMPTY: frozenset({_B.COUNTED}),
    _B.COUNTED: frozenset({_B.RECORDED}),
    _B.RECORDED: frozenset({_B.STORED_EMPTY}),
}
"""From each state, where a box goes in the ordinary course."""

REMOVED: Final = frozenset(
    {
        _B.DROPPED,
        _B.IN_TRANSIT,
        _B.RECEIVED,
        _B.OPENED,
        _B.FORCED,
        _B.EMPTIED,
        _B.SHOWN_EMPTY,
        _B.COUNTED,
    }
)
"""A box in one of these came off its table, and its money is in no record yet."""

STRAYED: Final = frozenset(
    {_B.STORED_EMPTY, _B.ON_TABLE, _B.DROPPED, _B.STUCK_ON_TABLE, _B.RECEIVED, _B.RECORDED}
)
"""Where a box may come from that turns up in the trolley without standing on the manifest; one
that was received for an earlier count stayed uncounted there."""

OPEN_AT_STATION: Final = frozenset({_B.OPENED, _B.FORCED, _B.EMPTIED, _B.SHOWN_EMPTY, _B.COUNTED})
"""A box in one of these occupies its station (V-34)."""


def move(state: BoxState, to: BoxState, *, extra: bool = False, again: bool = False) -> BoxState:
    """Move a box, or refuse.

    Args:
        state: Where it stands.
        to: Where it is to go.
        extra: It was received without standing on the manifest (a Drop Variance Report names
            it), so it may come from where it strayed.
        again: The count was suspended while it was open; it is counted again from nothing.

    Raises:
        RuleError: The rules do not allow the move; counting a box that was not shown empty is
            refused by V-35, everything else by the order of the states.
    """
    if to in MOVES[state]:
        return to
    if extra and to is _B.RECEIVED and state in STRAYED:
        return to
    if again and to is _B.OPENED and state in OPEN_AT_STATION:
        return to
    raise RuleError(_rule(state, to), _sentence(state, to))


def _rule(state: BoxState, to: BoxState) -> Rule:
    unshown = state in {_B.OPENED, _B.FORCED, _B.EMPTIED}
    return V_35 if unshown and to in {_B.COUNTED, _B.RECORDED} else BOX_ORDER


def _sentence(state: BoxState, to: BoxState) -> str:
    if _rule(state, to) is V_35:
        return "Show the box empty before it is counted."
    return f"A box that is {state.word} cannot become {to.word}."
