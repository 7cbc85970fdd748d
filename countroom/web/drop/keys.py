"""The keys: out and in, lost or broken, re-keyed; and the log of a gaming date."""

from datetime import date

from flask import Response, request, url_for

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.keys import KeyState
from countroom.domain.people import Role
from countroom.inquiries import keys as key_log
from countroom.inquiries.keys import KeyEntry, KeyStands
from countroom.operations import keys as acts
from countroom.web import desk, gate, home
from countroom.web.doing import after, do
from countroom.web.drop.blueprint import bp
from countroom.web.drop.forms import KeyBackForm, KeyGoneForm, KeyNewForm, KeyOutForm
from countroom.web.forms import prove
from countroom.web.pages import clock_text, moment_text, page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Cell, Column, Listing, TableRow, row

home.door("drop.keys", "Keys", "Who has which key; the key log.")

_LOOKS = {
    KeyState.IN: "recorded",
    KeyState.OUT: "open",
    KeyState.LOST: "exception",
    KeyState.BROKEN: "exception",
}


def _day() -> date:
    """The gaming date that the address asks for, or today's."""
    today = desk.house().property.gaming_date(desk.now())
    try:
        return date.fromisoformat(request.args.get("day", ""))
    except ValueError:
        return today


@bp.get("/keys")
@gate.needs(*key_log.SEE)
def keys() -> Response:
    """Where each key is, and the log of a gaming date."""
    database, viewer, now = desk.database(), desk.viewer(), desk.now()
    day = _day()
    stands = key_log.keys(database, viewer, now)
    signs = access.may(desk.who().duty, Permission.KEYS_SIGN)
    columns = ("Key", "Opens", "State", "Who has it", "Since", "What for")
    standing = Listing(
        id="keys",
        title="Keys of the house",
        columns=tuple(map(Column, columns)),
        rows=tuple(_line(one, signs=signs) for one in stands),
        nothing="This house has no keys on record.",
    )
    entries = key_log.log(database, viewer, now, day)
    columns = ("When", "Key", "Act", "Holder", "What for", "Recorded by")
    listing = Listing(
        id="key-log",
        title="Key log",
        columns=tuple(map(Column, columns)),
        rows=tuple(map(_entry, entries)),
        nothing="No key moved on this gaming date.",
    )
    content = key_log.content_out(database, viewer, now)
    return page(
        "drop/keys.html",
        title="Keys",
        gaming_date=day,
        standing=standing,
        listing=listing,
        content=content,
        day=day,
    )


def _line(stands: KeyStands, *, signs: bool) -> TableRow:
    key = stands.key
    word = f"{stands.state.value} since before today" if stands.overnight else stands.state.value
    return row(
        Cell(key.printed, url_for("drop.key", name=key.name) if signs else ""),
        key.opens,
        Cell(word, look="exception" if stands.overnight else _LOOKS[stands.state]),
        "" if stands.state is KeyState.IN else stands.holder,
        "" if stands.since is None else moment_text(stands.since),
        stands.purpose,
        look=stands.overnight or stands.unusable,
    )


def _entry(entry: KeyEntry) -> TableRow:
    return row(
        clock_text(entry.at),
        entry.key,
        Cell(entry.act, look=_LOOKS.get(KeyState(entry.act), "open"))
        if entry.act in set(KeyState)
        else entry.act,
        entry.holder,
        entry.says,
        entry.by,
        look=entry.act in {KeyState.LOST, KeyState.BROKEN},
    )


@bp.route("/keys/<name>", methods=["GET", "POST"])
@gate.needs(Permission.KEYS_SIGN)
def key(name: str) -> Response:
    """The next act of a key: out, back, or re-keyed."""
    stands = key_log.one(desk.database(), desk.viewer(), desk.now(), name)
    if stands.unusable:
        return _rekey(stands)
    if stands.state is KeyState.OUT:
        return _back(stands)
    return _out(stands)


def _out(stands: KeyStands) -> Response:
    form = KeyOutForm()
    if not stands.content and form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", stands.roles)
            done = do(
                acts.sign_out,
                key=form.key.data,
                named=stands.key.name,
                proof=proof,
                purpose=form.purpose.data or "",
            )
            return after(done, url_for("drop.keys"))
    return _page(stands, form, f"{stands.key.printed} out")


def _back(stands: KeyStands) -> Response:
    form = KeyBackForm()
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", stands.roles)
            done = do(acts.sign_in, key=form.key.data, named=stands.key.name, proof=proof)
            return after(done, url_for("drop.keys"))
    return _page(stands, form, f"{stands.key.printed} back")


def _rekey(stands: KeyStands) -> Response:
    form = KeyNewForm()
    if form.submitted():
        with problems(form):
            security = prove(form.badge.data or "", form.pin.data or "", Role.SECURITY)
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            representative = prove(badge, pin, Role.CCR, field="second_pin")
            done = do(
                acts.rekey,
                key=form.key.data,
                named=stands.key.name,
                by=form.by.data or "",
                security=security,
                representative=representative,
            )
            return after(done, url_for("drop.keys"))
    return _page(stands, form, f"{stands.key.printed} re-keyed")


def _page(stands: KeyStands, form: KeyOutForm | KeyBackForm | KeyNewForm, title: str) -> Response:
    return page("drop/key.html", title=title, form=form, stands=stands)


@bp.route("/keys/<name>/gone", methods=["GET", "POST"])
@gate.needs(Permission.KEYS_SIGN)
def key_gone(name: str) -> Response:
    """A key is lost or broken, and who was told."""
    stands = key_log.one(desk.database(), desk.viewer(), desk.now(), name)
    form = KeyGoneForm()
    if form.submitted():
        with problems(form):
            told = (form.representative.data, form.security.data, form.officer.data)
            done = do(
                acts.report,
                key=form.key.data,
                named=name,
                what=form.what.data,
                why=form.why.data or "",
                told=tuple(badge for badge in told if badge),
            )
            return after(done, url_for("drop.keys"))
    title = f"{stands.key.printed} is lost or broken"
    return page("drop/key_gone.html", title=title, form=form, stands=stands)


@home.calls(Permission.KEYS_SIGN)
def overnight() -> list[home.Call]:
    """Keys that are out since before this gaming date."""
    found = key_log.keys(desk.database(), desk.viewer(), desk.now())
    duty = desk.who().duty
    return [
        home.Call(
            f"Ask {one.key.printed} back",
            f"Out to {one.holder} since before today",
            url_for("drop.key", name=one.key.name),
        )
        for one in found
        if one.overnight and duty in one.roles
    ]
