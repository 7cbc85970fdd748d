"""What is typed about paper forms, their sheets aside."""

from wtforms.validators import NumberRange, Optional

from countroom.domain.papers.blank_form import FormKind
from countroom.web.fields import (
    ChoiceField,
    CodeField,
    DayField,
    NoteField,
    PiecesField,
    TextField,
    required,
)
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm

KINDS = [(kind.value, kind.printed) for kind in FormKind]


class BlankFormsForm(ActForm):
    """How many blank forms are numbered, of which kind, for which gaming date."""

    gaming_date = DayField("Gaming date", [required("Enter the gaming date they are for.")])
    kind = ChoiceField("Form", choices=KINDS, default=FormKind.COUNT_REPORT.value)
    how_many = PiecesField(
        "How many",
        [required("Enter how many."), NumberRange(1, 50, "Print 1 to 50 forms at once.")],
        default=5,
    )


class SpoilForm(SecondPersonForm):
    """A form is taken out of use."""

    reason = NoteField("Why", required("Say why the form is taken out of use."))


class PaperBoxForm(ActForm):
    """A box as it stands on the paper; its fields are those of the counting screen."""


class KeyInForm(SignedForm):
    """What stands on the paper beside its figures, and who typed it."""

    recounter = CodeField("Badge of who recounted", [Optional()])
    counters = TextField("Badges of who counted these boxes")
    team = TextField("Signed in ink: count team, badges")
    supervisor = CodeField("Signed in ink: supervisor", [Optional()])
    cashier = CodeField("Signed in ink: cashier or cage supervisor", [Optional()])
    ccr = CodeField("Signed in ink: representative", [Optional()])
