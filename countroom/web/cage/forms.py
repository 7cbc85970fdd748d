"""What is typed in the cage."""

from wtforms.validators import Optional

from countroom.web.fields import ChoiceField, DayField, NoteField, TextField, required
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm


class PrepareForm(SignedForm):
    """A fill or credit slip made and signed by the chip bank cashier."""


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
