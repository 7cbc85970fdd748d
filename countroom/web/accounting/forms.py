"""What accounting types."""

from wtforms import HiddenField
from wtforms.validators import Optional

from countroom.web.fields import (
    BadgeField,
    ChoiceField,
    DayField,
    MoneyField,
    NoteField,
    PiecesField,
    PinField,
    SerialField,
    TextField,
    required,
)
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm


class CheckForm(ActForm):
    """One issuance copy of a Counter Check."""

    table = ChoiceField("Table")
    serial = SerialField("Check number", [required("Enter the number of the check.")])
    amount = MoneyField("Amount", [required("Enter the amount.")])
    box = ChoiceField("Box it lay in", validators=[Optional()])
    patron = TextField("Patron (optional)")
    issuer = TextField("Issued by (optional)")


class CompleteForm(SignedForm):
    """All Counter Checks of a day are entered, signed by accounting."""


class VoidCheckForm(SecondPersonForm):
    """A check that was entered wrongly."""

    reason = NoteField("Why it is voided", required("Say why the check is voided."))


class ReopenForm(SecondPersonForm):
    """The closed checks of a table opened again."""

    reason = NoteField("Why they are opened again", required("Say why they are opened again."))


class ReceiveForm(SignedForm):
    """A pouch signed in."""


class FoundForm(SignedForm):
    """What was found out about a difference."""

    mark = HiddenField()
    what = ChoiceField("What was it?", default="own")
    found = NoteField("In your words, or what was tried")


class AdjustForm(SignedForm):
    """A figure put right; the audit manager approves it."""

    part = ChoiceField("Which figure")
    before = HiddenField()
    after = MoneyField("What it is", [required("Enter what the figure is.")])
    reason = NoteField("Why it is adjusted", required("Say why it is adjusted."))
    source = SerialField("Form it rests on (optional)", [Optional()])
    second_badge = BadgeField("Approver's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Approver's PIN", [required("Enter the PIN.")])


class TickForm(ActForm):
    """Entries of the work list that were looked at."""

    note = NoteField("Note (optional)")


class UntickForm(ActForm):
    """A tick taken back."""

    reason = NoteField("Why it is looked at again", required("Say why the tick is taken back."))


class ContestForm(SignedForm):
    """What a contest took and gave, checked by the audit manager."""

    contest = TextField("Contest", [required("Enter what the contest is called.")])
    entrants = PiecesField("How many took part", [required("Enter how many took part.")])
    fees = MoneyField("Fees taken", [required("Enter the fees, 0 where there were none.")])
    prizes = MoneyField("Prizes given", [required("Enter the prizes, 0 where there were none.")])
    second_badge = BadgeField("Audit manager's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Audit manager's PIN", [required("Enter the PIN.")])


class VoidContestForm(SecondPersonForm):
    """A contest that was entered wrongly."""

    reason = NoteField("Why it is voided", required("Say why it is voided."))


class FileWeekForm(SignedForm):
    """A week filed, signed by the audit manager."""


class FileForm(SignedForm):
    """A day filed, signed by the audit manager."""

    mark = HiddenField()


class ResolveForm(ActForm):
    """What was found out about a rack that differed from its slip."""

    reason = NoteField("What was found", required("Say what was found."))


class NumberForm(ActForm):
    """What became of the number of a slip."""

    number = SerialField("Number of the slip", [required("Enter the number of the slip.")])
    table = ChoiceField("Table")
    what = ChoiceField(
        "What was found out",
        choices=[
            ("missing", "it is on record and not in the box"),
            ("not on record", "it lies in the box and is not on record"),
            ("reused", "the number was used twice"),
            ("found", "it turned up, or is cleared"),
        ],
        default="missing",
    )
    why = NoteField("How it came out", required("Say how it came out."))


class SeenForm(ActForm):
    """An exception seen by internal audit."""

    note = NoteField("Note (optional)")


class DepositForm(SignedForm):
    """What the bank received."""

    counts = TextField("Counts it holds", [required("Name the counts whose proceeds it holds.")])
    deposited = DayField("Day of the receipt", [required("Enter the day of the receipt.")])
    amount = MoneyField("Amount", [required("Enter the amount of the receipt.")])
    receipt = SerialField("Number of the receipt", [required("Enter the number of the receipt.")])


class ClaimForm(SignedForm):
    """What the bank claims of a strap or a note."""

    kind = ChoiceField("What it found")
    claimed = DayField("Day of its letter", [required("Enter the day of the letter.")])
    denomination = MoneyField("Denomination", [required("Enter the denomination.")])
    amount = MoneyField("Amount", [required("Enter what the bank claims.")])
    label = TextField("Label of the strap (optional)")
    reference = SerialField("Reference of the letter", [required("Enter its reference.")])
    remark = NoteField("Remark (optional)")


class CloseMonthForm(SignedForm):
    """A month closed by two people of accounting."""

    mark = HiddenField()
    second_badge = BadgeField("Audit manager's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Audit manager's PIN", [required("Enter the PIN.")])
