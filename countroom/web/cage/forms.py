"""What is typed in the cage."""

from countroom.web.forms import SignedForm


class PrepareForm(SignedForm):
    """A fill or credit slip made and signed by the chip bank cashier."""


class SealForm(SignedForm):
    """The sealed proceeds taken over by the cashier."""
