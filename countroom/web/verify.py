"""Is this print what was printed? By the code on the paper, or by the file itself.

Whoever is signed in may ask: what is told is which form it is and whether it still stands,
never a figure.
"""

from typing import Any, Final

from flask import Blueprint, Response, redirect, request, url_for
from flask_wtf.file import FileField, FileRequired

from countroom.errors import EntryError
from countroom.inquiries import evidence
from countroom.inquiries.evidence import Standing
from countroom.reports import seal
from countroom.reports.evidence import Answer, Records, by_record
from countroom.web import desk, gate, home
from countroom.web.forms import ActForm
from countroom.web.pages import moment_text, page
from countroom.web.tables import Cell, Column, Listing, row

bp = Blueprint("verify", __name__)

home.door("verify.look", "Check a print", "Is this paper or file what was printed?")

_LOOKS: Final = {
    Answer.VALID: "done",
    Answer.SUPERSEDED: "look",
    Answer.ALTERED: "stop",
    Answer.UNKNOWN: "calm",
}


_NOTHING: Final[dict[str, Any]] = {
    "typed": "",
    "wrong": "",
    "asked": False,
    "told": None,
    "named": "",
    "look": "",
    "sealed": "",
}


class PrintForm(ActForm):
    """A file to be examined."""

    file = FileField("The file, as it was handed out (PDF)", [FileRequired("Choose the file.")])


@bp.get("/verify")
@gate.signed_in
def look() -> Response:
    """Ask by the digest on the paper, or by the file."""
    typed = request.args.get("digest", "")
    if not typed:
        return _page()
    try:
        evidence.by_digest(desk.database(), typed)
    except EntryError as refused:
        return _page(typed=typed, wrong=refused.fields["digest"])
    digits = "".join(typed.split()).lower().removeprefix("verify/")
    return _redirected(digits)


def _redirected(digits: str) -> Response:
    answer = redirect(url_for("verify.by_digest", digest=digits))
    assert isinstance(answer, Response)
    return answer


@bp.get("/verify/<digest>")
@bp.get("/VERIFY/<digest>")
@gate.signed_in
def by_digest(digest: str) -> Response:
    """What the code on a page leads to: which form it is, and whether it still stands."""
    try:
        found = evidence.by_digest(desk.database(), digest)
    except EntryError as refused:
        return _page(typed=digest, wrong=refused.fields["digest"])
    return _page(typed=digest.lower(), asked=True, found=found)


@bp.route("/verify/file", methods=["GET", "POST"])
@gate.signed_in
def examine() -> Response:
    """Examine a file: valid, altered, superseded or unknown."""
    form = PrintForm()
    if not form.submitted():
        return _page(form=form)
    keys = desk.server().settings.keys
    known = seal.certificates(keys) if seal.is_there(keys) else ()
    records = Records(desk.database(), desk.server().settings.rounds, desk.now())
    told = by_record(form.file.data.read(), known, records)
    sealed = "" if told.sealed_at is None else moment_text(told.sealed_at)
    return _page(
        form=form,
        told=told,
        named=form.file.data.filename,
        look=_LOOKS[told.answer],
        sealed=sealed,
    )


def _page(form: PrintForm | None = None, **more: Any) -> Response:
    found: tuple[Standing, ...] = more.pop("found", ())
    return page(
        "verify.html",
        title="Check a print",
        form=form or PrintForm(formdata=None),
        found=[(one, _prints(one)) for one in found],
        **{**_NOTHING, **more},
    )


def _prints(one: Standing) -> Listing:
    return Listing(
        id=f"prints-{one.name}-{one.version}",
        title="Prints kept of it",
        columns=tuple(map(Column, ("Print", "Kept", "SHA-256 of the file"))),
        rows=tuple(row(kept.text, moment_text(kept.at), Cell(kept.sha256)) for kept in one.prints),
        nothing="No print was kept: it is printed from the record when it is asked for.",
    )
