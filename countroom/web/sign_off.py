"""Signing a form: whoever shows badge and PIN at this moment signs, in the duty asked for."""

from collections.abc import Collection, Iterable
from typing import Protocol

from wtforms import HiddenField

from countroom.domain.people import Role
from countroom.errors import EntryError
from countroom.operations import authentication
from countroom.operations.acts import Proof
from countroom.web import desk
from countroom.web.forms import SignedForm, prove


class SignsHere(Protocol):
    """A place to sign: its step, and the duties that may."""

    @property
    def step(self) -> str:
        """Name of the signature step."""

    @property
    def roles(self) -> frozenset[Role]:
        """Duties that may sign."""


class SigningForm(SignedForm):
    """Badge and PIN, bound to the place and the version that were shown."""

    step = HiddenField()
    saw = HiddenField()

    def show(self, step: str, saw: str) -> None:
        """Bind a form that is about to be shown; one that was sent keeps what it was bound to."""
        if self.problem is None:
            self.step.data, self.saw.data = step, saw

    def sign(self, places: Iterable[SignsHere]) -> Proof:
        """Who signs, authenticated now, in a duty of the place that was shown.

        Args:
            places: Places to sign, of the form as it stands now.

        Raises:
            EntryError: Badge and PIN do not match, or there is no such place.
        """
        roles = {place.step: place.roles for place in places}
        if self.step.data not in roles:
            raise EntryError({"pin": "This place is not signed here: open the form again."})
        return prove_as(self.badge.data or "", self.pin.data or "", roles[self.step.data])


def prove_as(badge: str, pin: str, roles: Collection[Role], *, field: str = "pin") -> Proof:
    """Authenticate somebody in the first of some duties that he holds.

    Args:
        badge: Badge number.
        pin: His PIN.
        roles: Duties that may do this.
        field: Field that a refusal is shown beside.

    Raises:
        EntryError: He is not known so, holds none of the duties, or tried too often.
    """
    held = authentication.duties_of(desk.database(), desk.now(), badge)
    in_order = [role for role in Role if role in roles]
    duty = next((role for role in in_order if role in held), in_order[0])
    return prove(badge, pin, duty, field=field)
