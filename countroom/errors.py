"""What can go wrong, in a sentence a person at work can act on.

Two kinds exist on purpose. A *difference* (a variance, a missing slip) is a value that is
recorded and worked. An *error* of this module is a refusal: nothing was recorded. A bug is
an ``assert``.
"""

from collections.abc import Mapping
from typing import ClassVar

from countroom.regulations import Rule


class CountroomError(Exception):
    """A refusal with a message for the person who asked.

    Attributes:
        message: One sentence, free of figures that the person may not see.
        status: The HTTP status that a screen answers with.
    """

    status: ClassVar[int] = 400

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class EntryError(CountroomError):
    """What was typed cannot be taken; each field that is wrong has its sentence.

    Attributes:
        fields: Field name to sentence, in the order of the form.
    """

    status = 422

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(" ".join(fields.values()))
        self.fields = dict(fields)


class RuleError(CountroomError):
    """The act is against a rule; nothing was recorded.

    Attributes:
        rule: The rule broken, with its citation.
    """

    status = 409

    def __init__(self, rule: Rule, message: str) -> None:
        super().__init__(f"{message} ({rule.citation})")
        self.rule = rule


class StaleError(CountroomError):
    """Somebody else changed it first; nothing was overwritten."""

    status = 409


class RepeatError(CountroomError):
    """The same key came with another body: already recorded, under this name.

    Attributes:
        recorded: What the first act with this key made, for a link.
    """

    status = 409

    def __init__(self, message: str, *, recorded: str) -> None:
        super().__init__(message)
        self.recorded = recorded


class AccessError(CountroomError):
    """This person may not see or do that."""

    status = 403


class NotFoundError(CountroomError):
    """There is no such thing on record."""

    status = 404


class SettingsError(CountroomError):
    """The program cannot start as it is set up."""

    status = 500
