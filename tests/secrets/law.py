"""Who may learn what, written down from the law and not from the program.

525.19(y) and 58 Pa. Code 465a.25: until the conclusion no figure leaves the room; who recounts
obtains none before his own is in and agreed, or was taken to the team; the strapping team counts
blind; while the money lies before the cashier nobody in the room has a figure on a screen; the
original and its documents never go to the cage, which has a copy of its own.
"""

from typing import Final

from countroom.domain.people import Role
from tests.secrets.house import Onlooker
from tests.secrets.planted import Secret

_ROOM: Final = frozenset(
    {Role.COUNT_TEAM, Role.COUNT_ROOM_SUPERVISOR, Role.COUNT_ROOM_EMPLOYEE, Role.CCR}
)
_CAGE: Final = frozenset({Role.MAIN_BANK_CASHIER, Role.CAGE_SUPERVISOR, Role.CHIP_BANK_CASHIER})
_BOOKS: Final = frozenset(
    {Role.ACCOUNTING, Role.ACCOUNTING_SUPERVISOR, Role.INTERNAL_AUDIT, Role.CCR}
)
_ORIGINALS: Final = _BOOKS | {Role.COUNT_ROOM_SUPERVISOR}

_S = Secret
_NOTHING: Final[frozenset[Secret]] = frozenset()
_COUNTED: Final = frozenset({_S.COUNT})
_COMPARED: Final = frozenset({_S.COUNT, _S.SECOND, _S.DIFFERENCE})
_AGREED: Final = _COMPARED | {_S.SUPPLEMENT}

MOMENTS: Final[dict[str, str]] = {
    **dict.fromkeys(("C1", "C2", "C3", "CS-C3", "paper"), "counting"),
    **dict.fromkeys(("C4", "CS-C4"), "blind"),
    "C4a": "proved",
    **dict.fromkeys(("C5", "C5-begun", "CS-C5"), "curtain"),
    **dict.fromkeys(("C7", "C7-over", "C7-elsewhere", "C7a", "CS-C7"), "curtain"),
    "C7b-proof": "unproved",
    **dict.fromkeys(("C7b", "C7b-reopened"), "open"),
    **dict.fromkeys(("C8", "C9", "C10", "C11", "C12", "C13", "CS-C8"), "agreed"),
    "C14": "concluded",
    "second": "concluded",
}
"""What each state is to the law."""

_THIRD: Final = frozenset({"cage.third_copy", "cage.reprinted_third"})
"""The cage's own copy."""

_INSIDE: Final[dict[str, frozenset[Secret]]] = {
    "counting": _COUNTED | {_S.DRAFT},
    "blind": _NOTHING,
    "proved": _COUNTED,
    "curtain": _NOTHING,
    "unproved": _COMPARED,
    "open": _COMPARED,
    "agreed": _AGREED,
}
"""What those who work in the room may see before the conclusion, signed on to the count."""

_CAGE_INSIDE: Final[dict[str, frozenset[Secret]]] = {"open": _COMPARED, "agreed": _AGREED}
"""What the cage may see in the room before the conclusion: nothing it could recount from."""

_OWN_DRAFTS: Final[dict[tuple[str, Role], Secret]] = {
    ("blind", Role.COUNT_TEAM): _S.PROOF_DRAFT,
    ("curtain", Role.MAIN_BANK_CASHIER): _S.RECOUNT_DRAFT,
}
"""What somebody typed himself and has not handed in."""


_SLIPS: Final = frozenset(
    {
        "pit.rack_slip",
        "pit.again",
        "pit.void_rack",
        "pit.print_form",
        "copies.pdf",
        "accounting.file",
    }
)
"""Pages that show a slip itself, to those who handle it: nobody counts a rack on one."""


def may_see(state: str, one: Onlooker | None, endpoint: str) -> frozenset[Secret]:
    """What somebody may learn from one page in one state; nobody is not signed in."""
    if one is None:
        return _NOTHING
    slip = frozenset({_S.RACK}) if endpoint in _SLIPS else _NOTHING
    return slip | _of_the_count(state, one, endpoint)


def _of_the_count(state: str, one: Onlooker, endpoint: str) -> frozenset[Secret]:
    moment = MOMENTS[state]
    if moment == "concluded":
        return _after(state, one, endpoint)
    if not one.inside:
        return _NOTHING
    own = _OWN_DRAFTS.get((moment, one.duty))
    mine = _NOTHING if own is None else frozenset({own})
    if one.duty in _CAGE:
        return mine | _CAGE_INSIDE.get(moment, _NOTHING)
    return mine | (_INSIDE[moment] if one.duty in _ROOM else _NOTHING)


def _after(state: str, one: Onlooker, endpoint: str) -> frozenset[Secret]:
    late = state == "second" and one.inside and one.duty in _ROOM
    found = frozenset({_S.LATE}) if late else _NOTHING
    if one.duty in _CAGE:
        return _COMPARED if endpoint in _THIRD else _NOTHING
    if one.duty in _ORIGINALS:
        found |= _AGREED
    if one.duty in _BOOKS:
        found |= {_S.BOOKS, _S.ROUND, _S.RACK}
    if one.duty is Role.SURVEILLANCE and endpoint == "accounting.felt":
        found |= {_S.ROUND}
    return found


MUST_SEE: Final[dict[str, tuple[tuple[str, str, frozenset[Secret]], ...]]] = {
    "C3": (
        ("T1", "count_room.board", _COUNTED),
        ("T1", "count_room.box", _COUNTED | {_S.DRAFT}),
        ("T1", "count_room.change", _COUNTED),
        ("S1", "count_room.board", _COUNTED),
        ("E1", "count_room.board", _COUNTED),
        ("B1", "count_room.board", _COUNTED),
        ("B1", "count_room.box", _COUNTED | {_S.DRAFT}),
    ),
    "C4": (("T1", "count_room.proof", frozenset({_S.PROOF_DRAFT})),),
    "C4a": (
        ("T1", "count_room.present", _COUNTED),
        ("S1", "count_room.present", _COUNTED),
        ("S1", "count_room.box", _COUNTED),
    ),
    "C5-begun": (("M1", "cage.sheet", frozenset({_S.RECOUNT_DRAFT})),),
    "C7b-proof": (("T1", "count_room.recheck", frozenset({_S.DIFFERENCE, _S.SECOND})),),
    "C7b": (
        ("T1", "count_room.recheck", frozenset({_S.DIFFERENCE, _S.SECOND})),
        ("S1", "count_room.unallocated", frozenset({_S.DIFFERENCE})),
    ),
    "C8": (
        ("T1", "count_room.shown", _COMPARED),
        ("S1", "count_room.shown", _COMPARED),
        ("M1", "count_room.shown", _COMPARED),
        ("B1", "count_room.shown", _COMPARED),
    ),
    "C12": (
        ("T1", "count_room.supplement_named", frozenset({_S.SUPPLEMENT})),
        ("B1", "compliance.second_copy", _COMPARED),
        ("M1", "cage.third_copy", _COMPARED),
    ),
    "C14": (
        ("outside accounting", "accounting.day", frozenset({_S.COUNT, _S.BOOKS})),
        ("outside accounting", "accounting.file", frozenset({_S.COUNT, _S.BOOKS})),
        ("outside internal_audit", "accounting.file", frozenset({_S.COUNT, _S.BOOKS})),
        ("outside surveillance", "accounting.felt", frozenset({_S.ROUND})),
        ("outside ccr", "compliance.second_copy", _COMPARED),
        ("outside main_bank_cashier", "cage.third_copy", _COMPARED),
    ),
    "second": (("T1", "count_room.board", frozenset({_S.LATE})),),
}
"""What must show, and to whom: without it a blank page would keep every secret."""
