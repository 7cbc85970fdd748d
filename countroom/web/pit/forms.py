"""What is typed in the pit."""

from wtforms import BooleanField, HiddenField
from wtforms.validators import Optional

from countroom.web.fields import (
    BadgeField,
    ChoiceField,
    MoneyField,
    NoteField,
    PiecesField,
    PinField,
    TextField,
    required,
)
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm


class AskForm(ActForm):
    """Chips asked for; a pit clerk's request is signed by a floorperson later."""


class AskAndSignForm(SignedForm):
    """Chips asked for and signed at once by the floorperson."""


class WithdrawForm(ActForm):
    """A request taken back."""

    reason = NoteField("Why it is taken back", required("Say why the request is taken back."))


class VoidMoveForm(SecondPersonForm):
    """A fill or credit voided: who may void it, and a second person."""

    badge = BadgeField("Badge", [required("Enter or scan the badge.")])
    pin = PinField("PIN", [required("Enter the PIN.")])
    reason = NoteField("Why it is voided", required("Say why the slip is voided."))


class TakeBackForm(SecondPersonForm):
    """Chips that the chip bank sent back, taken into the rack again."""

    badge = BadgeField("Badge", [required("Enter or scan the badge.")])
    pin = PinField("PIN", [required("Enter the PIN.")])


class CouponForm(ActForm):
    """A coupon that lies on a wager."""

    serial = TextField(
        "Serial of the coupon",
        [required("Scan the coupon.")],
        render_kw={"data-scan": "", "enterkeyhint": "go", "class": "scan"},
    )
    seat = PiecesField("Seat", [required("Enter the patron's seat.")])
    chips = MoneyField("Chips on the wager", [required("Enter the chips on the wager.")])
    wager = ChoiceField("Wager")
    same_round = BooleanField("Same round as the coupon before")


class CouponBackForm(ActForm):
    """A redeemed coupon given back to its patron."""

    reason = NoteField("Why it goes back", required("Say why the coupon goes back."))


class CountForm(ActForm):
    """What lies in a rack; at a drop, the box that comes to the table."""

    incoming = ChoiceField("Box that comes to the table", validators=[Optional()])
    shift = TextField("Shift that ends (optional)")


class AgainForm(ActForm):
    """What lies in a rack, counted again before anybody has signed."""

    reason = NoteField("Why it is counted again", required("Say why it is counted again."))
    saw = HiddenField()


class ErrorSlipForm(ActForm):
    """Who was told of a difference, and when; whom the amount does not ask for is taken out."""

    floorperson = BadgeField("Floorperson's badge", [required("Enter or scan the badge.")])
    floorperson_at = TextField("Told at, as 14:05")
    security = BadgeField("Security officer's badge", [required("Enter or scan the badge.")])
    security_at = TextField("Told at, as 14:05")
    surveillance = BadgeField("Surveillance officer's badge", [required("Enter the badge.")])
    surveillance_at = TextField("Told at, as 14:05")
    ccr = BadgeField("Compliance representative's badge", [required("Enter the badge.")])
    ccr_at = TextField("Told at, as 14:05")
    remark = NoteField("Remark (optional)")


class VoidErrorForm(SecondPersonForm):
    """An error slip voided before all have signed."""

    reason = NoteField("Why it is voided", required("Say why the error slip is voided."))


class MarkForm(ActForm):
    """What a stack of a colour is worth."""

    colour = ChoiceField("Colour")
    stack = MoneyField("Worth of a stack of 20")


class ImpressForm(SecondPersonForm):
    """The nonvalue chips of a wheel, counted by a dealer before a floorperson."""

    badge = BadgeField("Dealer's badge", [required("Enter or scan the badge.")])
    pin = PinField("Dealer's PIN", [required("Enter the PIN.")])
    second_badge = BadgeField("Floorperson's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Floorperson's PIN", [required("Enter the PIN.")])
    remark = NoteField("Why a set changes (only if one does)", Optional())


class VoidSlipForm(SecondPersonForm):
    """An inventory slip voided before anybody has signed."""

    reason = NoteField("Why it is voided", required("Say why the slip is voided."))
