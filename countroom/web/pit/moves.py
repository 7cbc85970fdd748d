"""Fills and credits: the request, and the slip that four people sign."""

from dataclasses import dataclass

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.people import TABLE_ROLES, Role
from countroom.errors import NotFoundError
from countroom.inquiries import chips, floor
from countroom.inquiries.chips import Sheet
from countroom.operations import credits as credits_
from countroom.operations import fills
from countroom.operations.acts import Done
from countroom.web import desk, gate, home, links
from countroom.web.chip_grid import chip_grid, pieces_in
from countroom.web.doing import after, do
from countroom.web.kept_copies import may_print, printed
from countroom.web.pages import page
from countroom.web.pit.blueprint import bp
from countroom.web.pit.forms import (
    AskAndSignForm,
    AskForm,
    TakeBackForm,
    VoidMoveForm,
    WithdrawForm,
)
from countroom.web.problems import problems
from countroom.web.sign_off import SigningForm, prove_as

_DO = {"fill": fills, "credit": credits_}


@dataclass(frozen=True, slots=True)
class _Voiding:
    """Who voids a fill or a credit.

    Attributes:
        by: As the page calls the first.
        role: Duty of the first.
        seconds: Duties of the second.
        says: Who the second may be, in words.
        names: What the operation calls the paper.
    """

    by: str
    role: Role
    seconds: tuple[Role, ...]
    says: str
    names: str


_VOIDING = {
    "fill": _Voiding(
        "Chip bank cashier",
        Role.CHIP_BANK_CASHIER,
        (Role.SECURITY, Role.FLOORPERSON, Role.CAGE_SUPERVISOR),
        "A floorperson, security officer or cage supervisor stands by",
        "slip",
    ),
    "credit": _Voiding(
        "Floorperson",
        Role.FLOORPERSON,
        (Role.DEALER, Role.BOXPERSON, Role.SECURITY, Role.FLOORPERSON),
        "A dealer, boxperson, security officer or another floorperson stands by",
        "paper",
    ),
}

for _series, _endpoint in {
    "FR": "pit.paper",
    "CR": "pit.paper",
    "F": "pit.paper",
    "C": "pit.paper",
}.items():
    links.register(_series, _endpoint)


@bp.route("/table/<table>/<any(fill, credit):word>", methods=["GET", "POST"])
@gate.needs(Permission.PIT_SLIPS)
def ask(table: str, word: str) -> Response:
    """Ask for a fill, or to send chips back: denominations, total, signature."""
    bench = floor.bench(desk.database(), desk.viewer(), desk.now(), table)
    signs = desk.who().duty is Role.FLOORPERSON
    form = AskAndSignForm() if signs else AskForm()
    grid = chip_grid(bench.keys, bench.chip_sets).fill(request.form)
    if form.submitted():
        with problems(form):
            asked = {"table": table, "pieces": pieces_in(grid)}
            proof = form.proof(Role.FLOORPERSON) if isinstance(form, AskAndSignForm) else None
            done = do(_DO[word].request, key=form.key.data, proof=proof, **asked)
            return after(done, url_for("pit.paper", name=done.name))
    title = f"Ask for a fill of {table}" if word == "fill" else f"Send chips back from {table}"
    return page(
        "pit/ask.html", title=title, form=form, grid=grid, bench=bench, word=word, signs=signs
    )


def _sheet(name: str) -> Sheet:
    return chips.sheet(desk.database(), desk.viewer(), desk.now(), name)


@bp.route("/paper/<name>", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES, Permission.CAGE_CHIPS, Permission.SECURITY_MOVE)
def paper(name: str) -> Response:
    """A request or slip: what is signed, who has signed, who is next."""
    sheet = _sheet(name)
    form = SigningForm()
    if form.submitted():
        with problems(form):
            done = _sign(sheet, form)
            return after(done, url_for("pit.paper", name=name))
    if sheet.due:
        form.show(sheet.due.step, sheet.digest)
    return page(
        "pit/paper.html",
        title=f"{sheet.title} {name}",
        form=form,
        sheet=sheet,
        may_withdraw=_may_withdraw(sheet),
        may_take_back=gate.opens(desk.who().duty, frozenset({Permission.PIT_TABLES})),
        prints=may_print(f"{sheet.word}_{'slip' if sheet.is_slip else 'request'}"),
    )


@bp.get("/print/<name>.pdf")
@gate.needs(Permission.PIT_TABLES, Permission.CAGE_CHIPS, Permission.SECURITY_MOVE)
def print_form(name: str) -> Response:
    """One's own copy of a form of the pit, to print."""
    return printed(name)


def _may_withdraw(sheet: Sheet) -> bool:
    opens = gate.opens(desk.who().duty, frozenset({Permission.PIT_SLIPS}))
    return sheet.may_be_withdrawn and opens


def _sign(sheet: Sheet, form: SigningForm) -> Done:
    proof = form.sign(sheet.places)
    what = _DO[sheet.word]
    if not sheet.is_slip:
        asked = {"request": sheet.name, "saw": form.saw.data}
        if sheet.word == "credit":
            asked["step"] = form.step.data
        return do(what.sign_request, key=form.key.data, proof=proof, **asked)
    asked = {"slip": sheet.name, "step": form.step.data, "saw": form.saw.data}
    return do(what.sign, key=form.key.data, proof=proof, **asked)


@bp.route("/paper/<name>/withdraw", methods=["GET", "POST"])
@gate.needs(Permission.PIT_SLIPS)
def withdraw(name: str) -> Response:
    """Take back a request that no slip answers."""
    sheet = _sheet(name)
    form = WithdrawForm()
    if form.submitted():
        with problems(form):
            done = do(
                _DO[sheet.word].withdraw,
                key=form.key.data,
                request=name,
                reason=form.reason.data or "",
            )
            return after(done, url_for("pit.table", table=sheet.table))
    return page("pit/withdraw.html", title=f"Take back {name}", form=form, sheet=sheet)


@bp.route("/paper/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES, Permission.CAGE_CHIPS, Permission.SECURITY_MOVE)
def void(name: str) -> Response:
    """Void a fill or credit while that may be: two people and a reason."""
    sheet = _sheet(name)
    if sheet.word == "fill" and not sheet.is_slip:
        msg = f"{name} is a request: it is taken back."
        raise NotFoundError(msg)
    voiding = _VOIDING[sheet.word]
    form = VoidMoveForm()
    form.badge.label.text, form.pin.label.text = f"{voiding.by}'s badge", f"{voiding.by}'s PIN"
    if form.submitted():
        with problems(form):
            proof = prove_as(form.badge.data or "", form.pin.data or "", (voiding.role,))
            second = prove_as(
                form.second_badge.data or "",
                form.second_pin.data or "",
                voiding.seconds,
                field="second_pin",
            )
            asked = {voiding.names: name, "reason": form.reason.data or ""}
            void_it = _DO[sheet.word].void
            done = do(void_it, key=form.key.data, proof=proof, second=second, **asked)
            return after(done, url_for("pit.paper", name=name))
    return page("pit/void.html", title=f"Void {name}", form=form, sheet=sheet, voiding=voiding)


@bp.route("/paper/<name>/back", methods=["GET", "POST"])
@gate.needs(Permission.PIT_TABLES)
def take_back(name: str) -> Response:
    """Take chips of a credit that the chip bank sent back into the rack again."""
    sheet = _sheet(name)
    if not sheet.sent_back:
        msg = f"No chips of {name} are on their way back."
        raise NotFoundError(msg)
    form = TakeBackForm()
    form.second_badge.label.text, form.second_pin.label.text = "Badge", "PIN"
    if form.submitted():
        with problems(form):
            dealer = prove_as(form.badge.data or "", form.pin.data or "", sorted(TABLE_ROLES))
            floor_ = form.second(Role.FLOORPERSON)
            asked = {"request": name, "dealer": dealer, "floorperson": floor_}
            done = do(credits_.take_back, key=form.key.data, **asked)
            return after(done, url_for("pit.table", table=sheet.table))
    return page("pit/take_back.html", title=f"Take {name} back", form=form, sheet=sheet)


@home.calls(Permission.SECURITY_MOVE)
def to_carry() -> list[home.Call]:
    """Fills and credits whose chips security carries."""
    queue = chips.queue(desk.database(), desk.viewer(), desk.now())
    return [
        home.Call(
            f"Sign {sheet.name}",
            f"Carry {sheet.total.text()}: {sheet.title} of {sheet.table}",
            url_for("pit.paper", name=sheet.name),
        )
        for sheet in chips.mine(queue, desk.who().duty)
    ]
