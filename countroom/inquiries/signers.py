"""Who has signed a form, who is next and who is missing: for any form that is signed in order."""

from dataclasses import dataclass
from datetime import datetime

from countroom.domain.documents import Document, SignatureStep, SigningPlan
from countroom.domain.people import Role


@dataclass(frozen=True, slots=True)
class Place:
    """One place to sign.

    Attributes:
        step: Name of the signature step.
        title: The duty that signs here, as printed.
        attests: Ends "You sign as ...: that ...".
        roles: Duties that may sign here.
        name: Full name of who signed, or empty.
        credential: His credential number.
        at: When he signed, or nothing.
        due: Whether this place is signed next.
    """

    step: str
    title: str
    attests: str
    roles: frozenset[Role]
    name: str = ""
    credential: str = ""
    at: datetime | None = None
    due: bool = False


def title_of(step: SignatureStep) -> str:
    """The duties of a step, as printed."""
    return " or ".join(role.printed for role in sorted(step.roles, key=list(Role).index))


def places(document: Document, plan: SigningPlan) -> tuple[Place, ...]:
    """Every place of a form to sign, in order, with what stands in it."""
    due = plan.next_step(document.signatures)
    found: list[Place] = []
    for step in plan.paper.signatures:
        found += [
            Place(
                step=step.name,
                title=entry.title,
                attests=step.attests,
                roles=step.roles,
                name=entry.name,
                credential=entry.credential,
                at=entry.at,
            )
            for entry in document.signatures
            if entry.step == step.name
        ]
        if plan.missing(step, document.signatures):
            found.append(
                Place(step.name, title_of(step), step.attests, step.roles, due=step is due)
            )
    return tuple(found)
