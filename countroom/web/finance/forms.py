"""What finance types about coupons."""

from wtforms.validators import Optional

from countroom.web.fields import ChoiceField, NoteField, PiecesField, TextField, required
from countroom.web.forms import SecondPersonForm, SignedForm

SOURCES = (("provider", "gaming service provider"), ("house", "printed in house"))


class ReceiveForm(SignedForm):
    """Coupons that came from the printer, as examined by finance."""

    design = ChoiceField("Design")
    source = ChoiceField("Printed by", choices=SOURCES, default="provider")
    supplier = TextField("Name of the printer", [required("Name the printer.")])
    invoice = TextField("Invoice or work order", [required("Enter the number of the invoice.")])
    invoiced = PiecesField("Coupons on the invoice", [required("Enter how many it says.")])
    quantity = PiecesField("Coupons that came", [required("Enter how many came.")])
    serials = NoteField("Serials", required("Enter the first and the last serial."))
    deviation = NoteField("How delivery and invoice differ", Optional())


class IssueForm(SignedForm):
    """Coupons issued on an authorised requisition."""

    serials = NoteField("Serials issued", required("Enter the serials that are issued."))
    voids = NoteField("Voided in stock, with the reason", Optional())
    explanation = NoteField("Why another quantity is issued", Optional())


class DeviationForm(SignedForm):
    """That the Bureau was told of a deviation."""

    how = NoteField("To whom it was reported, and how", required("Say how it was reported."))


class SheetForm(SignedForm):
    """Coupons that are to be printed in house."""

    design = ChoiceField("Design")
    serials = NoteField("Serials", required("Enter the serials to print."))


class VoidSheetForm(SecondPersonForm):
    """A sheet that is spoilt."""

    reason = NoteField("What is wrong with it", required("Say what is wrong with the sheet."))


class ProcessForm(SignedForm):
    """That the coupons of a gaming date are checked."""


class InventoryForm(SignedForm):
    """All coupons not distributed; what was found of each design is read beside it."""

    explanation = NoteField("What differs, and what was done about it", Optional())


class QuarterForm(SignedForm):
    """That the quarter is reported."""


class DestroyForm(SignedForm):
    """Expired coupons destroyed."""

    how = NoteField("How they are destroyed", required("Say how they are destroyed."))
