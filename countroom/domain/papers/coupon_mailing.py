"""Patron mailing of Match Play Coupons: which serial goes to whom, scrubbed on the day.

Who the patrons are stands elsewhere, where it can be erased; here each is a keyed token.

Reference:
    525.21(q); V_95, V_96.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from countroom.domain.canonical import digest
from countroom.domain.documents import Paper, SignatureStep
from countroom.domain.exclusion import Likeness, ListKind, Patron
from countroom.domain.papers import _coupons
from countroom.domain.people import Role
from countroom.errors import EntryError, RuleError
from countroom.money import Money
from countroom.regulations import V_95, V_96

KEPT_DAYS: Final = 365
"""How long finance keeps who a coupon went to, after its expiry (525.21(q)(4))."""


@dataclass(frozen=True, slots=True)
class ListUsed:
    """A list that the mailing was scrubbed against.

    Attributes:
        kind: Which.
        dated: The gaming date it was imported for.
        entries: How many people it held.
    """

    kind: ListKind
    dated: date
    entries: int


@dataclass(frozen=True, slots=True)
class Mailed:
    """A coupon and the patron it goes to.

    Attributes:
        token: Stands for his name and address.
        serial: Of the coupon, one each.
    """

    token: str
    serial: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A name like one on a list, and what a person decided.

    Attributes:
        token: Stands for the patron.
        kind: Which list.
        likeness: Why it is like it.
        mailed: Whether he is another person and gets his coupon.
        why: Why, in the person's words.
    """

    token: str
    kind: ListKind
    likeness: Likeness
    mailed: bool
    why: str

    def __post_init__(self) -> None:
        if self.mailed and not self.why.strip():
            raise EntryError({"decisions": "Say why somebody like one on a list is another."})


@dataclass(frozen=True, slots=True)
class CouponMailing:
    """The content of the paper.

    Attributes:
        campaign: What it is for.
        provider: Gaming service provider who prints and mails.
        day: Gaming date of the scrub.
        design: Code of the design.
        denomination: Face value.
        expires: Last gaming date it may be played.
        lists: What it was scrubbed against.
        mailed: Who gets which coupon.
        refused: How many bear a name on a list.
        looked: Names like one on a list.
    """

    campaign: str
    provider: str
    day: date
    design: str
    denomination: Money
    expires: date | None
    lists: tuple[ListUsed, ...]
    mailed: tuple[Mailed, ...]
    refused: int = 0
    looked: tuple[Looked, ...] = ()

    def __post_init__(self) -> None:
        if not self.campaign.strip() or not self.provider.strip():
            raise EntryError({"campaign": "Name the campaign and the provider."})
        if self.expires is None or self.expires <= self.day:
            raise RuleError(V_95, "A coupon that is mailed bears an expiry date still to come.")
        check_lists(self.lists, self.day)
        if not self.mailed:
            raise EntryError({"patrons": "Nobody is left to mail a coupon to."})

    @property
    def quantity(self) -> int:
        """How many coupons are mailed."""
        return len(self.mailed)

    @property
    def kept_until(self) -> date:
        """Last gaming date on which finance keeps who the coupons went to."""
        assert self.expires is not None, "a mailing expires"
        return self.expires + timedelta(days=KEPT_DAYS)


def check_lists(lists: Iterable[ListUsed], day: date) -> None:
    """Refuse a mailing before both lists of the day are there.

    Raises:
        RuleError: One is missing or of another day (V-96).
    """
    dated = {one.kind: one.dated for one in lists}
    for kind in ListKind:
        if dated.get(kind) != day:
            raise RuleError(V_96, f"The {kind.word} of {day.isoformat()} is not imported.")


def check_finance_has(name: str, *, signed: bool) -> None:
    """Refuse the provider's file before finance has the same data.

    Raises:
        RuleError: Finance has not signed for it (V-95).
    """
    if not signed:
        raise RuleError(V_95, f"Finance takes the data of {name} first, and signs for it.")


def token_of(patron: Patron, serial: str, salt: str) -> str:
    """What stands for a patron: nobody who lacks the salt can tell whom it stands for."""
    return digest({"salt": salt, "name": patron.name, "address": patron.address, "to": serial})


PAPER: Final = Paper(
    code="coupon_mailing",
    title="Patron Mailing of Match Play Coupons",
    series="ML",
    content=CouponMailing,
    signatures=(
        SignatureStep(
            name="marketing_supervisor",
            roles=frozenset({Role.MARKETING_SUPERVISOR}),
            attests="that nobody on a list of today is mailed a coupon",
            rule=V_96,
        ),
        SignatureStep(
            name="finance_supervisor",
            roles=frozenset({Role.FINANCE_SUPERVISOR}),
            attests="that finance has the same data as the provider gets",
            rule=V_95,
            not_also=frozenset({"marketing_supervisor"}),
        ),
    ),
    copies=(_coupons.FINANCE, _coupons.MARKETING),
)
