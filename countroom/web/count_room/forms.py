"""What is typed in the count room, boxes and pools aside."""

from wtforms import BooleanField, HiddenField
from wtforms.validators import Optional

from countroom.domain.floor import TableKind
from countroom.web.fields import (
    BadgeField,
    ChoiceField,
    CodeField,
    DayField,
    NoteField,
    PinField,
    ScanField,
    TextField,
    required,
)
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm

KINDS = [
    ("", "As its label says"),
    (TableKind.BANKING.value, "Banking"),
    (TableKind.NONBANKING.value, "Nonbanking"),
]


class OpenCountForm(ActForm):
    """Which gaming date is counted."""

    gaming_date = DayField("Gaming date", [required("Enter the gaming date of the boxes.")])


class SecureForm(ActForm):
    """What the supervisor ticks when the room is secured; the ticks themselves are free names."""


class TellForm(ActForm):
    """Whom of surveillance one told."""

    officer = BadgeField(
        "Badge of the surveillance officer", [required("Enter the officer's badge.")]
    )


class SignOnForm(SignedForm):
    """Coming into the room."""

    duty = ChoiceField("Comes in as", validators=[Optional()])
    purpose = TextField("What for (visitors)")
    door_event = CodeField("Door event", [Optional()])


class LeaveForm(SignedForm):
    """Leaving the room; who counted boxes signs for them before."""

    signs = BooleanField("A count team member signs for the boxes he counted")

    why = TextField("Why (optional)")


class RelieveForm(SecondPersonForm, SignedForm):
    """One person takes another's place in the same moment."""

    why = TextField("Why (optional)")


class KeysForm(SecondPersonForm, SignedForm):
    """The two content keys, each to its holder."""


class ExtraForm(ActForm):
    """A box that stands on no manifest."""

    box = ScanField("Box", [required("Scan or type the box.")])
    reason = NoteField("How it came here", required("Say how the box came here."))
    table = CodeField("Table it is identified with (optional)", [Optional()])
    kind = ChoiceField("Counted as", choices=KINDS, default="", validators=[Optional()])
    ccr_badge = BadgeField("Representative's badge (to name a table)", [Optional()])
    ccr_pin = PinField("Representative's PIN", [Optional()])


class ReconcileForm(SignedForm):
    """The supervisor's signature under manifests and differences."""


class MissingForm(SignedForm):
    """A box named missing."""

    reason = NoteField("Why it is missing", required("Say why the box is missing."))


class StepForm(ActForm):
    """One touch: a box is opened, emptied, shown empty."""


class ForceForm(ActForm):
    """A box that is forced open."""

    station = HiddenField()
    why = NoteField(
        "What is the matter with the lock", required("Say what is the matter with the lock.")
    )


class SuspendForm(ActForm):
    """Why the count is suspended."""

    why = NoteField("Why the count is suspended", required("Say why the count is suspended."))
    sealed = BooleanField("The room and the money are sealed")


class ResumeForm(SecondPersonForm, SignedForm):
    """Supervisor and representative resume the count together."""


class MachineForm(SignedForm):
    """The signature under a machine's test."""
