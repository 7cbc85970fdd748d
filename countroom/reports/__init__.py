"""What is printed and exported, made from inquiries alone.

``catalogue`` lists the reports (``REPORTS``) and makes any of them as a file. ``printing``
prints one copy of a form. Behind it: ``count_print`` and ``count_lists`` lay out the two count
reports, ``forms`` and ``contents`` any other form, ``listing`` a register; ``pages`` fills the
templates of ``templates/print``, ``press`` renders in a process of its own, where ``pdf`` alone
knows WeasyPrint. ``seal`` seals what is handed out, ``claims`` is what a sealed print says of
itself, and ``evidence`` says of any file whether it is valid, altered, superseded or unknown.
``grids`` and ``tables`` make CSV, spreadsheets and JSON; ``pack`` everything of a day as one ZIP;
``orders`` what is made behind the screens, and the shelf it lies on.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Load the registry when it is asked for: the press's process never asks."""
    if name == "REPORTS":
        from countroom.reports.catalogue import REPORTS  # noqa: PLC0415 - see above

        return REPORTS
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
