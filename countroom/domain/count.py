"""The count: its states from the locked room to the conclusion, and which moves are allowed.

Reference:
    COUNT_ORDER; states C0-C14, C4a, C7a, C7b, CS.
"""

from enum import StrEnum
from typing import Final

from countroom.errors import RuleError
from countroom.regulations import COUNT_ORDER


class CountState(StrEnum):
    """Where a count stands."""

    SCHEDULED = "C0"
    ROOM_SECURED = "C1"
    RECONCILED_IN = "C2"
    COUNTING = "C3"
    ALL_RECORDED = "C4"
    PROVED = "C4a"
    PRESENTED = "C5"
    RECOUNTED = "C6"
    DISCREPANT = "C7"
    STRAPS_DIRECTED = "C7a"
    TEAM_RECHECK = "C7b"
    AGREED = "C8"
    CASHIER_SIGNED = "C9"
    CCR_SIGNED = "C10"
    COPIES_DISTRIBUTED = "C11"
    PROCEEDS_SEALED = "C12"
    ROOM_INSPECTED = "C13"
    CONCLUDED = "C14"
    SUSPENDED = "CS"

    @property
    def word(self) -> str:
        """The state in a word or two, as screens say it."""
        return _WORDS[self]

    @property
    def rank(self) -> int:
        """How far the count has come; a suspended one has no rank."""
        assert self is not CountState.SUSPENDED
        return list(CountState).index(self)


_C = CountState

_WORDS: Final = {
    _C.SCHEDULED: "scheduled",
    _C.ROOM_SECURED: "room secured",
    _C.RECONCILED_IN: "boxes received",
    _C.COUNTING: "counting",
    _C.ALL_RECORDED: "all boxes recorded",
    _C.PROVED: "proved",
    _C.PRESENTED: "presented",
    _C.RECOUNTED: "recounted",
    _C.DISCREPANT: "does not agree",
    _C.STRAPS_DIRECTED: "strap recount directed",
    _C.TEAM_RECHECK: "team recheck",
    _C.AGREED: "agreed",
    _C.CASHIER_SIGNED: "signed by the cashier",
    _C.CCR_SIGNED: "signed by the representative",
    _C.COPIES_DISTRIBUTED: "copies distributed",
    _C.PROCEEDS_SEALED: "proceeds sealed",
    _C.ROOM_INSPECTED: "room inspected",
    _C.CONCLUDED: "concluded",
    _C.SUSPENDED: "suspended",
}

MOVES: Final[dict[CountState, frozenset[CountState]]] = {
    _C.SCHEDULED: frozenset({_C.ROOM_SECURED}),
    _C.ROOM_SECURED: frozenset({_C.RECONCILED_IN}),
    _C.RECONCILED_IN: frozenset({_C.COUNTING}),
    _C.COUNTING: frozenset({_C.ALL_RECORDED}),
    _C.ALL_RECORDED: frozenset({_C.PROVED, _C.TEAM_RECHECK, _C.PRESENTED}),
    _C.PROVED: frozenset({_C.PRESENTED}),
    _C.PRESENTED: frozenset({_C.RECOUNTED}),
    _C.RECOUNTED: frozenset({_C.AGREED, _C.DISCREPANT}),
    _C.DISCREPANT: frozenset({_C.RECOUNTED, _C.STRAPS_DIRECTED, _C.TEAM_RECHECK}),
    _C.STRAPS_DIRECTED: frozenset({_C.RECOUNTED}),
    _C.TEAM_RECHECK: frozenset({_C.PROVED, _C.AGREED, _C.DISCREPANT, _C.RECOUNTED}),
    _C.AGREED: frozenset({_C.CASHIER_SIGNED, _C.TEAM_RECHECK}),
    _C.CASHIER_SIGNED: frozenset({_C.CCR_SIGNED, _C.TEAM_RECHECK}),
    _C.CCR_SIGNED: frozenset({_C.COPIES_DISTRIBUTED, _C.PROCEEDS_SEALED, _C.TEAM_RECHECK}),
    _C.COPIES_DISTRIBUTED: frozenset({_C.PROCEEDS_SEALED, _C.ROOM_INSPECTED}),
    _C.PROCEEDS_SEALED: frozenset({_C.COPIES_DISTRIBUTED, _C.ROOM_INSPECTED}),
    _C.ROOM_INSPECTED: frozenset({_C.CONCLUDED}),
    _C.CONCLUDED: frozenset(),
}
"""From each state, where a count goes. What must be true besides is checked at the act."""

CURTAINED: Final = frozenset({_C.PRESENTED, _C.RECOUNTED, _C.DISCREPANT, _C.STRAPS_DIRECTED})
"""The cashier stands beside the tablets: every screen in the room shows states, no figures."""

SUSPENDABLE: Final = frozenset(CountState) - {_C.SCHEDULED, _C.CONCLUDED, _C.SUSPENDED}


def move(state: CountState, to: CountState) -> CountState:
    """Move a count, or refuse.

    Suspending is a move from any state in the room; resuming goes back to where it was and is
    checked by ``resume``.

    Raises:
        RuleError: The order of the count does not allow the move.
    """
    if to is _C.SUSPENDED and state in SUSPENDABLE:
        return to
    if state is not _C.SUSPENDED and to in MOVES[state]:
        return to
    msg = f"A count that is {state.word} cannot become {to.word}."
    raise RuleError(COUNT_ORDER, msg)


def resume(state: CountState, before: CountState) -> CountState:
    """Take a suspended count back to where it stood.

    Raises:
        RuleError: It is not suspended.
    """
    if state is not _C.SUSPENDED:
        raise RuleError(COUNT_ORDER, f"This count is {state.word}, not suspended.")
    return before


def may_prove(state: CountState, *, recounted: bool) -> None:
    """Refuse a proof of the pools before the last box, or once the money was presented.

    Args:
        state: Where the count stands; in recheck the pools are proved again.
        recounted: The cashier has recounted: what differs then is not proved away.

    Raises:
        RuleError: It is too early or too late.
    """
    if state is _C.TEAM_RECHECK and recounted:
        msg = "The money was recounted: correct the boxes, or give it back to the recount."
        raise RuleError(COUNT_ORDER, msg)
    move(state, _C.PROVED)


def may_escalate(state: CountState, recounts: int) -> None:
    """Refuse the team's recheck before the loose pieces were counted a second time.

    Args:
        state: Where the count stands.
        recounts: How often the money was recounted; a pool proof that failed needs none.

    Raises:
        RuleError: No difference has shown, or it was recounted only once.
    """
    if state is not CountState.DISCREPANT:
        raise RuleError(COUNT_ORDER, f"This count is {state.word}: there is no difference.")
    if recounts < 2:
        msg = "The cashier recounts the loose pieces before the team checks its boxes."
        raise RuleError(COUNT_ORDER, msg)


def require_recheck(state: CountState) -> None:
    """Refuse what only a team that checks its boxes does.

    Raises:
        RuleError: The count is not in recheck.
    """
    if state is not CountState.TEAM_RECHECK:
        raise RuleError(COUNT_ORDER, f"This count is {state.word}: nothing is being rechecked.")


REOPENABLE: Final = frozenset({_C.AGREED, _C.CASHIER_SIGNED, _C.CCR_SIGNED})
"""Signed or about to be, and nothing has left the room yet."""


def may_reopen(state: CountState, *, copies_out: bool) -> None:
    """Refuse to reopen a count that did not agree yet, or of which a copy has gone out.

    Raises:
        RuleError: It stands elsewhere, or somebody holds a copy of what is to be changed.
    """
    if state not in REOPENABLE:
        raise RuleError(COUNT_ORDER, f"A count that is {state.word} is not reopened.")
    if copies_out:
        raise RuleError(COUNT_ORDER, "A copy has gone out: what is found now is supplementary.")


def check_between(state: CountState, first: CountState, last: CountState) -> CountState:
    """Refuse an act that is not done where the count stands.

    Args:
        state: Where it stands.
        first: Earliest state in which the act is done.
        last: Latest.

    Raises:
        RuleError: It is suspended, curtained, or stands elsewhere.
    """
    if state is _C.SUSPENDED:
        msg = "The count is suspended: supervisor and representative resume it first."
    elif state in CURTAINED and last not in CURTAINED:
        msg = f"The money is laid out ({state.word}): nothing is entered until it agrees."
    elif first.rank <= state.rank <= last.rank:
        return state
    else:
        msg = f"A count that is {state.word} is not where this is done."
    raise RuleError(COUNT_ORDER, msg)


def check_going_on(state: CountState) -> None:
    """Refuse what is done as long as a count goes on, wherever it stands.

    Raises:
        RuleError: It is concluded.
    """
    if state is _C.CONCLUDED:
        raise RuleError(COUNT_ORDER, "This count is concluded.")


def check_every_box(open_boxes: tuple[str, ...]) -> None:
    """Refuse to go on while a box is neither recorded nor named missing.

    Raises:
        RuleError: At least one is; they are named.
    """
    if open_boxes:
        which = "Box" if len(open_boxes) == 1 else "Boxes"
        verb = "is" if len(open_boxes) == 1 else "are"
        msg = f"{which} {', '.join(open_boxes)} {verb} neither recorded nor named missing."
        raise RuleError(COUNT_ORDER, msg)


def may_inspect(passed: frozenset[CountState]) -> None:
    """Refuse to inspect a room that money or documents have not left.

    Args:
        passed: Every state that the count has been in.

    Raises:
        RuleError: The copies are not distributed, or the proceeds are not sealed.
    """
    if not {CountState.COPIES_DISTRIBUTED, CountState.PROCEEDS_SEALED} <= passed:
        msg = "Documents and proceeds leave the room before it is inspected."
        raise RuleError(COUNT_ORDER, msg)
