"""After a disagreement nobody can tell how much is missing, nor which way (case B1).

The same money is recounted in three wrong ways, at the same moment, and every page is compared
byte for byte: what differs between them is what the recount gives away.
"""

import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from countroom.domain.people import Role
from countroom.regulations import V_51, V_57
from tests.secrets import house, planted, visit, world
from tests.secrets.house import ONLOOKERS, Onlooker
from tests.secrets.visit import Address
from tests.secrets.world import Place

SHORT, OVER, ELSEWHERE = "C7", "C7-over", "C7-elsewhere"

_MADE_ANEW: Final = (
    re.compile(r'(name="key"[^>]* value=")[^"]*'),
    re.compile(r'(name="csrf_token"[^>]* value=")[^"]*'),
    re.compile(r'(<meta name="csrf-token" content=")[^"]*'),
    re.compile(r'(data-page-key=")[^"]*'),
    re.compile(r"(countroom-form=)[^;]*"),
    re.compile(r'("token":")[^"]*'),
)
"""What no two answers have in common: keys and tokens."""

_WHO: Final = tuple(
    one
    for one in ONLOOKERS
    if one.badge in {"T1", "S1", "E1", "M1", "K1", "B1"}
    or (not one.inside and one.duty in {Role.COUNT_TEAM, Role.CCR, Role.SURVEILLANCE})
)
_TELLS: Final = {"compliance.count", "compliance.direct", "count_room.board"}
"""Pages that tell the representative which denominations disagree."""

_JOURNAL: Final = "compliance.journal"
"""Digests of its entries differ with what they seal; a reader of the journal counts nothing."""


def _pages(place: Place, one: Onlooker) -> dict[Address, str]:
    browser = visit.client(place, one)
    found = {}
    for address in visit.addresses(place):
        opened = "GET" in address.methods and visit.opens(place, one, address.endpoint)
        if not opened or address.endpoint in {_JOURNAL, "accounting.file"}:
            continue
        answer = browser.get(address.path)
        text = "\n".join((str(answer.status_code), str(answer.headers), answer.text))
        for made in _MADE_ANEW:
            text = made.sub(r"\1", text)
        found[address] = text
    return found


Pages = Callable[[str, Onlooker], dict[Address, str]]


@pytest.fixture(scope="module")
def pages(places: dict[str, Place]) -> Pages:
    """Every page of a state as somebody has it, each opened once."""
    return cache(lambda state, one: _pages(places[state], one))


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Place]:
    """The three counts that do not agree, at one and the same moment, under one secret."""
    folder = tmp_path_factory.mktemp("disagreement")
    found = {state: world.place(state, folder / state) for state in (SHORT, OVER, ELSEWHERE)}
    first = found[SHORT].site.settings.keys / "secret"
    for state in (OVER, ELSEWHERE):
        shutil.copyfile(first, found[state].site.settings.keys / "secret")
        kept = found[state]
        kept.site = world.serve(folder / state, kept.site.clock())
    return found


@pytest.mark.rule(V_51)
@pytest.mark.rule(V_57)
@pytest.mark.parametrize("one", _WHO, ids=lambda one: one.name)
def test_case_B1_two_differences_of_one_denomination_look_alike(
    pages: Pages, one: Onlooker
) -> None:
    short, over = pages(SHORT, one), pages(OVER, one)
    assert short.keys() == over.keys()
    assert len(short) > 5
    for address, text in short.items():
        assert text == over[address], address


@pytest.mark.rule(V_57)
@pytest.mark.parametrize("one", _WHO, ids=lambda one: one.name)
def test_case_B1_the_representative_in_the_room_alone_learns_which_denomination(
    pages: Pages, one: Onlooker
) -> None:
    here, there = pages(SHORT, one), pages(ELSEWHERE, one)
    differ = {address for address, text in here.items() if text != there[address]}
    if one.badge != "B1":
        assert not differ
        return
    assert {address.endpoint for address in differ} == _TELLS
    for address in differ:
        assert planted.found_in(here[address]) == frozenset()


def test_the_representative_is_told_the_denomination_in_words(places: dict[str, Place]) -> None:
    representative = next(one for one in ONLOOKERS if one.badge == "B1")
    path = f"/compliance/count/{house.COUNT}"
    said = {
        state: visit.client(there, representative).get(path).text for state, there in places.items()
    }
    assert "$20 of banking currency" in said[SHORT]
    assert "$100 of banking currency" not in said[SHORT]
    assert "$100 of banking currency" in said[ELSEWHERE]


@pytest.mark.rule(V_57)
def test_case_B1_the_answer_to_a_recount_is_the_same_whatever_is_missing(tmp_path: Path) -> None:
    answers = []
    for number, pieces in enumerate((-planted.SHORT, planted.OTHERWISE_OVER, -1)):
        day = world.day_at("C5-begun", tmp_path / str(number))
        answers.append(day.submit(n2000=pieces))
        day.database.close()
    first, *others = answers
    assert first.extra == {"agreed": False, "attempt": 1}
    assert all(other == first for other in others)
    assert planted.found_in(first.says) == frozenset()
