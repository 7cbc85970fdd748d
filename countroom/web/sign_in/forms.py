"""What is typed at signing in."""

from wtforms import HiddenField
from wtforms.validators import EqualTo

from countroom.web.fields import BadgeField, PinField, TextField, required
from countroom.web.forms import ActForm


class SignInForm(ActForm):
    """Badge and PIN."""

    badge = BadgeField("Badge", [required("Enter or scan your badge.")])
    pin = PinField("PIN", [required("Enter your PIN.")])
    next = HiddenField()


class UnlockForm(ActForm):
    """The PIN of the person whose screen is locked."""

    pin = PinField("PIN", [required("Enter your PIN.")])
    next = HiddenField()


class EnrolForm(ActForm):
    """The one-time code, and the PIN one chooses."""

    badge = BadgeField("Badge", [required("Enter or scan your badge.")])
    code = TextField("One-time code", [required("Enter the code you were given.")])
    pin = PinField("New PIN", [required("Choose a PIN of 4 to 8 digits.")])
    again = PinField(
        "New PIN again", [EqualTo("pin", "The two PINs differ: type the same one twice.")]
    )
