"""Opening every page as everybody, and reading all of what comes back."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from flask.testing import FlaskClient
from sqlmodel import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from countroom.domain.papers import PAPERS
from countroom.domain.people import Role
from countroom.reports.catalogue import REPORTS, Format
from countroom.reports.gallery import PICTURES
from countroom.stores import documents
from countroom.stores.rows import DocumentRow
from countroom.web import gate
from tests.plumbing.web import read_page
from tests.secrets import planted
from tests.secrets.house import BOXES, COUNT, DAY, ONLOOKERS, SECOND, Onlooker
from tests.secrets.law import may_see
from tests.secrets.planted import Secret
from tests.secrets.world import Place, token

_STATIC: Final = frozenset({"static", "bootstrap.static"})
_DEVICE: Final = "0" * 32


@dataclass(frozen=True, slots=True)
class Address:
    """A page with something filled in for each of its arguments."""

    endpoint: str
    path: str
    methods: frozenset[str]


def client(place: Place, one: Onlooker | None) -> FlaskClient:
    """A browser in somebody's hand, or in nobody's."""
    made: FlaskClient = place.site.app.test_client()
    made.set_cookie("countroom-device", _DEVICE)
    if one is not None:
        made.set_cookie("countroom-sign-in", token(one))
    return made


# -------------------------------------------------------------------------------- addresses


_PAPERS: Final = ("box_count", "recount", "inventory_slip")
"""Of these a form is asked for wherever a form is; the exhaustive walk asks for all there are."""


def _documents(place: Place, *, full: bool) -> list[str]:
    """Names of the forms on record: the newest of some papers, or all of them."""
    with place.site.database.read() as tx:
        rows = [(row.paper, row.name) for row in tx.exec(select(DocumentRow))]
    if full:
        return [name for _, name in rows]
    wanted = {*_PAPERS, "supplementary_count", "banking_count", "blank_form"}
    return [name for paper, name in dict(rows).items() if paper in wanted]


def _values(place: Place, *, full: bool) -> dict[str, list[Any]]:
    counts = [COUNT, SECOND] if place.state == "second" else [COUNT]
    names = _documents(place, full=full)
    return {
        "count": counts,
        "day": [DAY],
        "month": [DAY.replace(day=1)],
        "box": list(BOXES.values()) if full else [BOXES["BJ-101"], BOXES["PK-501"]],
        "table": list(BOXES) if full else [list(BOXES)[place.state == "second"]],
        "machine": ["CM-1"],
        "phase": ["before"],
        "kind": ["banking", "drop", "nonbanking", "opening"][:: 1 if full else 2],
        "copy": ["second-copy", "third-copy", "original"],
        "code": ["T1"],
        "word": ["fill", "credit"],
        "number": [1],
        "quarter": ["2011-Q2"],
        "design": ["MP25"],
        "serial": ["M25-0000001"],
        "name": names,
        "form": names,
        "digest": [_digest(place, names[0])] if names else ["ab" * 16],
        "report": [name for name in names if name.startswith("SC")] or names[:1],
    }


def _digest(place: Place, name: str) -> str:
    """What the code on a form's print bears."""
    with place.site.database.read() as tx:
        return documents.by_name(tx, name).digest[:32]


_WAYS: Final = {
    Format.PDF: frozenset({"banking_count", "reconciliation"}),
    Format.XLSX: frozenset({"box_count", "reconciliation"}),
    Format.JSON: frozenset({"box_count", "reconciliation"}),
}
_AS_CSV: Final = (*REPORTS, "box_count", "recount", "presentation", "unallocated")


def _files(*, full: bool) -> Iterator[dict[str, Any]]:
    for name, ending in product((*REPORTS, *PAPERS), Format):
        if full or name in _WAYS.get(ending, _AS_CSV):
            yield {"day": DAY, "name": name, "ending": ending.value}


def addresses(place: Place, *, full: bool = False) -> list[Address]:
    """Every address of the application."""
    values = _values(place, full=full)
    found = []
    app = place.site.app
    with app.test_request_context():
        adapter = app.create_url_adapter(None) or app.url_map.bind("localhost")
        for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
            if rule.endpoint in _STATIC:
                continue
            for given in _filled(rule, values, full=full):
                path = adapter.build(rule.endpoint, given)
                found.append(Address(rule.endpoint, path, frozenset(rule.methods or ())))
    return list(dict.fromkeys(found))


def _filled(rule: Rule, values: dict[str, list[Any]], *, full: bool) -> Iterable[dict[str, Any]]:
    if rule.endpoint == "accounting.file":
        return _files(full=full)
    if rule.endpoint == "accounting.drawing":
        return [{"day": DAY, "name": name} for name in PICTURES]
    names = sorted(rule.arguments)
    offered = [list(getattr(rule._converters[name], "items", ())) or values[name] for name in names]
    return [dict(zip(names, some, strict=True)) for some in product(*offered)]


def opens(place: Place, one: Onlooker | None, endpoint: str) -> bool:
    """Whether a page's place is open to a duty at all; the rest is one refusal."""
    if endpoint in gate.PUBLIC:
        return True
    if one is None:
        return False
    permissions = gate.declared(place.site.app, endpoint)
    assert permissions is not None
    return gate.opens(one.duty, permissions)


# ---------------------------------------------------------------------------------- reading


@dataclass
class Seen:
    """What came out where.

    Attributes:
        leaks: What somebody learnt that he may not, in sentences.
        shown: Who saw what where: badge and endpoint to what.
        asked: How many answers were read.
    """

    leaks: list[str] = field(default_factory=list)
    shown: dict[tuple[str, str], frozenset[Secret]] = field(default_factory=dict)
    asked: int = 0

    def take(
        self, state: str, one: Onlooker | None, address: Address, answer: TestResponse, what: str
    ) -> None:
        """Read an answer, and hold it against the law."""
        self.asked += 1
        if answer.status_code >= 500:
            self.leaks.append(f"{state}: a fault by {what} {address.path}")
        found = read(answer)
        secrets = frozenset().union(*map(planted.found_in, found))
        who = (one.badge if one else "", address.endpoint)
        self.shown[who] = self.shown.get(who, frozenset()) | secrets
        hidden = secrets - may_see(state, one, address.endpoint)
        if hidden:
            named = one.name if one else "nobody"
            figures = sorted({f for text in found for f in planted.needles_in(text)})
            told = ", ".join(sorted(hidden))
            self.leaks.append(
                f"{state}: {named} learns {told} by {what} {address.path} "
                f"({answer.status_code}): {figures[:6]}"
            )


def read(answer: TestResponse) -> list[str]:
    """Everything that an answer says: its body in every layer, headers, cookies unpacked."""
    heads = "\n".join(f"{name}: {value}" for name, value in answer.headers)
    texts = [heads, *planted.coded("\n".join(answer.headers.getlist("Set-Cookie")).encode())]
    texts += planted.texts(answer.data, answer.mimetype or "")
    if answer.mimetype != "application/pdf" and not answer.data.startswith(b"PK"):
        texts += planted.coded(answer.data)
    return texts


# ---------------------------------------------------------------------------------- visiting


def _asked(
    place: Place, one: Onlooker | None, pages: list[Address], *, full: bool
) -> Iterator[Address]:
    """The pages that are open to a duty; of what the gate refuses, one of each if all is asked."""
    refused: set[str] = set()
    for address in pages:
        if opens(place, one, address.endpoint):
            yield address
        elif full and address.endpoint not in refused:
            refused.add(address.endpoint)
            yield address


def get_everything(
    place: Place, onlookers: Iterable[Onlooker | None], *, full: bool = False
) -> Seen:
    """Open every page as everybody.

    Args:
        place: The state.
        onlookers: As whom.
        full: Every form by its name, every file, and what the gate refuses; otherwise one of
            each.
    """
    seen = Seen()
    pages = [one for one in addresses(place, full=full) if "GET" in one.methods]
    for one in onlookers:
        browser = client(place, one)
        for address in _asked(place, one, pages, full=full):
            answer = browser.get(address.path)
            seen.take(place.state, one, address, answer, "opening")
    return seen


_TOKEN: Final = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')


def _token(browser: FlaskClient) -> str:
    match = _TOKEN.search(browser.get("/enrol").text)
    assert match is not None
    return match[1]


def _fields(browser: FlaskClient, address: Address) -> dict[str, str]:
    """What a form on a page would send, every empty field filled in with a 1."""
    if "GET" not in address.methods:
        return {}
    page = read_page(browser.get(address.path).text)
    fields: dict[str, str] = {}
    for element in page.all("input"):
        name = element.attributes.get("name", "")
        if name and element.attributes.get("type") not in {"checkbox", "radio"}:
            fields[name] = element.attributes.get("value", "") or "1"
    return fields | {name: "0000" for name in fields if name.endswith("pin")}


def _bodies(
    browser: FlaskClient, address: Address, *, full: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Ways to send something wrong, or little."""
    ours = {"csrf_token": _token(browser)}
    wrong = {"badge": "T1", "pin": "0000", "box": "1101", "first": "1101", "other": "1501"}
    wrong |= {"station": "S1", "second": "T2", "reason": "x", "revision": "7", "version": "9"}
    filled = _fields(browser, address)
    yield "sending wrong things to", {"data": filled or (ours | wrong)}
    if not full:
        return
    yield "sending nothing to", {"data": ours}
    yield "sending other wrong things to", {"data": ours | wrong}
    script = {"Accept": "application/json", "X-CSRFToken": ours["csrf_token"]}
    typed = {"revision": 0, "values": {"grid.currency-10000.pieces": "1"}}
    yield "a script sending to", {"json": typed, "headers": script}


def post_everything(place: Place, onlookers: Iterable[Onlooker], *, full: bool = False) -> Seen:
    """Send something to every address that takes it, as everybody; each time undone."""
    seen = Seen()
    taking = [one for one in addresses(place) if "POST" in one.methods]
    for one in onlookers:
        for address in _asked(place, one, taking, full=full):
            _send(seen, place, one, address, full=full)
    return seen


def _send(seen: Seen, place: Place, one: Onlooker, address: Address, *, full: bool) -> None:
    browser = client(place, one)
    for what, given in _bodies(browser, address, full=full):
        answer = browser.post(address.path, **given)
        seen.take(place.state, one, address, answer, what)
        place.put_back()


def badge_of(said: str) -> str:
    """The badge of ``T1`` or ``outside accounting``."""
    if not said.startswith("outside "):
        return said
    role = Role(said.removeprefix("outside "))
    return next(one.badge for one in ONLOOKERS if one.duty is role and not one.inside)
