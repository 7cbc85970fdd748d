"""Inventory slips: the rack is counted blind, signed by both, and only then compared."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.inventory import SlipKind
from countroom.domain.people import Role
from countroom.errors import NotFoundError
from countroom.inquiries import floor, racks
from countroom.inquiries.floor import Bench
from countroom.inquiries.racks import InventorySheet
from countroom.operations import slips
from countroom.operations.acts import Done
from countroom.web import desk, gate, links
from countroom.web.chip_grid import chip_grid, pieces_in
from countroom.web.doing import after, do
from countroom.web.kept_copies import may_print
from countroom.web.pages import page
from countroom.web.pit.blueprint import bp
from countroom.web.pit.forms import AgainForm, CountForm, VoidSlipForm
from countroom.web.problems import problems
from countroom.web.sign_off import SigningForm, prove_as

_TITLES = {
    SlipKind.OPENING: "Opening count",
    SlipKind.CLOSE: "Closing count",
    SlipKind.DROP: "Drop count",
    SlipKind.SHIFT: "Shift count",
    SlipKind.CLOSED_DAILY: "Daily count of a closed table",
}
_SECONDS = (Role.FLOORPERSON, Role.PIT_CLERK, Role.DEALER, Role.BOXPERSON, Role.SECURITY)

links.register("IS", "pit.rack_slip")


@bp.route("/table/<table>/count/<kind>", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def count(table: str, kind: str) -> Response:
    """Count a rack on one screen, without a figure of what it should hold."""
    occasion = _occasion(kind)
    bench = floor.bench(desk.database(), desk.viewer(), desk.now(), table)
    form = CountForm()
    takes_box = occasion in {SlipKind.DROP, SlipKind.SHIFT}
    if takes_box:
        form.incoming.choices = [("", "Choose the box"), *((box, box) for box in bench.spares)]
    else:
        del form.incoming
    if occasion is not SlipKind.SHIFT:
        del form.shift
    grid = chip_grid(bench.keys, bench.chip_sets).fill(request.form)
    if form.submitted():
        with problems(form):
            pieces = pieces_in(grid, every=True)
            asked = {"table": table, "kind": occasion, "pieces": pieces}
            if takes_box:
                asked["incoming"] = form.incoming.data or ""
            if occasion is SlipKind.SHIFT:
                asked["shift"] = form.shift.data or ""
            done = do(slips.count, key=form.key.data, **asked)
            return after(done, url_for("pit.rack_slip", name=done.name))
    return page(
        "pit/count.html",
        title=f"{_TITLES[occasion]} of {table}",
        form=form,
        grid=grid,
        bench=bench,
        kind=occasion,
        takes_box=takes_box,
    )


def _occasion(kind: str) -> SlipKind:
    if kind not in set(SlipKind):
        msg = f"A rack is not counted as {kind!r}."
        raise NotFoundError(msg)
    return SlipKind(kind)


def _slip(name: str) -> InventorySheet:
    return racks.inventory(desk.database(), desk.viewer(), name)


@bp.route("/rack/<name>", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def rack_slip(name: str) -> Response:
    """A slip: signed by dealer, then floorperson; then what it says against what came before."""
    slip = _slip(name)
    form = SigningForm()
    if form.submitted():
        with problems(form):
            done = _sign(slip, form)
            return after(done, url_for("pit.rack_slip", name=name))
    if slip.due:
        form.show(slip.due.step, slip.digest)
    sums = racks.arithmetic(desk.database(), desk.viewer(), name) if slip.signed else None
    return page(
        "pit/slip.html",
        title=f"{_TITLES[slip.kind]} {name}",
        form=form,
        slip=slip,
        sums=sums,
        bench=_bench(slip),
        makes_error=desk.who().duty is Role.FLOORPERSON,
        prints=may_print("inventory_slip"),
    )


def _bench(slip: InventorySheet) -> Bench:
    return floor.bench(desk.database(), desk.viewer(), desk.now(), slip.table)


def _sign(slip: InventorySheet, form: SigningForm) -> Done:
    proof = form.sign(slip.places)
    asked = {"slip": slip.name, "step": form.step.data, "saw": form.saw.data}
    return do(slips.sign, key=form.key.data, proof=proof, **asked)


@bp.route("/rack/<name>/again", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def again(name: str) -> Response:
    """Count again before anybody has signed; the figures are typed anew."""
    slip = _slip(name)
    bench = _bench(slip)
    form = AgainForm()
    grid = chip_grid(bench.keys, bench.chip_sets).fill(request.form)
    if form.submitted():
        with problems(form):
            done = do(
                slips.recount,
                key=form.key.data,
                slip=name,
                pieces=pieces_in(grid, every=True),
                reason=form.reason.data or "",
            )
            return after(done, url_for("pit.rack_slip", name=name))
    return page(
        "pit/again.html", title=f"Count {name} again", form=form, grid=grid, bench=bench, slip=slip
    )


@bp.route("/rack/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def void_rack(name: str) -> Response:
    """Void a slip that nobody has signed: a second person and a reason."""
    slip = _slip(name)
    form = VoidSlipForm()
    if form.submitted():
        with problems(form):
            second = prove_as(
                form.second_badge.data or "",
                form.second_pin.data or "",
                _SECONDS,
                field="second_pin",
            )
            done = do(
                slips.void,
                key=form.key.data,
                slip=name,
                reason=form.reason.data or "",
                second=second,
            )
            return after(done, url_for("pit.rack_slip", name=name))
    return page("pit/void_slip.html", title=f"Void {name}", form=form, slip=slip)
