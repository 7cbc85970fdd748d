"""What every form has: its key, its token, its refusal; and the fields of a sign-off."""

import secrets
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import HiddenField

from countroom.domain.people import Role
from countroom.errors import AccessError, EntryError
from countroom.operations import authentication
from countroom.operations.acts import Proof
from countroom.web import desk
from countroom.web.fields import BadgeField, KeyField, PinField, required
from countroom.web.problems import Problem


class ActForm(FlaskForm):  # type: ignore[misc]
    """A form that does one act, under a key made when it was rendered.

    Attributes:
        problem: The refusal to show above the form, or nothing.
    """

    key = KeyField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.problem: Problem | None = None
        if not self.key.data:
            self.key.data = secrets.token_urlsafe(16)

    def submitted(self) -> bool:
        """Whether the form was sent and can be read; a script is told what cannot.

        Raises:
            EntryError: A script sent it and a field is wrong.
        """
        if request.method != "POST":
            return False
        if self.validate():
            return True
        sentences = self.sentences()
        if desk.wants_json():
            raise EntryError(sentences)
        self.problem = Problem("entry", EntryError.status, "", sentences)
        return False

    def sentences(self) -> dict[str, str]:
        """Field name to what is wrong with it, in the order of the form."""
        return {
            field.name: _first(field.errors)
            for field in self
            if field.errors and field.name != "csrf_token"
        }

    def take(self, problem: Problem) -> None:
        """Show a refusal: each sentence beside its field, the others above the form."""
        self.problem = problem
        for name, sentence in problem.fields.items():
            if name in self:
                self[name].errors = [*self[name].errors, sentence]

    def elsewhere(self) -> list[str]:
        """Sentences for fields that this form does not show: they stand above it."""
        if self.problem is None:
            return []
        return [says for name, says in self.problem.fields.items() if not self._shows(name)]

    def _shows(self, name: str) -> bool:
        return name in self and not isinstance(self[name], HiddenField)


def _first(errors: Any) -> str:
    entries = list(errors)
    first = entries[0]
    return str(first if not isinstance(first, list | tuple) else first[0])


class SignedForm(ActForm):
    """A form that somebody signs off with badge and PIN at this moment."""

    badge = BadgeField("Badge", [required("Enter or scan the badge.")])
    pin = PinField("PIN", [required("Enter the PIN.")])

    def proof(self, duty: Role) -> Proof:
        """Who signs off, authenticated now, outside the write lock.

        Raises:
            EntryError: Badge and PIN do not match; said beside the PIN.
        """
        return prove(self.badge.data or "", self.pin.data or "", duty, field="pin")


class SecondPersonForm(ActForm):
    """A form that needs a second person beside the one signed in."""

    second_badge = BadgeField("Second person's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Second person's PIN", [required("Enter the PIN.")])

    def second(self, duty: Role) -> Proof:
        """The second person, authenticated now.

        Raises:
            EntryError: Badge and PIN do not match; said beside the PIN.
        """
        badge, pin = self.second_badge.data or "", self.second_pin.data or ""
        return prove(badge, pin, duty, field="second_pin")


def prove(badge: str, pin: str, duty: Role, *, field: str = "pin") -> Proof:
    """Authenticate somebody for one act.

    Args:
        badge: Badge number.
        pin: His PIN.
        duty: The duty he acts in.
        field: Field that a refusal is shown beside.

    Raises:
        EntryError: He is not known so, does not hold the duty, or tried too often.
    """
    try:
        return authentication.prove(desk.database(), desk.now(), badge, pin, duty, desk.device())
    except AccessError as refused:
        raise EntryError({field: refused.message}) from None
