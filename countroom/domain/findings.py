"""A difference that was found: a value that is shown, worked and signed off, never an error."""

from dataclasses import dataclass

from countroom.regulations import Rule


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference.

    Attributes:
        rule: What it is measured by.
        sentence: What was found, in a person's words.
        where: The form, table or round that shows it.
    """

    rule: Rule
    sentence: str
    where: str = ""
