"""What a compliance representative types."""

from countroom.web.fields import NoteField, required
from countroom.web.forms import SignedForm


class DirectForm(SignedForm):
    """Straps directed to be counted note by note."""

    reason = NoteField("Why", required("Say why the straps are to be counted."))
