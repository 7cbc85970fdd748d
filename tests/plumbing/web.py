"""One test client for all pages: it checks each page it fetches, and speaks as a person would."""

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from werkzeug.test import TestResponse

from countroom import paths
from countroom.domain.house import House
from countroom.domain.people import Role
from countroom.operations import authentication, house, secrecy
from countroom.operations.acts import Database
from countroom.settings import AppSettings
from countroom.stores import migrating
from countroom.web import desk
from countroom.web.app import create_app
from countroom.web.desk import Server
from tests.plumbing import session
from tests.plumbing.houses import a_house, a_person

START = datetime(2011, 6, 14, 20, 0, tzinfo=UTC)
"""16:00 in the test house, gaming date 14 June 2011."""

STAFF = {
    "101": (Role.COUNT_TEAM,),
    "102": (Role.COUNT_TEAM,),
    "103": (Role.COUNT_TEAM,),
    "110": (Role.COUNT_ROOM_SUPERVISOR,),
    "111": (Role.COUNT_ROOM_EMPLOYEE,),
    "120": (Role.CCR,),
    "121": (Role.CCR,),
    "130": (Role.MAIN_BANK_CASHIER,),
    "131": (Role.CAGE_SUPERVISOR,),
    "132": (Role.CHIP_BANK_CASHIER,),
    "140": (Role.ACCOUNTING,),
    "141": (Role.ACCOUNTING_SUPERVISOR,),
    "150": (Role.DROP_TEAM,),
    "151": (Role.SECURITY,),
    "160": (Role.DEALER,),
    "161": (Role.FLOORPERSON,),
    "162": (Role.PIT_CLERK,),
    "163": (Role.BOXPERSON,),
    "170": (Role.SURVEILLANCE,),
    "171": (Role.FINANCE,),
    "172": (Role.FINANCE_SUPERVISOR,),
    "173": (Role.MARKETING,),
    "174": (Role.MARKETING_SUPERVISOR,),
    "175": (Role.INTERNAL_AUDIT,),
    "190": (Role.ADMINISTRATOR,),
    "200": (Role.FLOORPERSON, Role.PIT_CLERK),
}
"""Badge to duties: at least one person for every duty, and one with two."""

_PIN_BY_BADGE = {badge: f"{7 * int(badge) % 8999 + 1000:04d}" for badge in STAFF}


def pin_of(badge: str) -> str:
    """The PIN of a person of the test house."""
    pin = _PIN_BY_BADGE[badge]
    return pin if pin not in {"1234", "1111"} else "8362"


def badge_of(role: Role) -> str:
    """The first person with a duty."""
    return next(badge for badge, roles in STAFF.items() if role in roles)


def staffed_house(**changed: Any) -> House:
    """The small house with somebody for every duty."""
    people = tuple(a_person(badge, *roles) for badge, roles in STAFF.items())
    return a_house(**{"people": people, **changed})


@dataclass
class Hand:
    """A clock that the test turns."""

    at: datetime = START

    def __call__(self) -> datetime:
        return self.at

    def on(self, **by: float) -> None:
        """Turn it on: ``hand.on(minutes=6)``."""
        self.at += timedelta(**by)


@dataclass
class Site:
    """A served house: application, database and clock."""

    app: Flask
    database: Database
    clock: Hand
    settings: AppSettings

    def person(self, badge: str = "", *, role: Role | None = None, duty: str = "") -> "Tablet":
        """A tablet on which a person has signed in."""
        tablet = Tablet(self)
        tablet.sign_in(badge or badge_of(role or Role.COUNT_TEAM), duty=duty)
        return tablet

    def tablet(self) -> "Tablet":
        """A tablet on which nobody has signed in."""
        return Tablet(self)


def enrol_all(database: Database, now: datetime, codes: dict[str, str]) -> None:
    """Let everybody of the test house set his PIN from the code that the loading made."""
    for badge, code in codes.items():
        authentication.enrol(database, now, badge, code, pin_of(badge), cost=secrecy.CHEAP)


def settings_of(folder: Path, url: str | None = None) -> AppSettings:
    """Settings of a test house: PINs are cheap to check."""
    cheap = {"TIME": "1", "MEMORY_KIB": "8", "LANES": "1"}
    environment = {f"COUNTROOM_ARGON2_{name}": value for name, value in cheap.items()}
    return AppSettings.for_data(folder, database=url, environment=environment)


@cache
def _templates() -> FileSystemBytecodeCache:
    """Templates are compiled once a session."""
    return FileSystemBytecodeCache(str(session.folder()))


def serve_site(folder: Path, *, url: str | None = None, app: Flask | None = None) -> Site:
    """Put an application before a test house that is on record.

    Args:
        folder: Its data folder.
        url: Its database, if that is elsewhere.
        app: An application that served another house before; a new one if none is given.
    """
    clock = Hand()
    settings = settings_of(folder, url)
    database = Database(settings.database_url, anchor=settings.anchor)
    if app is None:
        app = create_app(settings, database, clock)
    else:
        secret = settings.secret()
        app.config["SECRET_KEY"] = secret
        desk.put(app, Server(settings, database, clock, secret, paths.build_digest()))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    app.jinja_env.bytecode_cache = _templates()
    return Site(app, database, clock, settings)


def build_site(folder: Path, *, url: str | None = None, of: House | None = None) -> Site:
    """Load the test house into a database and put the application before it."""
    clock = Hand()
    settings = settings_of(folder, url)
    folder.mkdir(parents=True, exist_ok=True)
    settings.keys.mkdir(parents=True, exist_ok=True)
    database = Database(settings.database_url, anchor=settings.anchor)
    migrating.migrate(database)
    loaded = of or staffed_house()
    done = house.load(
        database,
        loaded,
        effective=loaded.property.gaming_date(clock()),
        who=house.the_program(),
        now=clock(),
        cost=secrecy.CHEAP,
    )
    enrol_all(database, clock(), done.extra["codes"])  # type: ignore[arg-type]
    database.close()
    return serve_site(folder, url=url)


# ------------------------------------------------------------------------- reading pages


@dataclass
class Element:
    """A start tag as it stands in a page."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """A page taken apart: what a check or a test wants to know of it."""

    elements: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    _open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in {"input", "meta", "link", "br", "img", "col", "hr"}:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        """Close the last one of that name."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place].tag == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        """Give text to every element it is in."""
        for element in self._open:
            element.text += data
        if not any(element.tag in {"script", "style"} for element in self._open):
            self.words.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Elements of a tag with these attributes (``class_`` for class)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag
            and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        """The only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of <{tag} {attributes}>"
        return found[0]

    @property
    def text(self) -> str:
        """All words of the page, blanks in a row as one."""
        return " ".join(" ".join(self.words).split())


def read_page(body: str) -> Page:
    """Take a page apart."""
    page = Page()
    page.feed(body)
    page.close()
    return page


_UNLABELLED = {"hidden", "submit", "button"}


def page_faults(body: str) -> list[str]:
    """What every page must keep; each fault in a sentence."""
    page = read_page(body)
    return [
        *_head_faults(page),
        *_id_faults(page),
        *_label_faults(page),
        *_form_faults(page),
        *_inline_faults(page),
    ]


def _head_faults(page: Page) -> list[str]:
    heads = [" ".join(head.text.split()) for head in page.all("h1")]
    title = " ".join(page.one("title").text.split())
    if len(heads) != 1:
        return [f"{len(heads)} h1"]
    return [] if heads[0] and title.startswith(heads[0]) else [f"{title!r} begins not {heads[0]!r}"]


def _id_faults(page: Page) -> list[str]:
    ids = Counter(e.attributes["id"] for e in page.elements if "id" in e.attributes)
    twice = [f"id {name} stands {count} times" for name, count in ids.items() if count > 1]
    for element in page.elements:
        for name in ("for", "aria-describedby", "aria-labelledby", "form"):
            twice += [
                f"{name}={one} of <{element.tag}> leads nowhere"
                for one in element.attributes.get(name, "").split()
                if one not in ids
            ]
    return twice


def _label_faults(page: Page) -> list[str]:
    labelled = {label.attributes.get("for") for label in page.all("label")}
    return [
        f"<{e.tag} name={e.attributes.get('name')}> has no label"
        for e in page.elements
        if e.tag in {"input", "select", "textarea"}
        and e.attributes.get("type") not in _UNLABELLED
        and e.attributes.get("id") not in labelled
        and not e.attributes.get("aria-label")
        and not e.attributes.get("aria-labelledby")
    ]


def _form_faults(page: Page) -> list[str]:
    faults = []
    tokens = len(page.all("input", name="csrf_token"))
    posts = [form for form in page.all("form") if form.attributes.get("method") == "post"]
    faults += [f"{len(posts)} forms, {tokens} tokens"] if tokens != len(posts) else []
    faults += ["a form without action" for f in page.all("form") if not f.attributes.get("action")]
    faults += ["a field of type number" for _ in page.all("input", type="number")]
    return faults


def _inline_faults(page: Page) -> list[str]:
    faults = [f"<{e.tag}> with a style" for e in page.elements if "style" in e.attributes]
    faults += ["a style element" for _ in page.all("style")]
    faults += [f"script: {e.text[:40]}" for e in page.all("script") if e.text.strip()]
    faults += [
        f"<{e.tag} {name}>" for e in page.elements for name in e.attributes if name.startswith("on")
    ]
    return faults


# ------------------------------------------------------------------------------ the tablet


class Tablet:
    """A browser in somebody's hand, without its scripts; every page it is shown is checked."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.client: FlaskClient = site.app.test_client()
        self.answer: TestResponse | None = None

    def get(self, path: str, *, status: int = 200, follow: bool = False, **options: Any) -> Page:
        """Open a page."""
        return self._take(self.client.get(path, follow_redirects=follow, **options), status)

    def post(
        self,
        path: str,
        fields: dict[str, Any] | None = None,
        *,
        status: int = 303,
        follow: bool = False,
        token: bool = True,
    ) -> Page:
        """Send a form; its token is taken from the page before unless ``token`` says not to."""
        data = dict(fields or {})
        if token and "csrf_token" not in data:
            data["csrf_token"] = self.token()
        answer = self.client.post(path, data=data, follow_redirects=follow)
        return self._take(answer, status)

    def send(self, action: str, *, status: int = 303, follow: bool = False, **fields: Any) -> Page:
        """Open a form's page, fill the form in as it stands there, and send it."""
        page = self.get(action)
        data = {**self.hidden(page, action), **fields}
        return self.post(action, data, status=status, follow=follow)

    def json(self, path: str, body: object = None, *, status: int = 200, token: bool = True) -> Any:
        """Ask as a script of ours does."""
        headers = {"Accept": "application/json"}
        if token:
            headers["X-CSRFToken"] = self.token()
        if body is None:
            answer = self.client.get(path, headers=headers)
        else:
            answer = self.client.post(path, json=body, headers=headers)
        self.answer = answer
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:400]}"
        return json.loads(answer.text)

    def hidden(self, page: Page, action: str) -> dict[str, str]:
        """The hidden fields of the first form with this action."""
        inside = False
        fields: dict[str, str] = {}
        for element in page.elements:
            if element.tag == "form":
                inside = element.attributes.get("action") == action
            if inside and element.tag == "input" and element.attributes.get("type") == "hidden":
                fields.setdefault(element.attributes["name"], element.attributes.get("value", ""))
        return fields

    def token(self) -> str:
        """A token for a form, from the page that anybody may open."""
        answer = self.client.get("/enrol")
        return read_page(answer.text).all("input", name="csrf_token")[0].attributes["value"]

    def sign_in(self, badge: str, *, duty: str = "", pin: str = "", to: str = "") -> Page:
        """Sign somebody in, choosing a duty where he has several."""
        fields = {"badge": badge, "pin": pin or pin_of(badge), "next": to}
        page = self.post("/sign-in", fields, status=303)
        assert self.answer is not None
        if self.answer.location.endswith("/sign-in/duty"):
            page = self.post("/sign-in/duty", {"duty": duty or STAFF[badge][0].value})
        return page

    def _take(self, answer: TestResponse, status: int) -> Page:
        self.answer = answer
        body = answer.text if answer.mimetype == "text/html" else ""
        assert answer.status_code == status, (
            f"{answer.request.path}: {answer.status_code} not {status} {answer.location or ''}\n"
            f"{read_page(body).text[:600]}"
        )
        if 300 <= answer.status_code < 400:
            return read_page("")
        if body:
            faults = page_faults(body)
            assert not faults, f"{answer.request.path}: {faults}"
            assert answer.headers["Cache-Control"] == "no-store"
        return read_page(body)
