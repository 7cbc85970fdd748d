"""What an administrator types."""

from typing import Any

from flask_wtf.file import FileField, FileRequired
from wtforms import SelectMultipleField
from wtforms.widgets import CheckboxInput, ListWidget

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.domain.people import Role
from countroom.web.fields import BadgeField, ChoiceField, DayField, TextField, required
from countroom.web.forms import ActForm, SecondPersonForm


class EndForm(ActForm):
    """Every sign-in of a person ended."""


class CodeForm(SecondPersonForm):
    """A new one-time code, two people standing for it."""


class RetireForm(SecondPersonForm):
    """A person taken off the register."""

    effective = DayField("First gaming date without this person", [required("Enter a day.")])


class _RolesField(SelectMultipleField):
    """Duties, each a box to tick."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()


class RolesForm(SecondPersonForm):
    """What a person may sign in to."""

    roles = _RolesField("Duties this person may sign in to")
    effective = DayField("First gaming date it holds for", [required("Enter a day.")])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roles.choices = [(role.value, role.printed) for role in Role]


class ReaderForm(SecondPersonForm):
    """A program let in to read the house's figures."""

    name = TextField("What reads", [required("Say what reads.")])
    person = BadgeField("Badge of who answers for it", [required("Enter the badge.")])
    duty = ChoiceField("It reads in the duty")
    last_day = DayField("Last gaming date of its token", [required("Enter a day.")])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.duty.choices = [
            (role.value, role.printed)
            for role in Role
            if access.may(role, Permission.ACCOUNTING_DAY)
        ]


class HouseFileForm(SecondPersonForm):
    """The file that describes the house."""

    file = FileField("Property file (TOML)", [FileRequired("Choose the property file.")])
    effective = DayField("First gaming date it holds for", [required("Enter a day.")])
