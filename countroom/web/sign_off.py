"""Signing a form: whoever shows badge and PIN at this moment signs, in the duty asked for."""

from collections.abc import Collection

from wtforms import HiddenField

from countroom.domain.people import Role
from countroom.operations import authentication
from countroom.operations.acts import Proof
from countroom.web import desk
from countroom.web.forms import SignedForm, prove


class SigningForm(SignedForm):
    """Badge and PIN, bound to the version that was shown."""

    saw = HiddenField()


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
