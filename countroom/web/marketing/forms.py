"""What marketing types about coupons."""

from typing import Final

from flask_wtf.file import FileField
from wtforms import HiddenField, TextAreaField
from wtforms.validators import Optional, ValidationError

from countroom.web.fields import ChoiceField, DayField, NoteField, PiecesField, TextField, required
from countroom.web.forms import ActForm, SignedForm


class AskForm(SignedForm):
    """Coupons asked for, for a gaming day or a promotion."""

    design = ChoiceField("Design")
    quantity = PiecesField("How many", [required("Enter how many coupons are needed.")])
    needed = DayField("Needed on", [required("Enter the day they are needed.")])
    promotion = TextField("Promotion, if it is for one", [Optional()])


class GiveBackForm(SignedForm):
    """Coupons given back to finance."""

    design = ChoiceField("Design")
    serials = NoteField("Serials fit to be issued again", Optional())
    voids = NoteField("Voided, with the reason", Optional())
    from_patrons = TextField("Brought back by patrons unused: how (optional)", [Optional()])


class CloseForm(SignedForm):
    """The day of marketing; what is said of each design is read beside it."""

    kept_in = ChoiceField("Locked area of what is kept overnight", default="")


LARGEST: Final = 1_500_000
"""Bytes of a file of people."""


def _take(file: FileField, text: TextAreaField) -> None:
    """Take the lines of a chosen file as if they were pasted: what is refused stays to mend.

    Raises:
        ValidationError: The file is too large or no text; or there is neither file nor text.
    """
    if file.data:
        raw = file.data.read(LARGEST + 1)
        file.data.close()  # a large one lies in a file of the system until then
        if len(raw) > LARGEST:
            msg = f"The file is larger than {LARGEST / 1_000_000} MB: send it in parts."
            raise ValidationError(msg)
        try:
            text.data = raw.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = raw.count(b"\n", 0, fault.start) + 1
            msg = f"Line {line} cannot be read: save the file as CSV in UTF-8."
            raise ValidationError(msg) from None
    if not (text.data or "").strip():
        msg = "Choose the file, or paste its lines."
        raise ValidationError(msg)


LISTS = (("self_exclusion", "self-exclusion list"), ("exclusion", "exclusion list"))


class ListForm(ActForm):
    """Today's list of excluded people."""

    kind = ChoiceField("List", choices=LISTS, default="self_exclusion")
    file = FileField("The file (CSV)")
    text = TextAreaField("Or its lines: name,address and a row each", render_kw={"rows": 6})

    def validate_text(self, field: TextAreaField) -> None:
        """Take the file where one is chosen."""
        _take(self.file, field)


class MailingForm(SignedForm):
    """A mailing of coupons to patrons."""

    campaign = TextField("Campaign", [required("Name the campaign.")])
    provider = TextField("Gaming service provider", [required("Name the provider.")])
    design = ChoiceField("Design")
    serials = NoteField("Serials", required("Enter the first and the last serial."))
    file = FileField("File of patrons (CSV)")
    people = TextAreaField("Or its lines: name,address and a row each", render_kw={"rows": 6})
    salt = HiddenField()

    def validate_people(self, field: TextAreaField) -> None:
        """Take the file where one is chosen."""
        _take(self.file, field)
