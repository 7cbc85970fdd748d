"""Internal audit has seen an exception: by whom, when, and what it makes of it.

Reference:
    465a.3(c); V_20.
"""

from countroom.domain import access
from countroom.domain.access import Permission
from countroom.errors import StaleError
from countroom.operations.acts import Act, Done
from countroom.stores import exceptions
from countroom.stores.custody import about_text


def see(act: Act, *, exception: str, note: str = "") -> Done:
    """Say that an exception was received and looked at; it stays on the list, with the note.

    Args:
        act: The act, of internal audit.
        exception: Name of the exception.
        note: What internal audit makes of it, if anything.

    Raises:
        AccessError: Another duty than internal audit.
        NotFoundError: There is no such exception.
        StaleError: Somebody of internal audit saw it already.
    """
    access.require(act.who.duty, Permission.AUDIT_SEE)
    found = exceptions.one(act.tx, exception)
    if act.state(exceptions.KIND, exception) == exceptions.SEEN:
        msg = f"{found.kind} {found.number} was seen already."
        raise StaleError(msg)
    late = act.now > found.due
    facts = about_text(note=note.strip(), late=late)
    act.move(exceptions.KIND, exception, exceptions.SEEN, about=facts)
    says = f"{found.kind} {found.number} is seen{', late' if late else ''}."
    return act.seal("exception seen", exception, facts, done=Done(says))
