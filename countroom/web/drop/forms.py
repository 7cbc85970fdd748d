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
from countroom.web.forms import ActForm


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
