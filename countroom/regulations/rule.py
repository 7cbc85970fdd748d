"""What a rule is: a number, where it stands, what it asks."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["block", "warn", "record"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the house or the law.

    Attributes:
        number: Our number, ``V-34``.
        section: Where it stands, in 58 Pa. Code unless said.
        says: What it asks, in one sentence.
        severity: ``block`` (refused), ``warn`` (recorded with a warning) or ``record``
            (a difference that asks for an explanation and a signature).
    """

    number: str
    section: str
    says: str
    severity: Severity = "block"

    @property
    def citation(self) -> str:
        """The number and the section, as printed after a refusal."""
        return f"{self.number}, {self.section}"
