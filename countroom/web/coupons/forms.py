"""What is typed about a form of coupons."""

from countroom.web.fields import NoteField, required
from countroom.web.forms import SecondPersonForm


class VoidCouponForm(SecondPersonForm):
    """A form of coupons voided before its coupons moved."""

    reason = NoteField("Why it is voided", required("Say why the form is voided."))
