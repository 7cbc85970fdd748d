"""Who has to sign a count report, as the attendance and the recount say."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from countroom.domain.count import CountState
from countroom.domain.documents import Document, SigningPlan
from countroom.domain.papers import PAPERS
from countroom.domain.people import Role
from countroom.stores import Tx, documents, proceeds, room, states


def observer(tx: Tx, count: str) -> str:
    """Code of the representative on duty at agreement, or of who stands in for him."""
    moved = states.last(tx, "observer", count)
    return "" if moved is None else moved.to_state


@dataclass(frozen=True, slots=True)
class LeftUnsigned:
    """A member who left and could not sign, as supervisor and representative recorded."""

    person: str
    reason: str
    supervisor: str
    representative: str
    at: datetime


def left_unsigned(tx: Tx, count: str) -> Sequence[LeftUnsigned]:
    """Every member recorded as left without a signature."""
    found = []
    for subject, moved in states.current(tx, "unsigned", prefix=f"{count}|").items():
        about = json.loads(moved.about)
        found.append(
            LeftUnsigned(
                person=subject.rpartition("|")[2],
                reason=about["reason"],
                supervisor=about["supervisor"],
                representative=about["representative"],
                at=moved.at,
            )
        )
    return found


def _agreed_at(tx: Tx, count: str) -> datetime | None:
    moves = states.history(tx, "count", count)
    found = [
        moved.at
        for moved in moves
        if moved.to_state == CountState.AGREED and moved.from_state != CountState.SUSPENDED
    ]
    return found[-1] if found else None


def left_signed(tx: Tx, count: str) -> dict[str, Document]:
    """Members who signed for their boxes when they left, as long as none of these changed."""
    left = documents.find(tx, count=count, paper="leaving")
    if not left:
        return {}
    digests = {document.name: document.digest for document in proceeds.box_counts(tx, count)}
    return {
        document.content.person: document
        for document in left
        if all(digests.get(box.name) == box.digest for box in document.content.boxes)
    }


def team(tx: Tx, count: str) -> frozenset[str]:
    """Codes of the count team members who must sign the reports.

    Everybody who was signed on before the count agreed, without those who left and signed for
    their boxes or are recorded as not able to sign.
    """
    agreed = _agreed_at(tx, count)
    stays = [stay for stay in room.stays(tx, count) if stay.duty is Role.COUNT_TEAM]
    there = {stay.person for stay in stays if stay.left is None}
    took_part = {stay.person for stay in stays if agreed is None or stay.came <= agreed}
    excused = left_signed(tx, count).keys() - there
    recorded = {left.person for left in left_unsigned(tx, count)}
    return frozenset(took_part - excused - recorded)


def recounter(tx: Tx, recount: Document) -> str:
    """Code of who recounted: who handed it in, or whose paper sheet was keyed in."""
    moved = states.last(tx, "recounter", recount.name)
    return recount.by if moved is None else moved.to_state


def plan(tx: Tx, count: str, report: Document) -> SigningPlan:
    """Who must sign a report: the team, and by name the recounter and the observer once known."""
    required = {"count_team": team(tx, count)}
    recount = proceeds.last(tx, count, "recount")
    if recount is not None:
        required["cashier"] = frozenset({recounter(tx, recount)})
    observing = observer(tx, count)
    if observing:
        required["ccr"] = frozenset({observing})
    return SigningPlan(PAPERS[report.paper], required)
