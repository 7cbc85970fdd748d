"""People: how each signs in, a new one-time code, an end of sign-ins, an end of employment."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.errors import RepeatError
from countroom.inquiries import people
from countroom.inquiries.people import Listed, Way
from countroom.operations import authentication, sign_ins
from countroom.operations import people as staff
from countroom.operations.acts import Proof
from countroom.web import desk, gate, home
from countroom.web.admin.blueprint import bp, cost
from countroom.web.admin.forms import CodeForm, EndForm, RetireForm, RolesForm
from countroom.web.doing import after, do
from countroom.web.forms import SecondPersonForm
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Cell, Column, Listing, TableRow, row

home.door("admin.everybody", "People", "Duties, one-time codes, sign-ins, leaving.")

_LOOKS = {Way.PIN: "done", Way.CODE: "open", Way.EXPIRED: "look", Way.NONE: "waiting"}


def _line(entry: Listed) -> TableRow:
    person = entry.person
    return row(
        Cell(person.name, url_for("admin.person", code=person.code)),
        person.code,
        ", ".join(role.printed for role in person.roles),
        person.credential,
        Cell(entry.way.word, look=_LOOKS[entry.way]),
        look=entry.way is Way.EXPIRED,
    )


@bp.get("/people")
@gate.needs(Permission.ADMIN_PEOPLE)
def everybody() -> Response:
    """Everybody registered today."""
    found = people.everybody(desk.database(), desk.viewer(), desk.now())
    columns = ("Name", "Badge", "Duties", "Credential", "Sign-in")
    listing = Listing(
        id="people",
        title="People of the house",
        columns=tuple(map(Column, columns)),
        rows=tuple(map(_line, found)),
        nothing="Nobody is registered.",
        nothing_next="Load the property file.",
        nothing_to=url_for("admin.house_file"),
    )
    waiting = [entry for entry in found if entry.way in {Way.EXPIRED, Way.NONE}]
    return page("admin/people.html", title="People", listing=listing, waiting=waiting)


def _one(code: str) -> Listed:
    return people.one(desk.database(), desk.viewer(), desk.now(), code)


@bp.get("/people/<code>")
@gate.needs(Permission.ADMIN_PEOPLE)
def person(code: str) -> Response:
    """One person: what he may do, and whether he can sign in."""
    entry = _one(code)
    return page("admin/person.html", title=entry.person.name, entry=entry, form=EndForm())


def _second(form: SecondPersonForm, target: Listed) -> Proof:
    ccr = Role.CCR in target.person.roles
    roles = (Role.CCR,) if ccr else tuple(Role)
    badge, pin = form.second_badge.data or "", form.second_pin.data or ""
    return prove_as(badge, pin, roles, field="second_pin")


@bp.route("/people/<code>/code", methods=["GET", "POST"])
@gate.needs(Permission.ADMIN_PEOPLE)
def new_code(code: str) -> Response:
    """Give a new one-time code; it is shown this once, on the page that answers."""
    entry = _one(code)
    form = CodeForm()
    if form.submitted():
        with problems(form):
            made, hashed = authentication.prepare_code(cost())
            second = _second(form, entry)
            issue = authentication.issue_code
            try:
                do(issue, key=form.key.data, person=code, hashed=hashed, second=second)
            except RepeatError as again:
                msg = (
                    "A code was made with this page already. If nobody wrote it down, make another."
                )
                raise RepeatError(msg, recorded=again.recorded) from None
            return page("admin/code.html", title="One-time code", entry=_one(code), made=made)
    return page(
        "admin/new_code.html", title=f"New code for {entry.person.name}", form=form, entry=entry
    )


@bp.post("/people/<code>/end")
@gate.needs(Permission.ADMIN_PEOPLE)
def end(code: str) -> Response:
    """End every sign-in of a person at once."""
    entry = _one(code)
    form = EndForm()
    if form.submitted():
        with problems(form):
            done = do(sign_ins.revoke, key=form.key.data, person=code)
            return after(done, url_for("admin.person", code=code))
    return page("admin/person.html", title=entry.person.name, entry=entry, form=form)


@bp.route("/people/<code>/retire", methods=["GET", "POST"])
@gate.needs(Permission.ADMIN_PEOPLE)
def retire(code: str) -> Response:
    """Take a person off the register from a gaming date on."""
    entry = _one(code)
    form = RetireForm()
    if form.submitted():
        with problems(form):
            second = _second(form, entry)
            asked = {"person": code, "effective": form.effective.data}
            done = do(staff.retire, key=form.key.data, second=second, **asked)
            return after(done, url_for("admin.everybody"))
    title = f"{entry.person.name} leaves"
    return page("admin/retire.html", title=title, form=form, entry=entry)


@bp.route("/people/<code>/roles", methods=["GET", "POST"])
@gate.needs(Permission.ADMIN_PEOPLE)
def roles(code: str) -> Response:
    """Change what a person may sign in to."""
    entry = _one(code)
    form = RolesForm()
    if request.method == "GET":
        form.roles.data = [role.value for role in entry.person.roles]
    if form.submitted():
        with problems(form):
            chosen = tuple(role for role in Role if role.value in (form.roles.data or ()))
            second = _second(form, entry)
            asked = {"person": code, "roles": chosen, "effective": form.effective.data}
            done = do(staff.change_roles, key=form.key.data, second=second, **asked)
            return after(done, url_for("admin.person", code=code))
    title = f"Duties of {entry.person.name}"
    return page("admin/roles.html", title=title, form=form, entry=entry)


@home.calls(Permission.ADMIN_PEOPLE)
def waiting() -> list[home.Call]:
    """People who cannot sign in."""
    return [
        home.Call(
            f"New code for {entry.person.name}",
            entry.way.word,
            url_for("admin.new_code", code=entry.person.code),
        )
        for entry in people.everybody(desk.database(), desk.viewer(), desk.now())
        if entry.way in {Way.EXPIRED, Way.NONE}
    ]
