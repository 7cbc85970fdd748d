"""The file that describes the house, refused whole or loaded whole; the settings in force."""

from flask import Response

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.domain.property_file import read_house
from countroom.errors import EntryError
from countroom.inquiries import procedure
from countroom.inquiries.games import check_rules, kinds_of_games
from countroom.operations import house
from countroom.operations.acts import Done
from countroom.web import desk, gate, home
from countroom.web.admin.blueprint import bp, cost
from countroom.web.admin.forms import HouseFileForm
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as
from countroom.web.tables import Cell, Column, Listing, row

home.door("admin.house_file", "Property", "The file that describes the house.")
home.door("admin.settings", "Settings in force", "What changes the procedure, and since when.")

_FIELDS = frozenset({"effective", "second_pin", "second_badge"})


@bp.route("/property", methods=["GET", "POST"])
@gate.needs(Permission.ADMIN_PROPERTY)
def house_file() -> Response:
    """Load the property file: a bad one is refused whole, each fault with its place."""
    form = HouseFileForm()
    faults: dict[str, str] = {}
    if form.submitted():
        with problems(form):
            try:
                return _loaded(_load(form))
            except EntryError as refused:
                faults = {k: says for k, says in refused.fields.items() if k not in _FIELDS}
                shown = {k: says for k, says in refused.fields.items() if k in _FIELDS}
                raise EntryError(shown or {"file": _refused(len(faults))}) from None
    there = desk.house_if_any()
    return page(
        "admin/house_file.html", title="Property file", form=form, faults=faults, there=there
    )


def _refused(number: int) -> str:
    faults = "1 fault" if number == 1 else f"{number} faults"
    return f"The file was not loaded: {faults}, listed below. Nothing was recorded."


def _load(form: HouseFileForm) -> Done:
    described = read_house(form.file.data.read(), games=kinds_of_games())
    check_rules(described)
    badge, pin = form.second_badge.data or "", form.second_pin.data or ""
    second = prove_as(badge, pin, tuple(Role), field="second_pin")
    assert form.effective.data is not None, "a field that is required"
    return house.load(
        desk.database(),
        described,
        effective=form.effective.data,
        who=desk.who(),
        now=desk.now(),
        cost=cost(),
        second=second,
        key=form.key.data or "",
    )


def _loaded(done: Done) -> Response:
    """What was loaded, and the codes that were made: shown this once."""
    codes = done.extra["codes"]
    assert isinstance(codes, dict)
    people = {person.code: person.name for person in desk.house().people}
    listing = Listing(
        id="codes",
        title="One-time codes, shown this once",
        columns=(Column("Badge"), Column("Name"), Column("Code")),
        rows=tuple(row(badge, people.get(badge, ""), str(code)) for badge, code in codes.items()),
        nothing="Everybody of this file has a PIN or a code already.",
    )
    return page("admin/loaded.html", title="Property loaded", says=done.says, listing=listing)


@bp.get("/settings")
@gate.needs(*procedure.READERS)
def settings() -> Response:
    """The settings in force: what changes the procedure, since when, and what is usual."""
    found = procedure.in_force(desk.database(), desk.viewer(), desk.now())
    listing = Listing(
        id="settings",
        title="Settings in force",
        columns=(Column("Setting"), Column("In force"), Column("Usual"), Column("Since")),
        rows=tuple(
            row(
                entry.title,
                Cell(entry.value, look="look") if entry.changed else entry.value,
                entry.usual,
                entry.since.isoformat(),
                look=entry.changed,
            )
            for entry in found
        ),
    )
    changed = sum(entry.changed for entry in found)
    return page("admin/settings.html", title="Settings in force", listing=listing, changed=changed)
