"""What any form says, as frozen facts: everything its print needs and nothing to work out.

``papers.paper`` answers with ``PaperFacts``; ``reports.forms`` lays them out. The two count
reports, which compose other forms, have facts of their own (``report_facts``).
"""

from dataclasses import dataclass
from typing import Any

from countroom.domain.documents import Copy, Document
from countroom.domain.journal import Head
from countroom.inquiries.report_facts import SignatureBlock


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """A form in one of its versions, with its signatures.

    Attributes:
        document: The form as it stands on record.
        title: As printed.
        facility: Name of the casino.
        zone: Its time zone, ``America/New_York``.
        names: Badge number to name and credential, for the people that the form mentions.
        signatures: Places to sign in order.
        copies: Copies of it and where each goes.
        draft: Whether a signature is missing.
        void: Why and by whom it was voided, or empty.
        head: The journal's head.
    """

    document: Document
    title: str
    facility: str
    zone: str
    names: dict[str, str]
    signatures: tuple[SignatureBlock, ...]
    copies: tuple[Copy, ...]
    draft: bool
    void: str
    head: Head

    @property
    def content(self) -> Any:
        """What was entered."""
        return self.document.content
