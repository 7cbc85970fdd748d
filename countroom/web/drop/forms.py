"""What is typed and scanned at the drop."""

from wtforms import HiddenField

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
from countroom.web.forms import ActForm, SignedForm


class TellForm(ActForm):
    """Surveillance told that the drop begins."""

    officer = BadgeField("Badge of the surveillance officer", [required("Enter the badge.")])


class DropForm(ActForm):
    """A box off, another on: scanned in this order."""

    box = ScanField("Box that comes off", [required("Scan the box that comes off.")])
    replacement = CodeField("Box that takes its place")
    slip = HiddenField()
    ends = ChoiceField(
        "This drop",
        choices=[("day", "ends the gaming day of the table"), ("shift", "is a shift drop")],
        default="day",
    )


class PlaceForm(ActForm):
    """A box locked to a table that has none."""

    box = ScanField("Box", [required("Scan the box.")])


class EmergencyForm(ActForm):
    """A box taken off outside the schedule, and who stands for it."""

    box = ScanField("Box that comes off", [required("Scan the box that comes off.")])
    replacement = CodeField("Box that takes its place")
    slip = HiddenField()
    reason = NoteField("Why the box comes off now", required("Say why the box comes off now."))
    ordered_by = BadgeField("Badge of who ordered it")
    independent = BadgeField("Badge of an employee independent of table games")
    representative = BadgeField("Badge of the compliance representative who was told first")


class StaysForm(ActForm):
    """A table that gives no box today."""

    why = ChoiceField(
        "Why",
        choices=[("closed", "the table was closed all day"), ("stuck", "its box is stuck")],
        default="closed",
    )
    explanation = NoteField("Explanation")


class StuckForm(ActForm):
    """A release lock that is jammed, and who was told."""

    why = NoteField("What is the matter", required("Say what is the matter with the lock."))
    representative = BadgeField("Badge of the compliance representative told")
    officer = BadgeField("Badge of the security officer told")
    supervisor = BadgeField("Badge of the supervisor told")


class TrolleyForm(ActForm):
    """The manifest: the trolley, who hands over, who takes over."""

    gaming_date = DayField("Gaming date of the drop", [required("Enter the gaming date.")])
    trolley = TextField("Trolley", [required("Name the trolley.")])
    badge = BadgeField("Drop team's badge", [required("Enter or scan the badge.")])
    pin = PinField("Drop team's PIN", [required("Enter the PIN.")])
    second_badge = BadgeField("Security's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Security's PIN", [required("Enter the PIN.")])


class KeyOutForm(SignedForm):
    """A key given out: who takes it, and what for."""

    purpose = NoteField("What for", required("Say what the key is taken for."))


class KeyBackForm(SignedForm):
    """A key brought back."""


class KeyNewForm(SignedForm):
    """Locks re-keyed beside security and a representative."""

    by = TextField("Who re-keyed the locks", [required("Say who re-keyed the locks.")])
    second_badge = BadgeField("Representative's badge", [required("Enter or scan the badge.")])
    second_pin = PinField("Representative's PIN", [required("Enter the PIN.")])


class KeyGoneForm(ActForm):
    """A key that is lost or broken, and who was told."""

    what = ChoiceField("The key is", choices=[("lost", "lost"), ("broken", "broken")])
    why = NoteField("How it came", required("Say how it came."))
    representative = BadgeField("Badge of the compliance representative told")
    security = BadgeField("Badge of the security officer told")
    officer = BadgeField("Badge of the surveillance officer told")
