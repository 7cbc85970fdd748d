"""What is typed in the cage."""

from wtforms import HiddenField
from wtforms.validators import AnyOf, Optional

from countroom.domain.chip_books import BankState
from countroom.web.fields import (
    BadgeField,
    ChoiceField,
    DayField,
    NoteField,
    PinField,
    TextField,
    required,
)
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm


class PrepareForm(SignedForm):
    """A fill or credit slip made and signed by the chip bank cashier."""


class TurnBankForm(SecondPersonForm):
    """The chip bank opened or closed, another person of the cage standing by."""

    to = HiddenField(validators=[AnyOf([state.value for state in BankState])])


class SendBackForm(SignedForm):
    """Chips of a credit that are not what its request says, sent back with an officer."""

    second_badge = BadgeField("Officer's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Officer's PIN", [required("Enter the PIN.")])


class SealForm(SignedForm):
    """The sealed proceeds taken over by the cashier."""


class CountBankForm(ActForm):
    """What lies in the chip bank."""

    shift = TextField("Shift (optional)")


class MoveStockForm(ActForm):
    """Chips that come to or leave the stock."""

    kind = ChoiceField("What happens")
    count = TextField("Count they come from (of chips counted out of the boxes)")
    remark = NoteField("From whom, or why", required("Say from whom they come, or why they move."))


class VoidBankForm(SecondPersonForm):
    """A count or movement voided before anybody has signed."""

    reason = NoteField("Why it is voided", required("Say why it is voided."))


class FirstChecksForm(SignedForm):
    """Counter Checks of a gaming date, as the cage first recorded them."""

    day = DayField("Gaming day", [required("Enter the gaming day.")])
    reason = NoteField("Why it is corrected (only if it is)", Optional())
