"""Who a command acts as: a named operator outside the count room, so that the embargo holds."""

import getpass
import re
from collections.abc import Callable
from typing import Final, TypeVar

import click

from countroom.domain.access import Viewer
from countroom.domain.people import CAGE_ROLES, Employer, Person, Role
from countroom.domain.texts import CODE_LIMIT

Command = TypeVar("Command", bound=Callable[..., object])

OUTSIDE: Final = (
    Role.ACCOUNTING,
    Role.ACCOUNTING_SUPERVISOR,
    Role.INTERNAL_AUDIT,
    Role.CCR,
    *sorted(CAGE_ROLES),
)
"""Duties that a command may ask in; none of them is in the room by asking."""


def _user() -> str:
    try:
        named = getpass.getuser()
    except (KeyError, OSError):  # the account has no name
        named = ""
    return re.sub(r"[^A-Za-z0-9-]", "", named).lstrip("-")[:16] or "operator"


def operator(duty: Role) -> Viewer:
    """The account that runs the command, in a duty outside the room.

    An account that is named like somebody's badge is not that person: it is not in the room.
    """
    user = _user()
    person = Person(
        code=f"operator-{user}"[:CODE_LIMIT].rstrip("-"),
        name=f"Operator {user}",
        title="Operator at the command line",
        roles=(duty,),
        credential="command line",
        employer=Employer.BOARD if duty is Role.CCR else Employer.CASINO,
    )
    return Viewer(person, duty)


def duty_option(command: Command) -> Command:
    """Give a command ``--duty``; it receives the duty's name as ``duty: str``."""
    option = click.option(
        "--duty",
        type=click.Choice([role.value for role in OUTSIDE]),
        default=Role.ACCOUNTING.value,
        show_default=True,
        help="Duty it is asked in; it decides what may be seen, and whose copy it is.",
    )
    return option(command)
