"""Programs that read the house's figures: let in by two people, shut out at once."""

from flask import Response, url_for

from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.errors import RepeatError
from countroom.inquiries import readers as asking
from countroom.inquiries.readers import Listed
from countroom.operations import readers
from countroom.web import desk, gate, home
from countroom.web.admin.blueprint import bp
from countroom.web.admin.forms import EndForm, ReaderForm
from countroom.web.doing import after, do
from countroom.web.forms import ActForm
from countroom.web.pages import page
from countroom.web.problems import problems
from countroom.web.sign_off import prove_as

home.door("admin.readers_of_figures", "Readers", "Programs that read concluded days.")


def _all() -> tuple[Listed, ...]:
    return asking.listed(desk.database(), desk.viewer(), desk.now())


@bp.get("/readers")
@gate.needs(Permission.ADMIN_PEOPLE)
def readers_of_figures() -> Response:
    """Every program that was ever let in."""
    return page("admin/readers.html", title="Readers", readers=_all(), form=EndForm(formdata=None))


@bp.route("/readers/new", methods=["GET", "POST"])
@gate.needs(Permission.ADMIN_PEOPLE)
def new_reader() -> Response:
    """Let a program in; its token is shown this once, on the page that answers."""
    form = ReaderForm()
    if form.submitted():
        with problems(form):
            return _let_in(form)
    return page("admin/new_reader.html", title="Let a program in", form=form)


def _let_in(form: ReaderForm) -> Response:
    secret, digest = readers.prepare()
    badge, pin = form.second_badge.data or "", form.second_pin.data or ""
    second = prove_as(badge, pin, tuple(Role), field="second_pin")
    asked = {
        "name": form.name.data or "",
        "person": form.person.data or "",
        "duty": Role(form.duty.data),
        "last_day": form.last_day.data,
    }
    try:
        done = do(readers.admit, key=form.key.data, digest=digest, second=second, **asked)
    except RepeatError as again:
        msg = (
            "A reader was let in with this page already. If nobody wrote the token down, shut it "
            "out and let in another."
        )
        raise RepeatError(msg, recorded=again.recorded) from None
    return page(
        "admin/reader_token.html",
        title=f"Token of {done.name}",
        says=done.says,
        token=f"{done.name}.{secret}",
    )


@bp.post("/readers/<number>/end")
@gate.needs(Permission.ADMIN_PEOPLE)
def shut_out(number: str) -> Response:
    """Shut a program out at once."""
    form: ActForm = EndForm()
    if form.submitted():
        with problems(form):
            done = do(readers.shut_out, key=form.key.data, number=number)
            return after(done, url_for("admin.readers_of_figures"))
    return page("admin/readers.html", title="Readers", readers=_all(), form=form)
