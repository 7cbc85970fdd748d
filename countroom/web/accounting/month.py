"""The end of a month: the tie-out, the month closed; what the bank said."""

from datetime import date
from typing import Any, Final

from flask import Response, request, url_for

from countroom.domain.access import Permission
from countroom.domain.papers.bank_claim import ClaimKind
from countroom.domain.papers.bank_deposit import BankDeposit
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.errors import NotFoundError
from countroom.inquiries import bank as banks
from countroom.inquiries import month_end
from countroom.inquiries.bank import Bank
from countroom.inquiries.month_end import MonthEnd
from countroom.operations.books import bank as banking
from countroom.operations.books import months
from countroom.operations.books.bank import Claimed
from countroom.web import desk, gate, home
from countroom.web.accounting.audit import SUPERVISOR, adjusted_listing, writes
from countroom.web.accounting.blueprint import bp
from countroom.web.accounting.forms import ClaimForm, CloseMonthForm, DepositForm
from countroom.web.doing import after, do
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

home.door("accounting.bank", "Bank", "Deposits, and what the bank claims of them.")

_EXPLAIN: Final = "explain."


def _month(day: date) -> MonthEnd:
    rounds = desk.server().settings.rounds
    return month_end.month_end(desk.database(), desk.viewer(), day, rounds)


@bp.get("/month/<day:day>")
@gate.needs(Permission.ACCOUNTING_DAY)
def month(day: date) -> Response:
    """The month of a gaming day, each pair of figures proved."""
    found = _month(day)
    return page(
        "accounting/month.html",
        title=f"Month end {found.month}",
        gaming_date=day,
        day=day,
        month=found,
        adjusted=adjusted_listing(found.adjusted, "Adjustments above 2,000.00", day),
        writes=writes(),
    )


@bp.route("/month/<day:day>/close", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def close_month(day: date) -> Response:
    """Close the month: every difference is explained, two people sign."""
    found = _month(day)
    form = CloseMonthForm()
    explanations = {
        name.removeprefix(_EXPLAIN): value
        for name, value in request.form.items()
        if name.startswith(_EXPLAIN)
    }
    if form.submitted():
        with problems(form):
            badge, pin = form.second_badge.data or "", form.second_pin.data or ""
            done = do(
                months.file_month,
                key=form.key.data,
                gaming_date=day,
                ties=found.ties,
                stated=found.stated,
                mark=form.mark.data or "",
                explanations=explanations,
                proof=prove_as(form.badge.data or "", form.pin.data or "", ACCOUNTING_ROLES),
                manager=prove_as(badge, pin, SUPERVISOR, field="second_pin"),
            )
            return after(done, url_for("accounting.month", day=day))
    if form.problem is None:
        form.mark.data = found.mark
    return page(
        "accounting/close_month.html",
        title=f"Close {found.month}",
        gaming_date=day,
        day=day,
        month=found,
        prefix=_EXPLAIN,
        explanations=explanations,
        form=form,
    )


# ------------------------------------------------------------------------------------ the bank


def _bank() -> Bank:
    return banks.bank(desk.database(), desk.viewer())


@bp.get("/bank")
@gate.needs(Permission.ACCOUNTING_DAY)
def bank() -> Response:
    """Deposits, the counts that wait for one, and claims with where their labels lead."""
    return page("accounting/bank.html", title="Bank", bank=_bank(), writes=writes())


@bp.route("/bank/deposit", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def deposit() -> Response:
    """Enter the bank's receipt."""
    form, there = DepositForm(), _bank()
    if request.method == "GET":
        form.counts.data = " ".join(there.waiting[:1])
    if form.submitted():
        with problems(form):
            deposited: Any = form.deposited.data
            amount: Any = form.amount.data
            counts = tuple(dict.fromkeys((form.counts.data or "").replace(",", " ").split()))
            content = BankDeposit(counts, deposited, amount, form.receipt.data or "")
            proof = prove_as(form.badge.data or "", form.pin.data or "", ACCOUNTING_ROLES)
            done = do(banking.deposit, key=form.key.data, content=content, proof=proof)
            return after(done, url_for("accounting.bank"))
    return page("accounting/deposit.html", title="Enter a deposit", form=form, bank=there)


@bp.route("/bank/claim", methods=["GET", "POST"])
@gate.needs(Permission.ACCOUNTING_CHECKS)
def claim() -> Response:
    """Enter what the bank claims."""
    there = _bank()
    if there.newest is None:
        msg = "No count is concluded yet: the bank can claim nothing."
        raise NotFoundError(msg)
    form = ClaimForm()
    form.kind.choices = [(kind.value, kind.printed) for kind in ClaimKind]
    if request.method == "GET":
        form.kind.data = ClaimKind.SHORT.value
    if form.submitted():
        with problems(form):
            claimed: Any = form.claimed.data
            denomination: Any = form.denomination.data
            amount: Any = form.amount.data
            typed = Claimed(
                kind=ClaimKind(form.kind.data or ""),
                claimed=claimed,
                denomination=denomination,
                amount=amount,
                reference=form.reference.data or "",
                label=form.label.data or "",
                remark=form.remark.data or "",
            )
            done = do(
                banking.claim,
                key=form.key.data,
                gaming_date=there.newest,
                typed=typed,
                proof=prove_as(form.badge.data or "", form.pin.data or "", ACCOUNTING_ROLES),
            )
            return after(done, url_for("accounting.bank"))
    return page("accounting/claim.html", title="Enter a claim", form=form)
