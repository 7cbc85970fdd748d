"""The rules of the books: adjustments, the audit of a day, filing and closing."""

from typing import Final

from countroom.regulations.rule import Rule

V_113: Final = Rule(
    "V-113",
    "601a.9(f)",
    "The loss of one contest is set off against no other contest.",
    "record",
)
V_115: Final = Rule(
    "V-115",
    "house rule, after NJAC 13:69D-1.34(a)4",
    "A second person approves an adjustment and its reason; one above 2,000.00 is listed.",
)
EXPLAINED: Final = Rule(
    "EXPLAINED",
    "house rule",
    "A cause that is not found is signed for by the audit manager, with what was tried.",
)
AUDIT_APART: Final = Rule(
    "AUDIT-APART", "house rule", "Nobody audits a form that he issued or signed."
)
FILING: Final = Rule(
    "FILING",
    "house rule",
    "A day is filed when its forms are audited and every variance is explained.",
)
CLOSING: Final = Rule(
    "CLOSING",
    "house rule, after 601a.9(a)",
    "A week or month is filed when its days are, and every difference in it is explained.",
)
