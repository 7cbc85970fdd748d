"""The ledger of coupons: every movement is checked against where the coupons are, and kept.

Reference:
    525.21(e)-(o); V_80, V_81, V_86.
"""

from datetime import date, timedelta
from typing import Final

from countroom.domain import coupon_approval, coupon_programme
from countroom.domain.coupon_lots import Several
from countroom.domain.coupon_programme import CouponPlace, Movement
from countroom.domain.documents import Document, Paper, SigningPlan
from countroom.domain.house import House
from countroom.domain.papers.coupon_day import PAPER as DAY
from countroom.domain.terms import CouponDesign, InternalControls
from countroom.errors import EntryError, NotFoundError
from countroom.operations import papers
from countroom.operations.acts import Act, Proof
from countroom.stores import Tx, coupons, documents, waiting
from countroom.stores.bookings import DONE
from countroom.stores.documents import About
from countroom.stores.house import gaming_date_at, house_on

_ONE_DAY: Final = timedelta(days=1)


def house_today(act: Act) -> House:
    """The house as it stands on today's gaming date."""
    return house_on(act.tx, gaming_date_at(act.tx, act.now))


def closed_until(tx: Tx) -> date | None:
    """The last gaming date whose reconciliation form is signed, or nothing."""
    return waiting.latest_date(tx, DAY.code)


def ledger_day(act: Act) -> date:
    """The gaming date a movement belongs to: today, or the day after the one that is closed."""
    today = gaming_date_at(act.tx, act.now)
    closed = closed_until(act.tx)
    return today if closed is None or closed < today else closed + _ONE_DAY


def usable(house: House, design: str, day: date) -> tuple[CouponDesign, InternalControls]:
    """A design that may be used on a gaming date, and the controls it is used under.

    Raises:
        EntryError: There is no such design.
        RuleError: It, or the controls, are not approved (V-80); a printed item lacks (V-81).
    """
    try:
        found = house.coupon(design)
    except NotFoundError as unknown:
        raise EntryError({"design": unknown.message}) from None
    return found, coupon_approval.check_usable(found, house.controls, day)


def check_prefix(design: CouponDesign, of: Several) -> None:
    """Refuse serials that do not begin as those of their design do.

    Raises:
        EntryError: They begin otherwise.
    """
    for each in of:
        if not each.series.text(each.ranges[0].first).startswith(design.serial_prefix):
            says = f"{each} does not begin with {design.serial_prefix}, as {design.code} does."
            raise EntryError({"serials": says})


def check(act: Act, movement: Movement) -> None:
    """Refuse a movement of coupons that are not where it takes them from.

    Raises:
        EntryError: They are not there.
    """
    coupon_programme.check(coupons.held(act.tx), movement)


def move(act: Act, document: Document, movement: Movement, *, day: date) -> None:
    """Check a movement and enter it.

    Raises:
        EntryError: Its coupons are not where it takes them from.
    """
    check(act, movement)
    rows = coupons.rows(act.tx, movement, document=document.id, day=day, at=act.now, seq=act.seq)
    for row in rows:
        act.add(row)
    act.flush()


def move_all(
    act: Act,
    document: Document,
    design: str,
    of: Several,
    way: tuple[CouponPlace | None, CouponPlace],
    *,
    day: date,
    reason: str = "",
) -> None:
    """Enter movements of serials of several series.

    Raises:
        EntryError: Some are not where they are taken from.
    """
    for serials in of:
        movement = Movement(design, serials, *way, document.name, reason)
        move(act, document, movement, day=day)


def issue(act: Act, paper: Paper, content: object, *, day: date | None = None) -> Document:
    """Issue a form of coupons, of today unless another day is named."""
    about = About(day or gaming_date_at(act.tx, act.now))
    return papers.issue(act, paper, content, about)


def sign_first(act: Act, document: Document, paper: Paper, proof: Proof) -> Document:
    """Sign the first place of a form in the act that makes it.

    Raises:
        AccessError: The signer holds no duty that signs here, or the proof is spent.
    """
    act.use(proof)
    plan = SigningPlan(paper)
    step = paper.signatures[0].name
    return papers.sign(act, document, plan, step, proof, saw=document.digest)


def found(act: Act, name: str, paper: Paper) -> Document:
    """A form of one kind.

    Raises:
        NotFoundError: There is none of that name.
    """
    document = documents.by_name(act.tx, name)
    if document.paper != paper.code:
        msg = f"{name} is no {paper.title}."
        raise NotFoundError(msg)
    return document


def finish(act: Act, document: Document) -> None:
    """Say that nothing waits on a form any more."""
    act.move("document", document.name, DONE)
