"""What marketing types about coupons."""

from wtforms import HiddenField, TextAreaField
from wtforms.validators import InputRequired, Optional

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


class CloseForm(SignedForm):
    """The day of marketing; what is said of each design is read beside it."""

    kept_in = ChoiceField("Locked area of what is kept overnight", default="")


LISTS = (("self_exclusion", "self-exclusion list"), ("exclusion", "exclusion list"))


class ListForm(ActForm):
    """Today's list of excluded people."""

    kind = ChoiceField("List", choices=LISTS, default="self_exclusion")
    text = TextAreaField(
        "The file: name,address and a row each",
        [InputRequired("Paste the file.")],
        render_kw={"rows": 6},
    )


class MailingForm(SignedForm):
    """A mailing of coupons to patrons."""

    campaign = TextField("Campaign", [required("Name the campaign.")])
    provider = TextField("Gaming service provider", [required("Name the provider.")])
    design = ChoiceField("Design")
    serials = NoteField("Serials", required("Enter the first and the last serial."))
    people = TextAreaField(
        "Patrons: name,address and a row each",
        [InputRequired("Paste the file.")],
        render_kw={"rows": 6},
    )
    salt = HiddenField()
