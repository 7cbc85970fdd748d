"""The secrets of the house on the wire: every page, as everybody, in every state of a count.

By default one for each distinct decision of access: who stands differently to a count, in each
moment that is another to the law, at one page of each kind. ``--all`` walks the whole product.
"""

import base64
import json
import zlib
from pathlib import Path
from typing import Final

import pytest

from countroom.domain.people import Role
from countroom.regulations import SOD_2, V_51, V_64, V_66
from tests.secrets import house, law, planted, visit, world
from tests.secrets.house import ONLOOKERS, Onlooker

_AT_WORK: Final = ("T1", "S1", "B1", "M1")
_INSIDE: Final = (*_AT_WORK, "A1")


def _outside(*roles: Role) -> tuple[str, ...]:
    return tuple(map(house.outsider, roles))


_BOOKS: Final = _outside(Role.ACCOUNTING, Role.CCR)
_COULD: Final = _outside(Role.COUNT_TEAM, Role.MAIN_BANK_CASHIER)
"""They would see figures if they were in the room, or the count were concluded."""

_NEVER: Final = _outside(Role.SURVEILLANCE, Role.ADMINISTRATOR, Role.FLOORPERSON, Role.DEALER)

WALKS: Final[dict[str, tuple[str, ...]]] = {
    "C3": (*_INSIDE, *_BOOKS, *_COULD, *_NEVER),
    "C4": _INSIDE,
    "C4a": _INSIDE,
    "C7": (*_INSIDE, *_BOOKS, *_COULD),
    "C7b-proof": _AT_WORK,
    "C12": (*_INSIDE, *_BOOKS, *_COULD),
    "C14": (*_outside(Role.COUNT_ROOM_SUPERVISOR), *_BOOKS, *_COULD, *_NEVER),
    "second": ("T1", "M1", *_BOOKS),
}
"""State to who looks at it by default; nobody who is signed in looks at each."""


def _named(badges: tuple[str, ...]) -> tuple[Onlooker, ...]:
    return tuple(one for one in ONLOOKERS if one.badge in badges)


def _check_log(lines: list[str]) -> None:
    facts = {"at", "level", "says", "route", "method", "status", "ms", "device"}
    for line in lines:
        assert not planted.needles_in(line), line
        assert "(sample)" not in line, "a person's name is in the log"
        assert set(json.loads(line)) <= facts, line
    assert lines


def _check_shown(state: str, seen: visit.Seen, badges: set[str]) -> None:
    for said, endpoint, secrets in law.MUST_SEE.get(state, ()):
        badge = visit.badge_of(said)
        if badge in badges:
            shown = seen.shown.get((badge, endpoint), frozenset())
            assert secrets <= shown, f"{state}: {said} does not see {secrets} on {endpoint}"


@pytest.mark.rule(V_51)
@pytest.mark.rule(V_64)
@pytest.mark.rule(V_66)
@pytest.mark.rule(SOD_2)
@pytest.mark.parametrize("state", WALKS)
def test_every_page_keeps_its_secrets_and_shows_what_it_must(
    state: str, tmp_path: Path, log: list[str]
) -> None:
    there = world.place(state, tmp_path / "data")
    seen = visit.get_everything(there, (*_named(WALKS[state]), None))
    there.site.database.close()
    assert not seen.leaks, "\n".join(seen.leaks)
    _check_shown(state, seen, set(WALKS[state]))
    _check_log(log)


_SENDERS: Final = {"C4": ("T1",), "C7": ("T1", "B1", "M1")}
"""Where a figure may slip out of a refusal: who sends, in which state."""


@pytest.mark.rule(V_51)
@pytest.mark.rule(V_66)
@pytest.mark.parametrize("state", _SENDERS)
def test_no_refusal_gives_a_figure_away(state: str, tmp_path: Path, log: list[str]) -> None:
    there = world.place(state, tmp_path / "data")
    seen = visit.post_everything(there, _named(_SENDERS[state]))
    there.site.database.close()
    assert not seen.leaks, "\n".join(seen.leaks)
    _check_log(log)


# ----------------------------------------------------------------------------- all of it


@pytest.mark.exhaustive
@pytest.mark.parametrize("state", world.STATES)
def test_every_page_as_everybody_in_every_state(state: str, tmp_path: Path, log: list[str]) -> None:
    there = world.place(state, tmp_path / "data")
    seen = visit.get_everything(there, (*ONLOOKERS, None), full=True)
    there.site.database.close()
    assert not seen.leaks, "\n".join(seen.leaks)
    _check_shown(state, seen, {one.badge for one in ONLOOKERS})
    _check_log(log)


@pytest.mark.exhaustive
@pytest.mark.parametrize("state", [*WALKS, "C5-begun", "C7b", "C8", "paper"])
def test_every_refusal_to_everybody_in_every_state(
    state: str, tmp_path: Path, log: list[str]
) -> None:
    there = world.place(state, tmp_path / "data")
    seen = visit.post_everything(there, ONLOOKERS, full=True)
    there.site.database.close()
    assert not seen.leaks, "\n".join(seen.leaks)
    _check_log(log)


# ------------------------------------------------------------------------- the search itself


@pytest.mark.parametrize(
    "spelled",
    [
        "7318549",
        "7,318,549",
        "7.318.549",
        "7 318 549",
        "7\u00a0318\u00a0549",
        "7\u202f318\u202f549",
        "7&nbsp;318&#160;549",
        "731,854,900.00",
        "73185490000",
        "731.854.900,00",
        "$731,854,900",
        '{"pieces":7318549}',
        "7_318_549",
        "7.318549e6",
        "07318549.0",
    ],
)
def test_a_figure_is_found_in_every_spelling(spelled: str) -> None:
    assert planted.found_in(f"<td>{spelled}</td>") == {planted.Secret.COUNT}


def test_a_figure_is_found_in_what_is_packed() -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(b'{"total": "7,318,549", "more": "padding"}'))
    assert any(planted.found_in(text) for text in planted.coded(b"session=." + packed + b".x.y"))
    plain = base64.b64encode(b'{"flash": "7,318,549 pieces"}')
    assert any(planted.found_in(text) for text in planted.coded(plain))


@pytest.mark.parametrize("other", ["7318548", "731 8 54", "a7318549bcdef0123", "2011-06-14"])
def test_what_is_no_figure_of_ours_is_not_found(other: str) -> None:
    assert not planted.found_in(other)
