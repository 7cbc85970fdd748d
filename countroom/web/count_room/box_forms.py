"""The forms of one box."""

from wtforms import HiddenField

from countroom.web.fields import NoteField, ScanField, required
from countroom.web.forms import ActForm, SecondPersonForm


class RecordForm(ActForm):
    """A box as it is counted; what is typed of it is read by ``sheet_form``."""

    revision = HiddenField()


class ChangeForm(SecondPersonForm):
    """A recorded box that is changed."""

    version = HiddenField()
    reason = NoteField("Why it is changed", required("Say why it is changed."))


class SwapForm(SecondPersonForm):
    """Two boxes that were taken for one another."""

    first = ScanField("One box", [required("Scan or type the box.")])
    other = ScanField("The other box", [required("Scan or type the other box.")])
    reason = NoteField("Why they are exchanged", required("Say why they are exchanged."))
