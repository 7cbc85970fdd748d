"""A floor on which tests of the screens can begin: boxes on tables, an open table, a fill."""

from typing import Any
from zoneinfo import ZoneInfo

from countroom.domain.denominations import Instrument
from countroom.domain.inventory import Pieces, SlipKind
from countroom.domain.opening import Action, Told
from countroom.domain.papers.error_notification import plan_of
from countroom.domain.people import Role
from countroom.operations import authentication, drop, error_slips, fills, slips
from countroom.operations import credits as credits_
from countroom.operations.acts import Done, Operation, Proof, Who, perform
from countroom.stores import documents
from countroom.stores.house import house_at
from tests.plumbing.houses import a_person
from tests.plumbing.web import Site, badge_of, pin_of

RACK = (
    Pieces(Instrument.VALUE_CHIP, 10_000, 120, "main"),
    Pieces(Instrument.VALUE_CHIP, 250, 40, "main"),
)
"""12,100.00 in chips of table MS-101."""


def who(role: Role) -> Who:
    """Somebody of the test house in a duty."""
    return Who(a_person(badge_of(role), role), role)


def do(site: Site, operation: Operation, role: Role, **asked: Any) -> Done:
    """Do an operation as somebody of the test house."""
    return perform(site.database, operation, who=who(role), now=site.clock(), **asked)


def proof(site: Site, role: Role, badge: str = "") -> Proof:
    """Somebody shows badge and PIN."""
    shown = badge or badge_of(role)
    return authentication.prove(site.database, site.clock(), shown, pin_of(shown), role, "D")


def zone(site: Site) -> ZoneInfo:
    """The house's time zone."""
    with site.database.read() as tx:
        return house_at(tx, site.clock()).property.zone_info


def place_boxes(site: Site) -> None:
    """A box on each table."""
    for table, box in (("MS-101", "7"), ("PK-301", "8")):
        do(site, drop.place_box, Role.DROP_TEAM, table=table, box=box)


def signed_slip(
    site: Site, kind: SlipKind, *, table: str = "MS-101", pieces: Any = RACK, **more: Any
) -> str:
    """A rack counted and signed by both."""
    made = do(site, slips.count, Role.DEALER, table=table, kind=kind, pieces=pieces, **more)
    for role in (Role.DEALER, Role.FLOORPERSON):
        do(
            site,
            slips.sign,
            role,
            slip=made.name,
            step=role.value,
            proof=proof(site, role),
            saw=made.extra["digest"],
        )
    return made.name


def open_table(site: Site) -> str:
    """Table MS-101 open with 12,100.00 in its rack; gives the opener's name."""
    place_boxes(site)
    return signed_slip(site, SlipKind.OPENING)


def made_error_slip(site: Site, slip: str) -> str:
    """The error slip of an opening count that was counted twice and differs."""
    told = tuple(Told(role, badge_of(role), site.clock()) for role in Action.REGULATOR.told)
    return do(site, error_slips.make, Role.FLOORPERSON, slip=slip, told=told).name


def opened_with_error_slip(site: Site, pieces: Any) -> str:
    """A table that opens with another rack than it was left with; gives the opener's name."""
    signed_slip(site, SlipKind.OPENING, pieces=pieces)
    opener = signed_slip(site, SlipKind.OPENING, pieces=pieces)
    error = made_error_slip(site, opener)
    with site.database.read() as tx:
        document = documents.by_name(tx, error)
    plan = plan_of(document.content)
    for step in plan.paper.signatures:
        if plan.missing(step, ()):
            role = Role(step.name)
            asked = {"slip": error, "step": step.name, "saw": document.digest}
            do(site, error_slips.sign, role, proof=proof(site, role), **asked)
    return opener


def asked_fill(site: Site, pieces: int = 50) -> str:
    """A fill of $100 chips asked for and signed by the floorperson."""
    return do(
        site,
        fills.request,
        Role.FLOORPERSON,
        table="MS-101",
        pieces=(Pieces(Instrument.VALUE_CHIP, 10_000, pieces, "main"),),
        proof=proof(site, Role.FLOORPERSON),
    ).name


def prepared_fill(site: Site, pieces: int = 50) -> str:
    """A fill slip that the chip bank has made and signed."""
    return do(
        site,
        fills.prepare,
        Role.CHIP_BANK_CASHIER,
        request=asked_fill(site, pieces),
        pieces=(Pieces(Instrument.VALUE_CHIP, 10_000, pieces, "main"),),
        proof=proof(site, Role.CHIP_BANK_CASHIER),
    ).name


def carried_credit(site: Site, pieces: int = 50) -> str:
    """A credit of $100 chips that security has carried to the chip bank; its request's name."""
    made = do(
        site,
        credits_.request,
        Role.FLOORPERSON,
        table="MS-101",
        pieces=(Pieces(Instrument.VALUE_CHIP, 10_000, pieces, "main"),),
        proof=proof(site, Role.FLOORPERSON),
    ).name
    with site.database.read() as tx:
        saw = documents.by_name(tx, made).digest
    for role in (Role.DEALER, Role.SECURITY):
        asked = {"request": made, "step": role.value, "saw": saw}
        do(site, credits_.sign_request, role, proof=proof(site, role), **asked)
    return made


def send_back(site: Site, credit: str) -> None:
    """The chip bank counted none of a credit's chips, and sends what came back."""
    asked = {"request": credit, "pieces": ()}
    both = {"cashier": proof(site, Role.CHIP_BANK_CASHIER), "security": proof(site, Role.SECURITY)}
    do(site, credits_.send_back, Role.CHIP_BANK_CASHIER, **asked, **both)
