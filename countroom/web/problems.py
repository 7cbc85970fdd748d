"""How a refusal is shown: beside its field, above the form, as a page, or as JSON to a script."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from countroom.errors import (
    AccessError,
    CountroomError,
    EntryError,
    NotFoundError,
    RepeatError,
    RuleError,
    StaleError,
)
from countroom.web import desk, links

if TYPE_CHECKING:
    from countroom.web.forms import ActForm

_TITLES: Final[dict[str, str]] = {
    "entry": "Something is not filled in right",
    "rule": "This is not allowed now",
    "access": "This is not open to you",
    "missing": "There is no such thing here",
    "stale": "Somebody else changed it first",
    "repeat": "Already recorded",
    "form": "Nothing was recorded",
    "request": "This did not work",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal as screens show it.

    Attributes:
        kind: ``entry``, ``rule``, ``access``, ``missing``, ``stale``, ``repeat``, ``form``,
            ``request``.
        status: HTTP status.
        says: What a person can act on.
        fields: Field name to sentence.
        citation: The rule that stands behind it, or empty.
        recorded: Name of what was already recorded, or empty.
        link: Page of what was already recorded, or empty.
    """

    kind: str
    status: int
    says: str
    fields: dict[str, str]
    citation: str = ""
    recorded: str = ""
    link: str = ""

    @property
    def title(self) -> str:
        """Head of the sentence."""
        return _TITLES[self.kind]

    def plain(self) -> dict[str, Any]:
        """As a script gets it."""
        return {
            "kind": self.kind,
            "title": self.title,
            "says": self.says,
            "fields": self.fields,
            "citation": self.citation,
            "recorded": self.recorded,
            "link": self.link,
        }


_KINDS: Final[tuple[tuple[type[CountroomError], str], ...]] = (
    (EntryError, "entry"),
    (RuleError, "rule"),
    (StaleError, "stale"),
    (RepeatError, "repeat"),
    (AccessError, "access"),
    (NotFoundError, "missing"),
)


def problem_of(error: CountroomError) -> Problem:
    """The refusal as it is shown."""
    kind = next((word for type_, word in _KINDS if isinstance(error, type_)), "request")
    recorded = error.recorded if isinstance(error, RepeatError) else ""
    return Problem(
        kind=kind,
        status=error.status,
        says=error.message,
        fields=error.fields if isinstance(error, EntryError) else {},
        citation=error.rule.citation if isinstance(error, RuleError) else "",
        recorded=recorded,
        link=links.to(recorded) if recorded else "",
    )


class _Shown:
    """Takes a refusal of what is done inside, and shows it on a form."""

    def __init__(self, form: "ActForm") -> None:
        self._form = form

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> bool:
        """Show a refusal; a fault of the program goes on."""
        del kind, trace
        if not isinstance(error, CountroomError) or desk.wants_json():
            return False
        self._form.take(problem_of(error))
        return True


def problems(form: "ActForm") -> _Shown:
    """Show a refusal on the form that was sent, with what was typed still in it.

    A script that sent the form gets the refusal as JSON instead.
    """
    return _Shown(form)


def install(app: Flask) -> None:
    """Answer every refusal and every fault with a page or JSON, never a traceback."""
    app.register_error_handler(CountroomError, _refused)
    app.register_error_handler(CSRFError, _without_token)
    app.register_error_handler(HTTPException, _http)


def show(problem: Problem) -> Response:
    """A refusal as a page, or as JSON to a script."""
    if desk.wants_json():
        answer = jsonify(problem=problem.plain())
    else:
        answer = make_response(render_template("errors/problem.html", problem=problem))
    answer.status_code = problem.status
    return answer


def _refused(error: CountroomError) -> Response:
    return show(problem_of(error))


def _without_token(error: CSRFError) -> Response:
    del error
    says = "This page was opened before the last sign-in. Open it again; nothing was recorded."
    return show(Problem("form", 400, says, {}))


_SENTENCES: Final = {
    400: "The request could not be read.",
    404: "There is no page at this address.",
    405: "This address does not take that.",
    413: "That is more than this system takes at once.",
    415: "That is in a form this system does not read.",
    500: "The program made a mistake. What was saved before is kept.",
}


def _http(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        answer: Response = error.get_response(request.environ)  # type: ignore[assignment]
        return answer
    says = _SENTENCES.get(error.code, "The request was not taken.")
    kind = "missing" if error.code == 404 else "request"
    answer = show(Problem(kind, error.code, says, {}))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer
