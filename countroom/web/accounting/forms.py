"""What accounting types."""

from wtforms.validators import Optional

from countroom.web.fields import (
    ChoiceField,
    MoneyField,
    NoteField,
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


class FoundForm(ActForm):
    """What was found out about a difference."""

    found = NoteField("What was found", required("Say what was found."))


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
