"""The chip bank's own chips: counted by shift, moved by two people."""

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.chip_books import BankState, Move
from countroom.domain.people import CAGE_ROLES
from countroom.inquiries import chip_bank, chips
from countroom.inquiries.chip_bank import Bank
from countroom.operations import chip_bank as banking
from countroom.web import desk, gate, home, links
from countroom.web.cage.blueprint import bp
from countroom.web.cage.forms import CountBankForm, MoveStockForm, TurnBankForm, VoidBankForm
from countroom.web.chip_grid import chip_grid, pieces_in
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import SigningForm, prove_as

home.door("cage.stock", "Chip stock", "The chip bank counted, and its stock moved.")
for _series in ("BK", "CM"):
    links.register(_series, "cage.bank_paper")


def _bank() -> Bank:
    return chip_bank.bank(desk.database(), desk.viewer(), desk.now())


@bp.get("/stock")
@gate.needs(Permission.CAGE_CHIPS)
def stock() -> Response:
    """Counts of the chip bank and movements of its stock, what waits first."""
    return page("cage/stock.html", title="Chip stock", bank=_bank())


@bp.route("/stock/count", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def count_bank() -> Response:
    """Count the chip bank: every denomination, and nothing of what should be there."""
    bank = _bank()
    form = CountBankForm()
    grid = chip_grid(bank.keys, bank.chip_sets).fill(request.form)
    if form.submitted():
        with problems(form):
            pieces = pieces_in(grid, every=True)
            shift = form.shift.data or ""
            done = do(banking.count, key=form.key.data, pieces=pieces, shift=shift)
            return after(done, url_for("cage.bank_paper", name=done.name))
    return page("cage/count_bank.html", title="Count the chip bank", form=form, grid=grid)


@bp.route("/stock/turn", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def turn_bank() -> Response:
    """Open the chip bank, or close it: another person of the cage stands by."""
    standing = chips.queue(desk.database(), desk.viewer(), desk.now()).bank
    form = TurnBankForm()
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            second = prove_as(badge, pin, CAGE_ROLES, field="second_pin")
            done = do(
                banking.turn, key=form.key.data, to=BankState(form.to.data or ""), second=second
            )
            return after(done, url_for("cage.bank"))
    if form.problem is None:
        form.to.data = standing.state.other.value
    closes = standing.state is BankState.OPEN
    title = "Close the chip bank" if closes else "Open the chip bank"
    return page("cage/turn_bank.html", title=title, form=form, standing=standing, closes=closes)


@bp.route("/stock/move", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def move_stock() -> Response:
    """Write down that chips come to or leave the stock."""
    bank = _bank()
    form = MoveStockForm()
    form.kind.choices = [(move.value, move.says) for move in Move]
    grid = chip_grid(bank.keys, bank.chip_sets).fill(request.form)
    if form.submitted():
        with problems(form):
            asked = {
                "pieces": pieces_in(grid),
                "remark": form.remark.data or "",
                "count": form.count.data or "",
            }
            kind = Move(form.kind.data or "")
            done = do(banking.move, key=form.key.data, kind=kind, **asked)
            return after(done, url_for("cage.bank_paper", name=done.name))
    return page("cage/move_stock.html", title="Move chip stock", form=form, grid=grid)


@bp.route("/stock/<name>", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def bank_paper(name: str) -> Response:
    """A count or movement: signed by two; of a count then what the books say."""
    sheet = chip_bank.sheet(desk.database(), desk.viewer(), name)
    form = SigningForm()
    if form.submitted():
        with problems(form):
            proof = form.sign(sheet.places)
            asked = {"paper": name, "step": form.step.data, "saw": form.saw.data}
            done = do(banking.sign, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("cage.bank_paper", name=name))
    if sheet.due:
        form.show(sheet.due.step, sheet.digest)
    return page("cage/bank_paper.html", title=f"{sheet.title} {name}", form=form, sheet=sheet)


@bp.route("/stock/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.CAGE_CHIPS)
def void_bank_paper(name: str) -> Response:
    """Void a count or movement that nobody has signed: a second person and a reason."""
    sheet = chip_bank.sheet(desk.database(), desk.viewer(), name)
    form = VoidBankForm()
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            second = prove_as(badge, pin, CAGE_ROLES, field="second_pin")
            asked = {"paper": name, "reason": form.reason.data or ""}
            done = do(banking.void, key=form.key.data, second=second, **asked)
            return after(done, url_for("cage.bank_paper", name=name))
    return page("cage/void_bank.html", title=f"Void {name}", form=form, sheet=sheet)


@home.calls(Permission.CAGE_CHIPS)
def to_sign() -> list[home.Call]:
    """Counts and movements that wait for a signature."""
    return [
        home.Call(f"Sign {sheet.name}", sheet.title, url_for("cage.bank_paper", name=sheet.name))
        for sheet in _bank().waiting
    ]
