"""Any form as it stands on record, with everything its print needs."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from countroom.domain import access
from countroom.domain.access import Viewer
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.house import House
from countroom.domain.papers import PAPERS, copies_of
from countroom.domain.papers.blank_form import BlankForm
from countroom.errors import AccessError, NotFoundError
from countroom.inquiries import viewing
from countroom.inquiries.paper_facts import PaperFacts
from countroom.inquiries.report_facts import SignatureBlock
from countroom.inquiries.signers import title_of
from countroom.stores import Tx, documents, journal, states
from countroom.stores.database import Database
from countroom.stores.house import house_on


def paper(
    database: Database, viewer: Viewer, name: str, *, version: int | None = None
) -> PaperFacts:
    """One form, in its newest version unless another is asked for.

    Raises:
        NotFoundError: There is no such form or version.
        AccessError: It is not open to this duty, or not before the conclusion of its count.
    """
    with database.read() as tx:
        document = documents.by_name(tx, name)
        _ask(tx, viewer, document)
        if version is not None:
            document = documents.get(tx, document.id, version=version)
        return facts_of(tx, document)


def papers_of_day(
    database: Database, viewer: Viewer, gaming_date: date, code: str
) -> tuple[PaperFacts, ...]:
    """Every form of one kind of a gaming date, void ones included.

    Raises:
        NotFoundError: There is no such kind of form.
        AccessError: One of them is not open to this duty, or not yet.
    """
    if code not in PAPERS:
        msg = f"There is no form called {code}."
        raise NotFoundError(msg)
    with database.read() as tx:
        found = documents.find(tx, paper=code, gaming_date=gaming_date)
        if not found:
            access.form(viewer, PAPERS[code], None).require()
        for document in found:
            _ask(tx, viewer, document)
        return tuple(facts_of(tx, document) for document in found)


def _ask(tx: Tx, viewer: Viewer, document: Document) -> None:
    """Refuse who may not see a form.

    Raises:
        AccessError: It is not open to this duty, or not before the conclusion of its count; or
            it is a paper form keyed in once, and the second keyer is blind to the first.
    """
    content = document.content
    if isinstance(content, BlankForm) and content.count and document.state not in {"keyed", "void"}:
        msg = f"{document.name} shows when a second person has keyed in the same."
        raise AccessError(msg)
    kind, count = PAPERS[document.paper], document.count or getattr(content, "count", "")
    if count:
        asking = viewing.in_count(tx, viewer, count)
        access.form(asking, kind, viewing.view(tx, count)).require()
    else:
        access.form(viewer, kind, None).require()


def facts_of(tx: Tx, document: Document) -> PaperFacts:
    """Compose a form; who may see it has been asked, or it goes to the press."""
    kind = PAPERS[document.paper]
    house = house_on(tx, document.gaming_date)
    names = {person.code: f"{person.name}, {person.credential}" for person in house.people}
    mentioned = set(_texts(document.content))
    places = _places(kind, document, house)
    return PaperFacts(
        document=document,
        title=kind.title,
        facility=house.property.name,
        zone=house.property.zone_info.key,
        names={code: name for code, name in names.items() if code in mentioned},
        signatures=places,
        copies=copies_of(document),
        draft=any(place.signed is None for place in places),
        void=_void(tx, document, names),
        head=journal.head(tx),
    )


def _texts(value: Any) -> Iterator[str]:
    """Every text in a content: some of them are badge numbers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Iterable):
        for entry in value:
            yield from _texts(entry)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))


def _places(kind: Paper, document: Document, house: House) -> tuple[SignatureBlock, ...]:
    """Places to sign in order: those that are signed, then what each step still lacks."""
    team = getattr(document.content, "team", ())
    named = {"count_team": frozenset(team)} if team else {}
    plan = SigningPlan(kind, named | getattr(document.content, "required", {}))
    names = {person.code: person.name for person in house.people}
    blocks: list[SignatureBlock] = []
    for step in kind.signatures:
        given = [entry for entry in document.signatures if entry.step == step.name]
        blocks += [
            SignatureBlock(step.name, entry.title, step.attests, entry.name, entry)
            for entry in given
        ]
        still = sorted(plan.required.get(step.name, frozenset()) - {s.person for s in given})
        lacking = [names.get(code, code) for code in still] if step.how_many == 0 else []
        lacking = lacking or [""] * plan.missing(step, document.signatures)
        blocks += [
            SignatureBlock(step.name, title_of(step), step.attests, name) for name in lacking
        ]
    return tuple(blocks)


def _void(tx: Tx, document: Document, names: dict[str, str]) -> str:
    moved = states.last(tx, "document", document.name)
    if moved is None or moved.to_state != "void":
        return ""
    reason, _, second = moved.about.rpartition(" / ")
    people = [names.get(code, code) for code in (moved.person, second) if code]
    return f"{reason or moved.about}, by {' and '.join(people)}"
