"""The file of a mailing, as the provider and finance get it: five columns, names made harmless.

Reference:
    525.21(q)(2), (4).
"""

from collections.abc import Iterable

from countroom.inquiries.coupon_mailings import MailingRow
from countroom.reports.grids import of_facts
from countroom.reports.tables import Imprint, to_csv


def mailing_file(rows: Iterable[MailingRow], imprint: Imprint) -> bytes:
    """Write the data of a mailing as CSV."""
    return to_csv(of_facts("mailing", "Mailing", MailingRow, rows), imprint)
