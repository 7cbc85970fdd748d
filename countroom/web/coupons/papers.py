"""A form of coupons: what it says, who has signed, who is next; its print; voiding it."""

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import FINANCE_ROLES, MARKETING_ROLES
from countroom.inquiries import coupon_forms, papers
from countroom.inquiries.coupon_forms import Standing
from countroom.operations.coupons import signing
from countroom.reports.contents import Writer, lay
from countroom.web import desk, gate, links
from countroom.web.coupons.blueprint import bp
from countroom.web.coupons.forms import VoidCouponForm
from countroom.web.doing import after, do
from countroom.web.kept_copies import may_print, printed
from countroom.web.pages import page, zone
from countroom.web.problems import problems
from countroom.web.sign_off import SigningForm, prove_as

for _series in ("MR", "MQ", "MI", "MD", "MB", "MV", "MX", "MU"):
    links.register(_series, "coupons.form")


_DATA = frozenset({Permission.MARKETING_REQUESTS, Permission.FINANCE_LEDGER})
"""Who takes the data of a mailing."""


def _standing(name: str) -> Standing:
    return coupon_forms.standing(desk.database(), desk.viewer(), name)


@bp.route("/form/<name>", methods=["GET", "POST"])
@gate.needs(Permission.COUPONS_READ)
def form(name: str) -> Response:
    """A form, to read and to sign."""
    standing = _standing(name)
    signing_form = SigningForm()
    if signing_form.submitted():
        with problems(signing_form):
            proof = signing_form.sign(standing.places)
            asked = {"form": name, "step": signing_form.step.data, "saw": signing_form.saw.data}
            done = do(signing.sign, key=signing_form.key.data, proof=proof, **asked)
            return after(done, url_for("coupons.form", name=name))
    if standing.due:
        signing_form.show(standing.due.step, standing.digest)
    facts = papers.paper(desk.database(), desk.viewer(), name)
    laid = lay(facts.content, Writer(zone(), facts.names))
    duty = desk.who().duty
    return page(
        "coupons/form.html",
        title=f"{standing.title} {name}",
        gaming_date=standing.day,
        form=signing_form,
        sheet=standing,
        laid=laid,
        prints=may_print(standing.paper),
        takes_data=gate.opens(duty, _DATA),
        may_void=standing.may_void and duty in FINANCE_ROLES | MARKETING_ROLES,
        may_issue=standing.ready and gate.opens(duty, frozenset({Permission.FINANCE_LEDGER})),
    )


@bp.get("/print/<name>.pdf")
@gate.needs(Permission.COUPONS_READ)
def print_form(name: str) -> Response:
    """One's own copy of a form of coupons, to print."""
    _standing(name)
    return printed(name)


@bp.route("/form/<name>/void", methods=["GET", "POST"])
@gate.needs(Permission.FINANCE_COUPONS, Permission.MARKETING_COUPONS)
def void(name: str) -> Response:
    """Void a form whose coupons have not moved: two people and a reason."""
    standing = _standing(name)
    void_form = VoidCouponForm()
    if void_form.submitted():
        with problems(void_form):
            second = prove_as(
                void_form.second_badge.data or "",
                void_form.second_pin.data or "",
                FINANCE_ROLES | MARKETING_ROLES,
                field="second_pin",
            )
            asked = {"form": name, "reason": void_form.reason.data or ""}
            done = do(signing.void, key=void_form.key.data, second=second, **asked)
            return after(done, url_for("coupons.form", name=name))
    return page("coupons/void.html", title=f"Void {name}", form=void_form, sheet=standing)
