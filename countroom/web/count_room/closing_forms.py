"""What is typed from the difference to the conclusion."""

from wtforms import HiddenField
from wtforms.validators import Optional

from countroom.web.fields import CodeField, NoteField, TextField, required
from countroom.web.forms import ActForm, SecondPersonForm, SignedForm


class UnallocatedForm(SecondPersonForm, SignedForm):
    """Supervisor and representative sign for what no box explains."""

    reason = NoteField("Why no box explains it", required("Say why no box explains it."))


class ReopenForm(SecondPersonForm):
    """The representative stands by the reopening."""

    reason = NoteField("Why the count is reopened", required("Say why the count is reopened."))


class SignReportsForm(SignedForm):
    """One signature under both reports, bound to what was shown."""

    step = HiddenField()
    drawn = HiddenField()


class LeftUnsignedForm(SecondPersonForm, SignedForm):
    """Supervisor and representative record who left and could not sign."""

    person = CodeField("Badge of who left", [required("Enter the badge.")])
    reason = NoteField("Why he could not sign", required("Say why he could not sign."))


class StandInForm(SecondPersonForm):
    """Another representative signs and inspects."""

    reason = NoteField("Why", required("Say why the representative on duty cannot."))


class SupplementForm(ActForm):
    """What was found after the signatures, beside its pieces."""

    where = TextField("Where it was found", [required("Say where it was found.")])
    inspection = HiddenField()
    table = CodeField("Table it belongs to (optional)", [Optional()])
    papers = TextField("Papers or anything else without a value here (optional)")
    team = TextField("Badges of who counted it", [required("Name who counted it.")])
    explanation = NoteField(
        "How it came to be there", required("Say how it came to be there, as far as is known.")
    )


class CopyForm(SignedForm):
    """Whoever receives a copy signs for it."""


class OriginalForm(SignedForm):
    """The carrier signs the pouch out."""

    pouch = CodeField("Number of the sealed pouch", [required("Enter the pouch's number.")])
    locked_box = TextField("Locked accounting box (optional)")


class InspectForm(SecondPersonForm, SignedForm):
    """A count room employee and the representative inspect together."""


class ConcludeForm(ActForm):
    """The supervisor concludes the count."""
