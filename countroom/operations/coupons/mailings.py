"""Patron mailing: lists of excluded people imported, patrons scrubbed, serials given out by name.

Reference:
    525.21(q); V_95, V_96.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.coupon_lots import Several, count, read_ranges, without
from countroom.domain.coupon_programme import CouponPlace
from countroom.domain.documents import Document
from countroom.domain.exclusion import ListKind, Match, Patron, read_people, scrub
from countroom.domain.papers.coupon_mailing import (
    PAPER,
    CouponMailing,
    Looked,
    Mailed,
    check_lists,
    token_of,
)
from countroom.errors import EntryError
from countroom.operations.acts import Act, Done, Proof
from countroom.operations.coupons import ledger
from countroom.stores import coupons, documents, patrons
from countroom.stores.bookings import VOID
from countroom.stores.house import gaming_date_at
from countroom.stores.patrons import Addressed


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided of a name that is like one on a list.

    Attributes:
        mailed: He is another person, and gets his coupon.
        why: Why, in the person's words.
    """

    mailed: bool
    why: str = ""


def _require_reader(act: Act) -> None:
    access.require(act.who.duty, Permission.MARKETING_REQUESTS)
    readers = ledger.house_today(act).settings.exclusion_readers
    access.exclusion_lists(act.who.person.code, readers)


def import_list(act: Act, *, kind: ListKind, text: str) -> Done:
    """Import today's list of excluded people, in place of the one before.

    Args:
        act: The act.
        kind: Which list.
        text: The file: a heading ``name,address``, then a row each.

    Raises:
        AccessError: By another than a marketing supervisor who is named to see the lists.
        EntryError: The file cannot be read.
    """
    _require_reader(act)
    people = read_people(text, field="text", addressed=False)
    today = gaming_date_at(act.tx, act.now)
    patrons.replace_list(act.tx, kind, today, people)
    body = {"kind": kind, "dated": today, "entries": len(people)}
    done = Done(f"The {kind.word} of {today.isoformat()} is imported: {len(people):,} people.")
    return act.seal("list of excluded people imported", kind.value, body, done=done)


def _free(act: Act, design: str, of: Several) -> Iterator[str]:
    """Serials in order, all with marketing and none mailed before.

    Raises:
        EntryError: Some are elsewhere, or on another mailing.
    """
    away = without(of, coupons.held(act.tx).at(design, CouponPlace.MARKETING))
    if away:
        raise EntryError({"serials": f"Not with marketing: {', '.join(map(str, away))}."})
    before = mailed_on(documents.find(act.tx, paper=PAPER.code))
    for each in of:
        for part in each.ranges:
            for number in range(part.first, part.last + 1):
                serial = each.series.text(number)
                if serial in before:
                    says = f"{serial} is mailed on {before[serial]}."
                    raise EntryError({"serials": says})
                yield serial


def mailed_on(mailings: Iterable[Document]) -> Mapping[str, str]:
    """Serial to the mailing that it went out on, void ones left out."""
    return {
        one.serial: mailing.name
        for mailing in mailings
        if mailing.state != VOID
        for one in mailing.content.mailed
    }


def _undecided(near: Sequence[Match], decisions: Mapping[str, Decision]) -> None:
    open_ = [match.patron + 2 for match in near if str(match.patron) not in decisions]
    if open_:
        lines = ", ".join(str(line) for line in dict.fromkeys(open_))
        says = f"Names like one on a list, to be decided by a person: line {lines}."
        raise EntryError({"decisions": says})


def prepare(  # noqa: PLR0913 - what a mailing is made of
    act: Act,
    *,
    campaign: str,
    provider: str,
    design: str,
    serials: str,
    people: str,
    salt: str,
    proof: Proof,
    decisions: Mapping[str, Decision] | None = None,
) -> Done:
    """Make a mailing: scrubbed against today's lists, a serial for each who is left.

    Args:
        act: The act.
        campaign: What it is for.
        provider: Gaming service provider who prints and mails.
        design: Code of the design.
        serials: Ranges as typed, one a line; the first so many are used.
        people: The file of patrons: a heading ``name,address``, then a row each.
        salt: Chance, that tokens are made with.
        proof: Of the marketing supervisor who signs for the scrub.
        decisions: Place of a patron in the file, from 0, to what a person decided of a name
            that is like one on a list.

    Raises:
        AccessError: By another than a marketing supervisor who is named to see the lists.
        RuleError: A list of today is missing (V-96); the design or the controls are not
            approved (V-80, V-81); the expiry is missing or over (V-95).
        EntryError: The file cannot be read; serials are elsewhere, too few or mailed before;
            somebody is like one on a list and nobody decided.
    """
    _require_reader(act)
    today = gaming_date_at(act.tx, act.now)
    check_lists(patrons.lists(act.tx), today)
    facts, _ = ledger.usable(ledger.house_today(act), design, today)
    every = read_people(people, field="people", addressed=True)
    found = scrub(every, patrons.listed(act.tx))
    refused = {match.patron for match in found if match.exact}
    near = [match for match in found if match.patron not in refused]
    decided = decisions or {}
    _undecided(near, decided)
    out = refused | {match.patron for match in near if not decided[str(match.patron)].mailed}
    goes = [(place, who) for place, who in enumerate(every) if place not in out]
    of = read_ranges(serials)
    if count(of) < len(goes):
        raise EntryError({"serials": f"{len(goes):,} are mailed, and {count(of):,} serials given."})
    addressed = {
        place: Addressed(token_of(who, serial, salt), serial, who, salt)
        for (place, who), serial in zip(goes, _free(act, facts.code, of), strict=False)
    }
    content = CouponMailing(
        campaign.strip(),
        provider.strip(),
        today,
        facts.code,
        facts.value,
        facts.expires,
        patrons.lists(act.tx),
        tuple(Mailed(one.token, one.serial) for one in addressed.values()),
        len(refused),
        tuple(_looked(near, every, addressed, decided, salt)),
    )
    mailing = ledger.issue(act, PAPER, content, day=today)
    ledger.sign_first(act, mailing, PAPER, proof)
    patrons.keep(act.tx, mailing.name, addressed.values())
    body = {"quantity": content.quantity, "refused": len(refused), "digest": mailing.digest}
    says = f"{mailing.name}: {content.quantity:,} coupons. Next: finance takes the same data."
    done = Done(says, name=mailing.name, document=mailing.id)
    return act.seal("mailing prepared", mailing.name, body, done=done)


def _looked(
    near: Iterable[Match],
    every: Sequence[Patron],
    addressed: Mapping[int, Addressed],
    decisions: Mapping[str, Decision],
    salt: str,
) -> Iterator[Looked]:
    for match in near:
        decision = decisions[str(match.patron)]
        there = addressed.get(match.patron)
        token = there.token if there else token_of(every[match.patron], "", salt)
        yield Looked(
            token, match.listed.kind, match.likeness, decision.mailed, decision.why.strip()
        )


def hand_file(act: Act, *, mailing: str, sha256: str) -> Done:
    """Record that somebody took the file of a mailing: what leaves the house names its reader.

    Raises:
        AccessError: By another than a supervisor of marketing or finance.
        NotFoundError: There is no such mailing.
    """
    access.require_any(act.who.duty, Permission.MARKETING_REQUESTS, Permission.FINANCE_LEDGER)
    found = ledger.found(act, mailing, PAPER)
    body = {"sha256": sha256, "reader": act.who.person.code}
    done = Done(f"The file of {mailing} is taken.", name=mailing, document=found.id)
    return act.seal("mailing file taken", mailing, body, done=done)


def erase(act: Act, *, mailing: str) -> Done:
    """Erase who the coupons of a mailing went to, after finance's retention; tokens stay.

    Raises:
        AccessError: By another than a finance supervisor.
        NotFoundError: There is no such mailing.
        EntryError: It is kept longer, or erased already.
    """
    access.require(act.who.duty, Permission.FINANCE_LEDGER)
    content: CouponMailing = ledger.found(act, mailing, PAPER).content
    if gaming_date_at(act.tx, act.now) <= content.kept_until:
        says = f"{mailing} is kept until {content.kept_until.isoformat()}."
        raise EntryError({"mailing": says})
    erased = patrons.erase(act.tx, mailing)
    if not erased:
        raise EntryError({"mailing": f"The patrons of {mailing} are erased already."})
    done = Done(f"{erased:,} patrons of {mailing} are erased.", name=mailing)
    return act.seal("patrons erased", mailing, {"patrons": erased}, done=done)
