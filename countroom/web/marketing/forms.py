"""What marketing types about coupons."""

from wtforms.validators import Optional

from countroom.web.fields import ChoiceField, DayField, NoteField, PiecesField, TextField, required
from countroom.web.forms import SignedForm


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
