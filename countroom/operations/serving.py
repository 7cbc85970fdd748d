"""Putting on record when a figure of a count was first served to its recounter or his device.

Reference:
    465a.25(a)(2)(ii).
"""

from countroom.domain.journal import FIRST_SERVED
from countroom.operations.acts import Act, Done


def note_served(act: Act, *, count: str, whose: str) -> Done:
    """Record that a figure was served: who it was served to and on which device is the act's.

    Args:
        act: The act, of whoever was shown the figure.
        count: Name of the count.
        whose: ``recounter`` or ``his device``.
    """
    done = Done(f"A figure of count {count} was served to the {whose} for the first time.")
    return act.seal(FIRST_SERVED, count, {"whose": whose}, done=done)
