"""The tables of the drop, and one of them: the box off, its slip, the box on."""

from flask import Response, redirect, request, url_for

from countroom.domain.access import Permission
from countroom.errors import CountroomError
from countroom.inquiries import drop_floor
from countroom.inquiries.drop_floor import AtTable, Stage
from countroom.operations import drop
from countroom.web import desk, gate, home
from countroom.web.doing import after, do
from countroom.web.drop.blueprint import bp
from countroom.web.drop.forms import DropForm, PlaceForm, TellForm
from countroom.web.pages import page
from countroom.web.problems import problems

home.door("drop.tables", "Drop", "Boxes off the tables, the trolley, the manifest.")


@bp.get("/")
@gate.needs(Permission.DROP_RUN)
def tables() -> Response:
    """Every table of the drop; a scanned table or box leads to its table."""
    found = drop_floor.floor(desk.database(), desk.viewer(), desk.now())
    scanned = request.args.get("code", "").strip()
    wrong = ""
    if scanned:
        try:
            at = drop_floor.at_table(desk.database(), desk.viewer(), desk.now(), scanned)
        except CountroomError as refused:
            wrong = refused.message
        else:
            return redirect(url_for("drop.table", table=at.table.table))  # type: ignore[return-value]
    return page(
        "drop/tables.html",
        title="Drop",
        gaming_date=found.gaming_date,
        floor=found,
        scanned=scanned,
        wrong=wrong,
        done=sum(table.stage is Stage.DONE for table in found.tables),
    )


@bp.route("/tell", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def tell() -> Response:
    """Tell surveillance that the drop begins."""
    found = drop_floor.floor(desk.database(), desk.viewer(), desk.now())
    form = TellForm()
    if form.submitted():
        with problems(form):
            asked = {"what": "drop", "gaming_date": found.gaming_date}
            officer = form.officer.data or ""
            done = do(drop.tell_surveillance, key=form.key.data, officer=officer, **asked)
            return after(done, url_for("drop.tables"))
    title = "Tell surveillance"
    return page(
        "drop/tell.html", title=title, form=form, floor=found, gaming_date=found.gaming_date
    )


def find(table: str) -> AtTable:
    """One table of the drop."""
    return drop_floor.at_table(desk.database(), desk.viewer(), desk.now(), table)


@bp.route("/table/<table>", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def table(table: str) -> Response:
    """Take the box off a table and lock another to it, in one act."""
    at = find(table)
    if at.table.stage is Stage.NO_BOX:
        return redirect(url_for("drop.place", table=table))  # type: ignore[return-value]
    form = DropForm()
    if request.method == "GET":
        form.slip.data, form.replacement.data = at.table.slip, at.table.replacement
    if form.submitted():
        with problems(form):
            done = do(
                drop.drop_box,
                key=form.key.data,
                table=table,
                box=form.box.data or "",
                replacement=form.replacement.data or "",
                slip=form.slip.data or "",
                end_of_day=form.ends.data == "day",
            )
            return after(done, url_for("drop.tables"))
    return page(
        "drop/table.html",
        title=f"Drop {table}",
        form=form,
        at=at,
        gaming_date=at.gaming_date,
        why_not=_why_not(at),
    )


def _why_not(at: AtTable) -> str:
    """Why the table cannot be dropped now, or empty."""
    if at.told is None:
        return "Tell surveillance first."
    return {
        Stage.WAITS_FOR_SLIP: "The table is open: its drop slip is counted and signed first.",
        Stage.DONE: "",
    }.get(at.table.stage, "")


@bp.route("/table/<table>/place", methods=["GET", "POST"])
@gate.needs(Permission.DROP_RUN)
def place(table: str) -> Response:
    """Lock an empty box to a table that has none."""
    at = find(table)
    form = PlaceForm()
    if form.submitted():
        with problems(form):
            box = form.box.data or ""
            done = do(drop.place_box, key=form.key.data, table=table, box=box)
            return after(done, url_for("drop.tables"))
    return page("drop/place.html", title=f"Place a box on {table}", form=form, at=at)


@home.calls(Permission.DROP_RUN)
def waiting() -> list[home.Call]:
    """What of the drop is next, inside its window or once it has begun."""
    found = drop_floor.floor(desk.database(), desk.viewer(), desk.now())
    calls = []
    if found.in_window and found.told is None:
        says = f"The drop of {found.gaming_date.isoformat()} may begin"
        calls.append(home.Call("Tell surveillance", says, url_for("drop.tell")))
    elif found.told is not None:
        calls += [
            home.Call(
                f"Drop {table.table}",
                f"Box {table.box} is ready to come off",
                url_for("drop.table", table=table.table),
            )
            for table in found.tables
            if table.stage is Stage.READY
        ]
    if found.off:
        says = f"{len(found.off)} boxes are off their tables"
        calls.append(home.Call("Load the trolley", says, url_for("drop.trolley")))
    return calls
