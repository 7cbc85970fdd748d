"""The chip bank: requests that wait, and the numbered slip that answers each."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.errors import NotFoundError
from countroom.inquiries import chip_bank, chips
from countroom.inquiries.chips import Sheet
from countroom.operations import credits as credits_
from countroom.operations import fills
from countroom.web import desk, gate, home
from countroom.web.cage.blueprint import bp
from countroom.web.cage.forms import PrepareForm, SendBackForm
from countroom.web.chip_grid import chip_grid, pieces_in, put_pieces
from countroom.web.doing import after, do
from countroom.web.grid import Grid
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

home.door("cage.bank", "Chip bank", "Fills and credits that wait, and their slips.")

_DO = {"fill": fills, "credit": credits_}


@bp.get("/chips")
@gate.needs(Permission.CAGE_CHIPS)
def bank() -> Response:
    """What waits for the chip bank, oldest first."""
    queue = chips.queue(desk.database(), desk.viewer(), desk.now())
    return page("cage/bank.html", title="Chip bank", queue=queue)


@bp.route("/chips/<name>", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def prepare(name: str) -> Response:
    """Make the slip that answers a request: what is counted out, signed by the cashier."""
    asked = chips.sheet(desk.database(), desk.viewer(), desk.now(), name)
    if asked.is_slip:
        msg = f"{name} is a slip, no request."
        raise NotFoundError(msg)
    form = PrepareForm()
    grid = _grid(asked)
    if form.submitted():
        with problems(form):
            pieces = pieces_in(grid.fill(request.form))
            proof = form.proof(Role.CHIP_BANK_CASHIER)
            operation = _DO[asked.word].prepare
            done = do(operation, key=form.key.data, request=name, pieces=pieces, proof=proof)
            return after(done, url_for("pit.paper", name=done.name))
    if request.method == "POST":
        grid.fill(request.form)
    return page("cage/prepare.html", title=f"Answer {name}", form=form, grid=grid, asked=asked)


@bp.route("/chips/<name>/back", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def send_back(name: str) -> Response:
    """Send a credit's chips back to the table: they are not what the request says."""
    asked = chips.sheet(desk.database(), desk.viewer(), desk.now(), name)
    if not asked.is_at_bank:
        msg = f"No chips of {name} are at the chip bank."
        raise NotFoundError(msg)
    bench = chip_bank.bank(desk.database(), desk.viewer(), desk.now())
    form = SendBackForm()
    grid = chip_grid(bench.keys, bench.chip_sets).fill(request.form)
    if form.submitted():
        with problems(form):
            pieces = pieces_in(grid)
            cashier = form.proof(Role.CHIP_BANK_CASHIER)
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            officer = prove_as(badge, pin, (Role.SECURITY,), field="second_pin")
            asks = {"request": name, "pieces": pieces, "cashier": cashier, "security": officer}
            done = do(credits_.send_back, key=form.key.data, **asks)
            return after(done, url_for("cage.bank"))
    return page("cage/send_back.html", title=f"Send {name} back", form=form, grid=grid, asked=asked)


def _grid(asked: Sheet) -> Grid:
    """The denominations that were asked for, each filled in as asked: another is refused."""
    keys = [entry.key for entry in asked.pieces]
    sets = {chip_set.code: chip_set for chip_set in desk.house().chip_sets}
    held = [sets[code] for code in dict.fromkeys(key[1] for key in keys) if code in sets]
    return put_pieces(chip_grid(keys, held), asked.pieces)


@home.calls(Permission.CAGE_CHIPS)
def waiting() -> list[home.Call]:
    """Requests that wait for a slip."""
    queue = chips.queue(desk.database(), desk.viewer(), desk.now())
    return [
        home.Call(
            f"Answer {sheet.name}",
            f"{sheet.title} of {sheet.table}, {sheet.total.text()}",
            url_for("cage.prepare", name=sheet.name),
        )
        for sheet in queue.requests
    ]
