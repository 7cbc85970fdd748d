"""Signing in order, by the right people, each once; contents read in any schema."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest

from countroom.domain.documents import Document, Paper, Signature, SignatureStep, SigningPlan
from countroom.domain.papers import PAPERS
from countroom.domain.people import Role
from countroom.errors import RuleError
from countroom.regulations import SIGN_ORDER

AT = datetime(2011, 6, 15, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Note:
    text: str
    extra: str = ""


def _upcast(schema: int, plain: dict[str, Any]) -> dict[str, Any]:
    assert schema == 1
    return {"text": plain["words"], "extra": "from 1"}


PAPER = Paper(
    code="note",
    title="Note",
    series="NT",
    content=Note,
    schema=2,
    upcast=_upcast,
    signatures=(
        SignatureStep("team", frozenset({Role.COUNT_TEAM}), "that", SIGN_ORDER, how_many=0),
        SignatureStep("supervisor", frozenset({Role.COUNT_ROOM_SUPERVISOR}), "that", SIGN_ORDER),
        SignatureStep(
            "cashier",
            frozenset({Role.MAIN_BANK_CASHIER}),
            "that",
            SIGN_ORDER,
            not_also=frozenset({"team"}),
        ),
    ),
)
PLAN = SigningPlan(PAPER, {"team": frozenset({"A", "B"})})


def signed(*steps: tuple[str, str]) -> tuple[Signature, ...]:
    return tuple(
        Signature(step, person, person, "Title", "C-1", AT, "digest") for step, person in steps
    )


def test_case_H1_a_signature_out_of_order_says_whose_is_missing() -> None:
    with pytest.raises(RuleError, match="signature of the team is missing first"):
        PLAN.check("supervisor", "S", signed(("team", "A")))
    PLAN.check("supervisor", "S", signed(("team", "A"), ("team", "B")))


def test_the_next_step_is_the_first_that_lacks_a_signature() -> None:
    assert PLAN.next_step(()) is PAPER.signatures[0]
    both = signed(("team", "A"), ("team", "B"))
    assert PLAN.next_step(both) is PAPER.signatures[1]
    done = (*both, *signed(("supervisor", "S"), ("cashier", "C")))
    assert PLAN.next_step(done) is None
    with pytest.raises(RuleError, match="has already signed"):
        PLAN.check("cashier", "D", done)


def test_nobody_signs_twice_or_for_others() -> None:
    with pytest.raises(RuleError, match="already signed this"):
        PLAN.check("team", "A", signed(("team", "A")))
    with pytest.raises(RuleError, match="not one of the people"):
        PLAN.check("team", "Z", ())


def test_a_person_does_not_sign_steps_that_exclude_each_other() -> None:
    before = signed(("team", "A"), ("team", "B"), ("supervisor", "S"))
    with pytest.raises(RuleError, match="You signed as team"):
        PLAN.check("cashier", "B", before)
    PLAN.check("cashier", "C", before)


def test_a_step_that_was_passed_is_closed() -> None:
    before = signed(("team", "A"), ("team", "B"), ("supervisor", "S"))
    with pytest.raises(RuleError, match="The team has already signed"):
        PLAN.check("team", "A", before)


def test_an_old_schema_is_read_by_upcast_and_never_rewritten() -> None:
    assert PAPER.read(b'{"extra":"e","text":"t"}', 2) == Note("t", "e")
    assert PAPER.read(b'{"words":"t"}', 1) == Note("t", "from 1")


def test_a_document_knows_whether_a_newer_version_stands() -> None:
    def document(version: int) -> Document:
        return Document(
            1, "note", "NT-1", date(2011, 6, 14), version, 2, Note("t"), "d", AT, "A", "issued"
        )

    assert document(1).superseded
    assert not document(2).superseded


def test_a_paper_without_lines_has_none() -> None:
    assert PAPER.lines(Note("t")) == ()


def test_signatures_have_a_digest_of_their_own() -> None:
    one, other = signed(("team", "A"), ("team", "B"))
    assert one.own_digest() != other.own_digest()


def test_each_paper_counts_in_a_series_of_its_own() -> None:
    series = [paper.series for paper in PAPERS.values()]
    assert len(set(series)) == len(series)
