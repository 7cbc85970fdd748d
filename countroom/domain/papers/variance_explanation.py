"""Explanation of a Variance: what a table's difference was, and what a person found of it.

It holds for the difference as it stood. Where that changes, somebody looks again.

Reference:
    EXPLAINED, FILING.
"""

from dataclasses import dataclass
from typing import Final

from countroom.domain.audit import Differing
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.papers import _places
from countroom.domain.people import ACCOUNTING_ROLES
from countroom.errors import EntryError
from countroom.regulations import EXPLAINED

SAID_LIMIT: Final = 1_000
"""Characters that an explanation may have."""


@dataclass(frozen=True, slots=True)
class VarianceExplanation:
    """The content of the paper.

    Attributes:
        differing: The difference as it stood.
        cause_found: Whether somebody found out what it was.
        found: What was found; where nothing was, what was tried.
        proposed: The proposed cause that was chosen, or empty.
        candidates: How many causes were tried.
    """

    differing: Differing
    cause_found: bool
    found: str
    proposed: str = ""
    candidates: int = 0

    def __post_init__(self) -> None:
        faults = {}
        if not self.found.strip():
            faults["found"] = "Say what was found." if self.cause_found else "Say what was tried."
        elif len(self.found) > SAID_LIMIT:
            faults["found"] = f"Say it in at most {SAID_LIMIT:,} characters."
        if faults:
            raise EntryError(faults)

    @property
    def says(self) -> str:
        """What was found, in words."""
        return self.found if self.cause_found else f"Cause not found, tried: {self.found}"


PAPER: Final = Paper(
    code="variance_explanation",
    title="Explanation of a Variance",
    series="VX",
    content=VarianceExplanation,
    signatures=(
        SignatureStep(
            name="accounting",
            roles=ACCOUNTING_ROLES,
            attests="that this is what you found out about the difference",
            rule=EXPLAINED,
        ),
    ),
    copies=(_places.ACCOUNTING,),
)
